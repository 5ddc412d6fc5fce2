import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMachines, type Machine, type Machines } from '../../../test/support/sync-machines.js';
import { openEncryptedRemote } from './remotes/encrypted/encrypted-remote.js';
import { openFolderFiles } from './remotes/encrypted/folder-files.js';
import { createSeal, makeKey } from './remotes/encrypted/seal.js';
import { openGitRemote } from './remotes/git-remote.js';
import { openRemote } from './remotes/open-remote.js';
import type { Remote } from './remotes/remote.js';
import { openServiceRemote } from './remotes/service-remote.js';

let machines: Machines;
let machine: Machine;
let remote: string;
let known: string;

/** Plain git in the remote, as somebody else would use it. */
function git(args: string[], input: string | Buffer = ''): string {
  const name = {
    GIT_AUTHOR_NAME: 'x',
    GIT_AUTHOR_EMAIL: 'x@x',
    GIT_COMMITTER_NAME: 'x',
    GIT_COMMITTER_EMAIL: 'x@x',
  };
  const env = { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', ...name };
  return execFileSync('git', [`--git-dir=${remote}`, ...args], { input, env, stdio: 'pipe' })
    .toString('latin1')
    .trim();
}

const setHead = (id: string) => writeFileSync(join(remote, 'refs/heads/main'), `${id}\n`);
const blob = (content: string | Buffer) => git(['hash-object', '-w', '--stdin'], content);
const entry = (more: object = {}) =>
  `x\n\n${JSON.stringify({ id: 'abcdef0123', time: '2026-11-16T15:10:00', source: 'tool', reason: 'x', input: null, files: [], ...more })}\n`;
const commit = (tree: string, message: string | Buffer = entry(), parents = [known]) =>
  git(['commit-tree', tree, ...parents.flatMap((id) => ['-p', id]), '-F', '-'], message);
const treeOf = (lines: string | Buffer) =>
  git(['mktree', '--missing'], Buffer.concat([Buffer.from(lines), Buffer.from('\n')]));
const withFile = (name: string | Buffer, mode = '100644') =>
  commit(treeOf(Buffer.concat([Buffer.from(`${mode} blob ${blob('x\n')}\t`), Buffer.from(name)])));
const manyNames = Array.from({ length: 1_000 }, (_, at) => `n${at}`);
const manyFiles = () => nestedOf('100644 blob', blob('x\n'));
const nestedOf = (kind: string, id: string) =>
  treeOf(manyNames.map((name) => `${kind} ${id}\t${name}`).join('\n'));
/** A folder that has another one a thousand times. */
const nested = (tree: string) => nestedOf('040000 tree', tree);

beforeAll(async () => {
  machines = createMachines();
  remote = join(machines.folder, 'remote.git');
  machine = machines.machine('laptop');
  machine.write('a.md', 'one\n');
  await machine.sync();
  known = readFileSync(join(remote, 'refs/heads/main'), 'utf8').trim();
});
afterAll(() => machines.remove());

async function expectRefused(): Promise<void> {
  const objects = join(machine.vault.root, '.rappel', 'history.git', 'objects');
  const before = readdirSync(objects, { recursive: true });
  await expect(machine.sync()).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringMatching(
      /^(?:what came from the remote is refused: |the remote holds a file that is too)/,
    ),
    hint: expect.stringContaining('Nothing was changed here.'),
  });
  expect(readdirSync(objects, { recursive: true })).toEqual(before);
  expect(existsSync(join(objects, '..', 'incoming'))).toBe(false);
  expect(machine.files()).toEqual({ 'a.md': 'one\n' });
  setHead(known);
  expect((await machine.sync()).changed).toEqual([]);
}

