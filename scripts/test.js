// `npm test`: type check, lint, the first hour of a newcomer, and then every test. Extra arguments go to vitest,
// and leave out the first hour.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const bin = (path) => join('node_modules', path);
const chosen = process.argv.slice(2);
// The steps of a stage run at once: each of them waits now and then, for a disk, a network, a process.
const stages = [
  [
    ['types', [bin('typescript/bin/tsc'), '--noEmit']],
    ['types of the page', [bin('typescript/bin/tsc'), '--noEmit', '-p', 'web']],
    ['types of its worker', [bin('typescript/bin/tsc'), '--noEmit', '-p', 'web/worker']],
    ['lint', [bin('@biomejs/biome/bin/biome'), 'check', '.']],
    // A fresh clone in a folder of its own: it waits for the disk and the network while types are checked.
    ...(chosen.length > 0 ? [] : [['the first hour', ['test/first-hour/run.js']]]),
  ],
  [['build', ['scripts/prepare.js']]],
  // By itself: tests of the service under load share the processor with nothing that they did not start.
  [['tests', [bin('vitest/vitest.mjs'), 'run', ...chosen]]],
];

const inMemory = folderInMemory();
const env = inMemory === null ? process.env : { ...process.env, TMPDIR: inMemory };
process.on('exit', () => inMemory !== null && rmSync(inMemory, { recursive: true, force: true }));
// Those who run this end with it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

for (const stage of stages) {
  const statuses = await Promise.all(stage.map(([name, args], index) => run(name, args, index === 0)));
  const failed = statuses.find((status) => status !== 0);
  if (failed !== undefined) process.exit(failed);
}

/** Runs a step; what it prints is shown as it comes, or together when it has ended. */
function run(name, args, isShown) {
  if (isShown) console.log(`\n— ${name}`);
  const child = spawn(process.execPath, args, {
    env,
    stdio: ['inherit', ...Array(2).fill(isShown ? 'inherit' : 'pipe')],
  });
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => printed.push(part));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      if (!isShown) process.stdout.write(`\n— ${name}\n${Buffer.concat(printed)}`);
      resolve(code ?? 1);
    });
  });
}

/** Where the tests put their vaults: each small file waits for the disk, which may be slow. Null where memory has no room. */
function folderInMemory() {
  if (process.env.TMPDIR) return null;
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize < 4 * 2 ** 30) return null;
    const folder = mkdtempSync('/dev/shm/rappel-tests-');
    // Like `/tmp`: some tests are another user for a moment.
    chmodSync(folder, 0o1777);
    return folder;
  } catch {
    return null;
  }
}
