import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createMachines } from '../../../../test/support/sync-machines.js';
import { openEncryptedRemote } from './encrypted/encrypted-remote.js';
import { openGitFiles } from './encrypted/git-files.js';
import { createSeal, makeKey } from './encrypted/seal.js';
import { openGitRemote } from './git-remote.js';
import { openRemote } from './open-remote.js';

const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

/** A git server with one empty repository, as hosts run it. Resolves with its address. */
async function serveGit({ denies = false } = {}): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'rappel-git-server-'));
  endings.push(() => rmSync(folder, { recursive: true, force: true }));
  execFileSync('git', ['init', '-q', '--bare', join(folder, 'memory.git')]);
  const set = (...setting: string[]) =>
    execFileSync('git', ['-C', join(folder, 'memory.git'), 'config', ...setting]);
  set('http.receivepack', 'true');
  // As after `git init --shared`.
  set('receive.denyNonFastForwards', String(denies));
  const server: Server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url!, 'http://localhost');
    const { headers } = request;
    const child = spawn('git', ['http-backend'], {
      env: {
        PATH: process.env.PATH,
        GIT_PROJECT_ROOT: folder,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: pathname,
        QUERY_STRING: search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: headers['content-type'] ?? '',
        HTTP_CONTENT_ENCODING: headers['content-encoding'] ?? '',
        GIT_PROTOCOL: String(headers['git-protocol'] ?? ''),
      },
    });
    request.pipe(child.stdin);
    const parts: Buffer[] = [];
    child.stdout.on('data', (part) => parts.push(part));
    child.on('close', () => {
      const all = Buffer.concat(parts);
      const end = all.indexOf('\r\n\r\n');
      const lines = all.toString('utf8', 0, end).split('\r\n');
      const fields = new Map(lines.map((line) => line.split(': ') as [string, string]));
      response.statusCode = Number.parseInt(fields.get('Status') ?? '200', 10);
      response.setHeader('Content-Type', fields.get('Content-Type') ?? 'text/plain');
      response.end(all.subarray(end + 4));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endings.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/memory.git`;
}

it('is a repository on a git server, which knows the machines', async () => {
  const remote = openGitRemote(await serveGit(), process.env);
  const machines = createMachines();
  endings.push(machines.remove);
  const [a, b] = [machines.machine('laptop', 0, () => remote), machines.machine('desktop', 0, () => remote)];
  a.write('a.md', '- one\n');
  await a.sync();
  await b.sync();
  a.write('a.md', '- one\n- from a\n');
  b.write('a.md', '- one\n- from b\n');
  await a.sync();
  await b.sync();
  await a.sync();
  expect(a.read('a.md')).toBe('- one\n- from b\n- from a\n');
  expect(b.files()).toEqual(a.files());
  expect((await remote.machines()).map(({ name }) => name).sort()).toEqual(['desktop', 'laptop']);
});

it('has encrypted files on a git server, and nothing else', async () => {
  const [address, key] = [await serveGit(), await makeKey()];
  const open = () => openEncryptedRemote(openGitFiles(address, process.env), createSeal(key, address));
  const machines = createMachines();
  endings.push(machines.remove);
  const [a, b] = [machines.machine('laptop', 0, open), machines.machine('desktop', 0, open)];
  a.write('a.md', 'one\n');
  await a.sync();
  a.write('a.md', 'one\ntwo\n');
  await a.sync();
  await b.sync();
  expect(b.files()).toEqual(a.files());
  await expect(openGitRemote(address, process.env).head()).rejects.toThrow('is encrypted');
  expect((await open().machines()).length).toBe(2);
});

it('says that the server refuses every push that is no fast-forward, instead of trying on', async () => {
  const address = await serveGit({ denies: true });
  const remote = openGitRemote(address, process.env);
  const machines = createMachines();
  endings.push(machines.remove);
  const a = machines.machine('laptop', 0, () => remote);
  a.write('a.md', '- one\n');
  // Succeeds if both of its pushes say the same of the machine: in one second they do.
  await a.sync().catch(() => {});
  a.write('a.md', '- one\n- two\n');
  await expect(a.sync()).rejects.toMatchObject({
    message: `${address} refused the changes: non-fast-forward`,
    hint: expect.stringContaining('without a fast-forward'),
  });
});

it('says in one sentence that a server is out of reach', async () => {
  const remote = openGitRemote('http://127.0.0.1:9/memory.git', process.env);
  await expect(remote.head()).rejects.toMatchObject({
    code: 'io',
    message: expect.stringContaining('could not be reached'),
  });
});

it.each([
  'ext::sh -c touch% /tmp/x',
  '--upload-pack=touch',
  'http://example.org/memory.git',
  'git://example.org/memory.git',
  '-oProxyCommand=touch@host:x',
  'ssh://-oProxyCommand=touch/x',
])('is not %s', (address) => {
  expect(() => openRemote(address, process.env, tmpdir())).toThrow('is no place to sync with');
});
