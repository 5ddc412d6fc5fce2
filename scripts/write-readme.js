// Writes the shown output of the README anew: npm run build && node scripts/write-readme.js. Each `$ rappel …` runs on a
// copy of the example memory; as many lines are kept as were shown.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const file = at('README.md');
const shown = /^(`{3,})console\n\$ (.*)\n([\s\S]*?)^\1$/gm;
writeFileSync(
  file,
  readFileSync(file, 'utf8').replace(shown, (_, fence, command, output) => {
    const lines = outputOf(command).split('\n');
    const kept = output.endsWith('\n…\n')
      ? [...lines.slice(0, output.split('\n').length - 2), '…', '']
      : lines;
    return `${fence}console\n$ ${command}\n${kept.join('\n')}${fence}`;
  }),
);

function outputOf(command) {
  const home = mkdtempSync(join(tmpdir(), 'rappel-readme-'));
  const vault = join(home, 'rappel-demo');
  try {
    cpSync(at('examples/vault'), vault, { recursive: true });
    const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word);
    const args = words.slice(1).map((word) => word.replace(/^~/, home));
    const env = { PATH: process.env.PATH, HOME: home, RAPPEL_VAULT: vault, LANG: 'en_GB.UTF-8' };
    const { status, stdout, stderr } = spawnSync(process.execPath, [at('bin/rappel.js'), ...args], {
      env,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
    return stdout;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
