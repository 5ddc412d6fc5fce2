// Writes the files of plugins/rappel/ anew from the code: node scripts/write-plugins.js
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { importModules } from './bundle.js';
import { pluginFiles } from './plugin-files.js';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const [clients, plans] = await importModules('service/assistants/clients', 'service/assistants/plan-change');
for (const [path, text] of Object.entries(pluginFiles({ ...clients, ...plans }, manifest))) {
  const file = new URL(`../plugins/rappel/${path}`, import.meta.url);
  mkdirSync(new URL('.', file), { recursive: true });
  writeFileSync(file, text);
}