describe('a remote that somebody else wrote is refused', () => {
  it.each<[string, () => string]>([
    ['a path that leads out', () => withFile('..')],
    ['the settings of git', () => withFile('.git')],
    ['the state of Rappel', () => withFile('.rappel')],
    ['a symbolic link', () => withFile('link.md', '120000')],
    ['a program', () => withFile('run.sh', '100755')],
    ['another repository', () => commit(treeOf(`160000 commit ${known}\tsub`))],
    ['a file that is not there', () => commit(treeOf(`100644 blob ${'1'.repeat(40)}\tb.md`))],
    ['a commit that is none of ours', () => commit(git(['rev-parse', `${known}^{tree}`]), 'hello\n')],
    ['a forged id', () => commit(git(['rev-parse', `${known}^{tree}`]), entry({ id: '../../x' }))],
    [
      'a path in an entry',
      () =>
        commit(git(['rev-parse', `${known}^{tree}`]), entry({ files: [{ path: '../x', change: 'added' }] })),
    ],
    ['a merge', () => commit(git(['rev-parse', `${known}^{tree}`]), entry(), [known, withFile('b.md')])],
    [
      'a missing parent',
      () =>
        git(
          ['hash-object', '-t', 'commit', '-w', '--stdin', '--literally'],
          `tree ${git(['rev-parse', `${known}^{tree}`])}\nparent ${'2'.repeat(40)}\nauthor x <x@x> 1 +0000\ncommitter x <x@x> 1 +0000\n\n${entry()}`,
        ),
    ],
    ['a head that is a file', () => blob('x\n')],
    ['a head that is nowhere', () => '3'.repeat(40)],
    [
      'a file of 60 MB in a few bytes',
      () => commit(treeOf(`100644 blob ${blob(Buffer.alloc(60 * 1024 ** 2))}\tb.md`)),
    ],
    ['a name that is not UTF-8', () => withFile(Buffer.from('b\xff.md', 'latin1'))],
    ['a name in letters that Rappel writes otherwise', () => withFile('cafe\u0301.md')],
    ['a folder that has a billion files', () => commit(nested(nested(manyFiles())))],
    ['a branch that leads to another one', () => 'ref: refs/heads/other'],
    ['a branch with an id of another kind', () => '4'.repeat(64)],
    [
      'a message of 70 MB in a few bytes',
      () =>
        commit(
          git(['rev-parse', `${known}^{tree}`]),
          Buffer.concat([Buffer.alloc(70 * 1024 ** 2, 97), Buffer.from(`\n\n${entry()}`)]),
        ),
    ],
  ])('with %s', async (_, make) => {
    setHead(make());
    await expectRefused();
  });

  it('with pipes, links and other folders in place of its files', async () => {
    const head = join(remote, 'refs/heads/main');
    const traps: [string, () => void][] = [
      [head, () => execFileSync('mkfifo', [head])],
      [head, () => symlinkSync('/etc/hostname', head)],
      [
        join(remote, 'objects/info/alternates'),
        () => writeFileSync(join(remote, 'objects/info/alternates'), '/tmp\n'),
      ],
      [
        join(remote, 'objects/pack/pack-1.pack'),
        () => execFileSync('mkfifo', [join(remote, 'objects/pack/pack-1.pack')]),
      ],
    ];
    for (const [path, plant] of traps) {
      const isHead = path === head;
      if (isHead) rmSync(head);
      else setHead(withFile('later.md'));
      plant();
      await expect(machine.sync()).rejects.toMatchObject({ code: 'invalid_input' });
      rmSync(path);
      setHead(known);
    }
    expect(machine.files()).toEqual({ 'a.md': 'one\n' });
  });
});

it('waits for nothing in the folder of an encrypted remote: pipes, links and folders are refused', async () => {
  const place = join(machines.folder, 'encrypted-drive');
  const seal = createSeal(await makeKey(), place);
  const opened = openEncryptedRemote(openFolderFiles(place), seal);
  const own = machines.machine('sealed', 0, () => opened);
  own.write('a.md', 'one\n');
  await own.sync();
  const folder = join(place, 'encrypted');
  const other = machines.machine('second', 0, () => opened);
  for (const kind of ['h-', 'm-', 'p-']) {
    const file = join(folder, readdirSync(folder).find((name) => name.startsWith(kind))!);
    renameSync(file, `${file}.away`);
    const plants: (() => void)[] = [
      () => execFileSync('mkfifo', [file]),
      () => symlinkSync(`${file}.away`, file),
      () => mkdirSync(file),
    ];
    for (const plant of plants) {
      plant();
      const asked = kind === 'm-' ? opened.machines() : other.sync();
      await expect(asked, kind).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringContaining('something other than plain files'),
      });
      rmSync(file, { recursive: true });
    }
    renameSync(`${file}.away`, file);
  }
  // Each pipe that is waited for takes one of the few threads that read files.
  execFileSync('mkfifo', [join(folder, 'm-pipe')]);
  for (let count = 0; count < 8; count++) await expect(opened.machines()).rejects.toBeDefined();
  rmSync(join(folder, 'm-pipe'));
  renameSync(folder, `${place}-away`);
  symlinkSync(`${place}-away`, folder);
  await expect(own.sync()).rejects.toThrow('a link to another folder');
  rmSync(folder);
  renameSync(`${place}-away`, folder);
  await other.sync();
  expect(other.files()).toEqual({ 'a.md': 'one\n' });
});

