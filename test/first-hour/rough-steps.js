// What a newcomer meets on a plain machine: a narrow terminal without colours in the locale C, Ctrl-C at a question, no
// git, a vault that can't be written, and programs that read the output.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasTerminal, onTerminal } from './on-terminal.js';

export const ROUGH_STEPS = [
  ['60 columns, NO_COLOR, the locale C: note, search, find', narrowTerminal],
  ['Ctrl-C and Ctrl-D at each question', endedQuestions],
  ['pipes: exit codes and --json', pipes],
  ['without git', withoutGit],
  ['a vault that can not be written', readOnly],
];

const rappelOf = ({ clone }) => [process.execPath, join(clone, 'bin', 'rappel.js')];

async function narrowTerminal(context) {
  if (!hasTerminal) return console.log('  NOT RUN: python3 makes the terminal, and is not installed.');
  const { plain } = context;
  const vault = join(plain.home, 'plain vault');
  const run = async (...words) => {
    const { code, written } = await onTerminal(context, plain, [
      ...rappelOf(context),
      ...words,
      '--vault',
      vault,
    ]);
    assert.equal(code, 0, written);
    assert.doesNotMatch(written, /\u001b/);
    return written;
  };
  assert.match(await run('init'), /Your vault is ready/);
  assert.match(await run('update', 'Call', 'Marie', 'about', 'the', 'mock-ups'), /Task added/);
  const answer = await run('search', 'what did I want to tell Marie?');
  assert.match(answer, /Call Marie about the mock-ups/);
  // An editor opens this path from here.
  assert.match(await run('find', 'mock-ups'), /^plain vault\/tasks\.md:\d+ /m);
  assert.match(await run('find', 'mock-ups', '--from', 'last week'), /mock-ups/);
  assert.match(await run('find', 'mock-ups', '--from', 'la semaine dernière'), /mock-ups/);
}

async function endedQuestions(context) {
  if (!hasTerminal) return;
  const { folder, plain } = context;
  const vault = join(plain.home, 'plain vault');
  const notes = join(folder, 'one note');
  mkdirSync(notes);
  writeFileSync(join(notes, 'n.md'), 'a note\n');
  await plain.run([...rappelOf(context), 'update', 'I called Marie about the mock-ups', '--vault', vault]);
  const before = await listing(context, vault);
  for (const [words, wait] of [
    [['import', notes], '[y/N] '],
    [['install', 'cursor'], '[y/N] '],
    [['setup'], 'Provider ('],
    [['inbox'], 'q quits): '],
  ])
    for (const send of ['\u0003', '\u0004']) {
      const all = [...rappelOf(context), ...words, '--vault', vault];
      const { code, written } = await onTerminal(context, plain, all, { steps: [{ wait, send }] });
      assert.equal(code, 130, written);
      assert.doesNotMatch(written, /error|problem|abort/i);
    }
  assert.equal(await listing(context, vault), before);
  assert.equal(existsSync(join(plain.home, '.cursor')), false);
  assert.equal(existsSync(join(plain.home, '.config')), false);
}

async function pipes(context) {
  const { plain } = context;
  const vault = join(plain.home, 'plain vault');
  const run = (words, code) => plain.run([...rappelOf(context), ...words, '--vault', vault], { code });
  const { results } = JSON.parse(await run(['find', 'mock-ups', '--json'], 0));
  assert.ok(results.some(({ path }) => path === 'vault/tasks.md'));
  for (const words of [
    ['find', 'x', '--limit', '0'],
    ['find', 'x', '--from', '2024-13-01'],
    ['find', 'x', '--engine', 'foo'],
    ['find', 'x', '--limt', '3'],
    ['udpate', 'x'],
  ])
    assert.equal(JSON.parse(await run([...words, '--json'], 2)).ok, false);
  assert.match(await run(['history', 'nosuch.md'], 0), /nosuch\.md has no history/);
  assert.match(await run(['undo', 'last', '--dry-run'], 0), /would be/);
  const missing = join(plain.home, 'rappel-demo');
  const words = ['search', 'x', '--json', '--vault', missing];
  const answer = await plain.run([...rappelOf(context), ...words], { code: 1 });
  assert.match(JSON.parse(answer).error.hint, /rappel demo/);
}

async function withoutGit(context) {
  const { plain } = context;
  const vault = join(plain.home, 'plain vault');
  const programs = join(plain.home, 'only node');
  mkdirSync(programs);
  symlinkSync(process.execPath, join(programs, 'node'));
  const run = (...words) =>
    plain.run([...rappelOf(context), ...words, '--vault', vault], {
      code: words[0] === 'doctor' ? 1 : 0,
      env: { PATH: programs },
    });
  assert.match(await run('update', 'todo: Buy green paint'), /Task added/);
  assert.match(await run('search', 'which paint?'), /green paint/);
  assert.match(await run('doctor', '--port', '0'), /git is not installed/);
}

/** As somebody who may read everything and write nothing: for root, permissions mean nothing. */
async function readOnly(context) {
  const { folder, plain } = context;
  const vault = join(plain.home, 'plain vault');
  const home = join(folder, 'reader');
  mkdirSync(home);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    for (const path of [folder, dirname(plain.home), plain.home]) chmodSync(path, 0o755);
    spawnSync('chown', ['-R', '65534:65534', vault, home]);
  }
  spawnSync('chmod', ['-R', 'a-w', vault]);
  const by = isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--'] : [];
  const run = (words, code = 0) =>
    plain.run([...by, ...rappelOf(context), ...words, '--vault', vault], {
      code,
      cwd: home,
      env: { HOME: home },
    });
  assert.match(await run(['search', 'which paint?']), /green paint/);
  assert.match(await run(['history']), /Task added/);
  assert.match(await run(['status']), /not running/);
  assert.match(await run(['export', join(home, 'copy.tar.gz')]), /Exported \d+ files/);
  const refused = JSON.parse(await run(['update', 'more paint', '--json'], 1));
  assert.match(refused.error.message, /permission denied$/);
  spawnSync('chmod', ['-R', 'u+w', vault]);
  rmSync(home, { recursive: true });
}

async function listing(context, vault) {
  return context.plain.run([...rappelOf(context), 'tree', '--vault', vault]);
}
