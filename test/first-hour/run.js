// `npm run test:first-hour`: the first hour of a newcomer, from a fresh clone of the last commit to the move to a new
// machine, in a folder with blanks and accents, with an empty home and another language. Fails on any warning.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMachine } from './machine.js';
import { ROUGH_STEPS } from './rough-steps.js';
import { STEPS } from './steps.js';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });

if (git('rev-parse', 'HEAD').status !== 0) {
  console.log('NOT RUN: the first hour begins with a clone, and this folder is no git repository.');
  process.exit(0);
}
if (git('status', '--porcelain').stdout.trim() !== '')
  console.log('(The first hour is that of the last commit: what is not committed is not in it.)');

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rappel-first-hour-')));
const context = {
  root,
  clone: join(folder, 'Été à Paris', 'mon dépôt'),
  folder,
  french: createMachine(join(folder, 'poste de Zoé'), 'fr_FR.UTF-8'),
  plain: createMachine(join(folder, 'new machine'), 'C'),
};
try {
  for (const [name, step] of [...STEPS, ...ROUGH_STEPS]) {
    const began = performance.now();
    await step(context);
    console.log(`✓ ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  }
} catch (error) {
  console.error(`✗ ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  context.french.switchOff();
  context.plain.switchOff();
  rmSync(folder, { recursive: true, force: true });
}
