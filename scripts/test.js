// `npm test`: type check, lint, every test, then the first hour of a newcomer. Extra arguments go to vitest, and leave
// out the first hour.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const bin = (path) => join('node_modules', path);
const steps = [
  ['types', [bin('typescript/bin/tsc'), '--noEmit']],
  ['types of the page', [bin('typescript/bin/tsc'), '--noEmit', '-p', 'web']],
  ['lint', [bin('@biomejs/biome/bin/biome'), 'check', '.']],
  ['build', ['scripts/prepare.js']],
  ['tests', [bin('vitest/vitest.mjs'), 'run', ...process.argv.slice(2)]],
  ...(process.argv.length > 2 ? [] : [['the first hour', ['test/first-hour/run.js']]]),
];

for (const [name, args] of steps) {
  console.log(`\n— ${name}`);
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
