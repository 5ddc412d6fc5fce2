// Writes the tool reference of docs/mcp.md anew from the code: node scripts/write-mcp-reference.js
import { readFileSync, writeFileSync } from 'node:fs';
import { importModules } from './bundle.js';
import { toolReference } from './mcp-reference.js';

const file = new URL('../docs/mcp.md', import.meta.url);
const [profiles, toolList] = await importModules('mcp/profiles', 'mcp/tool-list');
const reference = await toolReference({ ...profiles, ...toolList });
const page = readFileSync(file, 'utf8');
const marked = /(<!-- reference -->\n)[\s\S]*?(\n<!-- end of the reference -->)/;
writeFileSync(
  file,
  page.replace(marked, (_, start, end) => `${start}\n${reference}\n${end}`),
);
