// `npm test`: type check, lint, build, and the tests that a developer runs all day. Arguments go to vitest alone.
//   --all               the parts that are left out too (test/parts.js), and every property with all its runs: `npm run test:all`
//   --changed [COMMIT]  the parts alone that the changes since a commit concern: `.ci/run`
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { concerning, PARTS } from '../test/parts.js';

const bin = (path) => join('node_modules', path);
const vitest = (...args) => [bin('vitest/vitest.mjs'), 'run', ...args];
const args = process.argv.slice(2);
const isAll = args[0] === '--all';
const isChanged = args[0] === '--changed';

const checks = [
  ['types', [bin('typescript/bin/tsc'), '--noEmit']],
  ['types of the page', [bin('typescript/bin/tsc'), '--noEmit', '-p', 'web']],
  ['types of its worker', [bin('typescript/bin/tsc'), '--noEmit', '-p', 'web/worker']],
  ['lint', [bin('@biomejs/biome/bin/biome'), 'check', '.']],
];
const build = ['build', ['scripts/prepare.js']];

const inMemory = folderInMemory();
const env = inMemory === null ? process.env : { ...process.env, TMPDIR: inMemory };
process.on('exit', () => inMemory !== null && rmSync(inMemory, { recursive: true, force: true }));
// Those who run this end with it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

for (const stage of isChanged ? changedStages(args[1]) : stages()) {
  const statuses = await Promise.all(stage.map((step, index) => run(step, index === 0)));
  const failed = statuses.find((status) => status !== 0);
  if (failed !== undefined) process.exit(failed);
}

/** The steps of a stage run at once: each of them waits now and then, for a disk, a network, a process. */
function stages() {
  if (isAll)
    return [
      checks,
      [build],
      [['tests', vitest(), { RAPPEL_TESTS: 'full' }]],
      ...commandsOf(Object.keys(PARTS)),
    ];
  if (args.length > 0) return [checks, [build], [['tests', vitest(...args)]]];
  const left = Object.keys(PARTS).join(', ');
  console.log(`Not in npm test, but in npm run test:all: ${left} (test/parts.js)`);
  return [checks, [build], [['tests', vitest(), { RAPPEL_PARTS: '' }]]];
}

/** The parts that the changes since a commit concern, as many as are done before `RAPPEL_TESTS_UNTIL` (seconds since 1970). */
function changedStages(commit) {
  const files = changedFiles(commit);
  const until = Number(process.env.RAPPEL_TESTS_UNTIL ?? Number.POSITIVE_INFINITY);
  let end = Date.now() / 1000;
  const chosen = [];
  for (const [name, part] of Object.entries(PARTS)) {
    const changed = files === null ? 'what changed is not known' : concerning(files, part);
    if (changed === undefined) console.log(`Left out: ${name}. No change concerns it.`);
    else if (end + part.seconds > until)
      console.log(
        `LEFT OUT: ${name}, although it is concerned (${changed}). No time is left; run: npm run test:all`,
      );
    else {
      end += part.seconds;
      chosen.push(name);
      console.log(`Runs: ${name} (${changed})`);
    }
  }
  const tested = chosen.filter((name) => PARTS[name].tests !== undefined);
  const tests = ['tests of the parts', vitest(), { RAPPEL_PARTS: tested.join(',') }];
  return [...(tested.length > 0 ? [[build], [tests]] : []), ...commandsOf(chosen)];
}

function commandsOf(names) {
  return names
    .filter((name) => PARTS[name].command !== undefined)
    .map((name) => [[name, PARTS[name].command]]);
}

/** Null where git can't tell, as in a clone of what has landed: its last commit may be one of many. */
function changedFiles(commit) {
  const git = (...words) => {
    const { status, stdout } = spawnSync('git', words, { encoding: 'utf8' });
    return status === 0 ? stdout.trim() : null;
  };
  const head = git('rev-parse', 'HEAD');
  const main = git('rev-parse', '--verify', '--quiet', 'origin/main');
  const since = commit ?? (main === head ? null : main);
  if (since === null) return null;
  const changed = git('diff', '--name-only', '--no-renames', since);
  if (changed === null) return null;
  console.log(`Changes since ${since}:`);
  return changed.split('\n').filter((file) => file !== '');
}

/** Runs a step; what it prints is shown as it comes, or together when it has ended. */
function run([name, words, more = {}], isShown) {
  if (isShown) console.log(`\n— ${name}`);
  const child = spawn(process.execPath, words, {
    env: { ...env, ...more },
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