it('runs nothing that is in a folder, and writes nowhere else', async () => {
  const marks = join(machines.folder, 'marks');
  mkdirSync(marks);
  mkdirSync(join(remote, 'hooks'), { recursive: true });
  for (const hook of ['post-receive', 'update', 'pre-receive', 'post-update', 'reference-transaction']) {
    writeFileSync(join(remote, 'hooks', hook), `#!/bin/sh\ntouch '${join(marks, hook)}'\n`);
    chmodSync(join(remote, 'hooks', hook), 0o755);
  }
  writeFileSync(
    join(remote, 'config'),
    `[core]\n\tfsmonitor = touch ${join(marks, 'config')}\n[uploadpack]\n\tpackObjectsHook = touch ${join(marks, 'pack')}\n`,
  );
  machine.write('b.md', 'two\n');
  await machine.sync();
  expect(readdirSync(marks)).toEqual([]);
  // A list of machines that is elsewhere is not written to.
  renameSync(join(remote, 'machines'), join(remote, 'machines.away'));
  symlinkSync(marks, join(remote, 'machines'));
  await expect(machine.sync()).rejects.toMatchObject({ code: 'invalid_input' });
  expect(readdirSync(marks)).toEqual([]);
});

describe('a git server', () => {
  async function serve(answer: (response: import('node:http').ServerResponse) => void): Promise<string> {
    const server = createServer((_, response) => answer(response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://user:hunter2@127.0.0.1:${(server.address() as AddressInfo).port}/x.git`;
  }

  it.each<[string, string, (response: import('node:http').ServerResponse) => void]>([
    ['never answers', 'could not be reached', () => {}],
    [
      'answers slowly for ever',
      'could not be reached',
      (response) => void setInterval(() => response.write('x'), 50).unref(),
    ],
    [
      'answers garbage',
      'could not be reached',
      (response) => response.end('<html>Log in to this network</html>'),
    ],
    ['refuses the password', 'refused the user or the password', (response) => response.writeHead(403).end()],
  ])('that %s is named as such (%s), and no password is shown', async (name, problem, answer) => {
    const opened = openGitRemote(await serve(answer), process.env, { answerWithinMs: 1_500 });
    const portal = machines.machine(`portal ${name}`, 0, () => opened);
    portal.write('a.md', 'one\n');
    const error = await portal.sync().catch((failure) => failure);
    expect(portal.files()).toEqual({ 'a.md': 'one\n' });
    expect(error).toMatchObject({ code: 'io', message: expect.stringContaining(problem) });
    expect(`${error.message} ${error.hint} ${opened.name}`).not.toContain('hunter2');
  });

  it.each([
    ['a question', (remote: Remote) => remote.head()],
    ['the machines', (remote: Remote) => remote.machines()],
    [
      'a pack',
      (remote: Remote) => remote.fetch(known, null, { objects: machines.folder, head: null, shallow: [] }),
    ],
  ])('that sends a little again and again does not keep %s open', async (_, ask) => {
    let open = 0;
    const begun = 'PACK\0\0\0\x02\0\0\0\x7f';
    const address = await serve((response) => {
      open++;
      let sent = 0;
      const trickle = setInterval(() => response.write(begun[sent++ % begun.length]!), 100);
      response.on('close', () => {
        clearInterval(trickle);
        open--;
      });
    });
    const limits = { answerWithinMs: 300, exchangeWithinMs: 300 };
    const place = `${address.replace('user:hunter2@', '').replace('x.git', '')}`;
    const asked = ask(openRemote(place, process.env, machine.vault.root, limits));
    await expect(asked).rejects.toMatchObject({
      code: 'io',
      message: expect.stringContaining('it did not answer in time'),
    });
    await vi.waitFor(() => expect(open).toBe(0), { timeout: 120_000 });
  });

  it('that never answers does not keep a service that stops', async () => {
    const stopped = new AbortController();
    const { signal } = stopped;
    const asked = openGitRemote(await serve(() => stopped.abort()), process.env, { signal }).head();
    await expect(asked).rejects.toBeDefined();
    const started = performance.now();
    await expect(openServiceRemote(await serve(() => {}), null, { signal }).head()).rejects.toBeDefined();
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});
