// Writes the table of operations of docs/http.md anew from the code: node scripts/write-http-reference.js
import { readFileSync, writeFileSync } from 'node:fs';
import { importModules } from './bundle.js';
import { operationsReference } from './operations-reference.js';

const file = new URL('../docs/http.md', import.meta.url);
const [list] = await importModules('operations/list');
const reference = await operationsReference(list);
const page = readFileSync(file, 'utf8');
const marked = /(<!-- operations -->\n)[\s\S]*?(\n<!-- end of the operations -->)/;
writeFileSync(
  file,
  page.replace(marked, (_, start, end) => `${start}\n${reference}\n${end}`),
);
