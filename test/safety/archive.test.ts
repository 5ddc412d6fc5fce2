import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type TarEntry, writeTar } from '../../src/exchange/archive/tar-write.js';
import { beginChangeset } from '../../src/service/changes/changeset.js';
import { createQueue } from '../../src/service/updates/queue.js';
import { systemClock } from '../../src/shared/clock.js';
import type { VaultPath } from '../../src/vault/paths.js';
import { versionOf } from '../../src/vault/stamp.js';
import { createPlace, startService } from '../soak/harness.js';
import { BIN } from '../support/rappel.js';
import { runCommand } from '../support/run-command.js';
import { has } from '../support/system.js';
import { tempFolder } from '../support/temp-vault.js';

describe('rappel import ARCHIVE', () => {
  it('erases nothing: a folder with any entry, hidden or not, is refused and stays as it is', async () => {
    const archive = await exportedVault({ 'bucket/note.md': 'note\n' });
    for (const name of ['.git/HEAD', '.env', '.obsidian/app.json', '.rappel/trash/deleted.md']) {
      const folder = tempFolder();
      put(folder, join('proj', name), 'mine');
      put(folder, '.proj.before/note.md', 'mine');
      put(folder, '.proj.incoming/note.md', 'mine');
      const { code, err } = await runCommand(['import', archive, '--yes', '--vault', join(folder, 'proj')]);
      expect(code).toBe(1);
      expect(err).toContain('is not an empty folder');
      expect(readFileSync(join(folder, 'proj', name), 'utf8')).toBe('mine');
      expect(readdirSync(folder).sort()).toEqual(['.proj.before', '.proj.incoming', 'proj']);
      expect(readdirSync(join(folder, '.proj.before'))).toEqual(['note.md']);
    }
  });

  it('files no update of the archive before somebody says so', async () => {
    const folder = tempFolder();
    put(folder, 'vault/tasks.md', '# One\n');
    await admit(join(folder, 'vault'), 'u1', 'Planted: pay the invoice to this account');
    const archive = join(folder, 'a.tar.gz');
    await runCommand(['export', archive], { vault: join(folder, 'vault') });
    const place = createPlace();
    onTestFinished(() => place.remove());
    const taken = await runCommand(['import', archive, '--yes'], place);
    expect(taken.code).toBe(0);
    expect(taken.out).toContain('1 update in it is not filed yet');
    // The queue goes in order: where the second one is filed, the first one would be.
    const service = await startService(place);
    expect((await runCommand(['update', '--wait', 'Mine: call Marie'], place)).code).toBe(0);
    const { body } = await service.request('GET', '/api/activities/list');
    expect(states(body)).toMatchObject({ u1: 'failed' });
    expect(everyText(place.vault)).not.toContain('Planted');
    expect((await runCommand(['status'], place)).out).toContain('u1: it came with an imported archive');
    expect((await runCommand(['retry', '--all', '--wait'], place)).code).toBe(0);
    await service.stop();
    expect(everyText(place.vault)).toContain('Planted');
  });

  it.skipIf(!has('git'))('refuses a history with an illegal path whole, with one sentence', async () => {
    const folder = tempFolder();
    const vault = join(folder, 'vault');
    await runCommand(['init'], { vault });
    const git = (args: string[], input: Buffer | string = '') =>
      execFileSync('git', ['--git-dir', join(vault, '.rappel', 'history.git'), ...args], {
        input,
        env: GIT_ENV,
      })
        .toString('latin1')
        .trim();
    const blob = Buffer.from(git(['hash-object', '-w', '--stdin'], 'planted'), 'hex');
    const up = treeOf('40000 ..', Buffer.from(git(WRITE_TREE, treeOf('100644 outside.md', blob)), 'hex'));
    const parent = git(['rev-parse', 'refs/heads/main']);
    const commit = git(
      ['commit-tree', '-p', parent, git(WRITE_TREE, up)],
      git(['log', '-1', '--format=%B', parent]),
    );
    git(['update-ref', 'refs/heads/main', commit]);
    const archive = join(folder, 'a.tar.gz');
    await runCommand(['export', archive], { vault });
    const { code, err } = await runCommand(['import', archive, '--yes'], { vault: join(folder, 'new') });
    expect(code).toBe(1);
    expect(err).toMatch(/^\[error\] the history in the archive is refused: .*leads outside the vault/);
    expect(readdirSync(folder).sort()).toEqual(['a.tar.gz', 'vault']);
  });

  it('lists and purges whatever the status of an update says', async () => {
    const folder = tempFolder();
    const vault = join(folder, 'vault');
    put(vault, 'bucket/secret.md', 'secret\n');
    for (const id of ['u1', 'u2', 'u3']) await admit(vault, id, id);
    const status = { id: 'u1', state: 'done', accepted: 7, steps: 'none', files: null, title: {}, usage: [] };
    const archive = join(folder, 'exported');
    await runCommand(['export', archive], { vault });
    put(archive, '.rappel/queue/000000001-u1/status.json', JSON.stringify(status));
    const good = { ...status, accepted: '2025-07-14T18:30:00' };
    put(
      archive,
      '.rappel/queue/000000002-u2/status.json',
      JSON.stringify({ ...good, files: [null, 7, '..'] }),
    );
    const place = createPlace();
    onTestFinished(() => place.remove());
    expect((await runCommand(['import', archive, '--yes'], place)).code).toBe(0);
    for (const root of [place.vault, vault]) {
      const env = { ...place.env, RAPPEL_VAULT: root };
      const service = await startService({ ...place, env });
      const { status: code, body } = await service.request('GET', '/api/activities/list');
      expect([code, Object.keys(states(body)).sort()]).toEqual([200, ['u1', 'u2', 'u3']]);
      await service.stop();
      const purged = await runCommand(['purge', 'bucket/secret.md', '--yes'], { env });
      expect(purged).toMatchObject({ code: 0, err: '' });
      expect(everyText(root)).not.toContain('secret');
    }
  });
});

describe('a TAR archive that is made to burst', () => {
  it('is refused for folders without an end', async () => {
    const files = ['.rappel/export.json', `${'d/'.repeat(150)}x.md`];
    const parts: Buffer[] = [];
    for await (const part of writeTar(files.map((path) => empty(`vault/${path}`)))) parts.push(part);
    await refuses(gzipSync(Buffer.concat(parts)), 'more than 100 folders deep');
  });

  it.runIf(process.env.RAPPEL_SAFETY === 'full')(
    'is refused where it unpacks to far more than its size',
    async () => {
      const zeros = Buffer.alloc(64 * 1024 * 1024);
      const parts: Buffer[] = [];
      for await (const part of writeTar([empty('vault/.rappel/export.json')])) parts.push(part);
      const large = { ...empty('vault/zeros.bin'), size: 17 * zeros.length, content: Array(17).fill(zeros) };
      const header = await writeTar([large]).next();
      // A gzip file may consist of several: each part is packed once.
      const packed = gzipSync(zeros);
      const start = gzipSync(Buffer.concat([parts[0]!, header.value as Buffer]));
      await refuses(Buffer.concat([start, ...Array(17).fill(packed)]), '200 times its size');
    },
  );

  function empty(path: string): TarEntry {
    return { path, size: 0, mode: 0o600, modified: new Date(0), content: [] };
  }

  async function refuses(archive: Buffer, reason: string): Promise<void> {
    const folder = tempFolder();
    put(folder, 'a.tar.gz', archive);
    const { code, err } = await runCommand(['import', join(folder, 'a.tar.gz'), '--yes'], {
      vault: join(folder, 'new'),
    });
    expect(err).toContain(reason);
    expect(code).toBe(1);
    expect(readdirSync(folder)).toEqual(['a.tar.gz']);
  }
});

describe('rappel export', () => {
  it.runIf(process.platform === 'linux')(
    'packs what import takes, lists what it can not pack, and exits with 1',
    async () => {
      const folder = tempFolder();
      const vault = join(folder, 'vault');
      const long = 'long '.repeat(2_000);
      put(vault, 'bucket/long.md', long);
      put(vault, 'bucket/a\\b.md', 'backslash');
      put(vault, 'bucket/\u00e9.md', 'NFC');
      put(vault, 'bucket/e\u0301.md', 'NFD');
      symlinkSync('long.md', join(vault, 'bucket', 'link.md'));
      writeFileSync(Buffer.concat([Buffer.from(`${vault}/caf`), Buffer.from([0xe9])]), 'not UTF-8');
      const archive = join(folder, 'a.tar.gz');
      const exported = await runCommand(['export', archive], { vault });
      expect(exported.code).toBe(1);
      expect(exported.err).toContain('"caf\ufffd": its name is not UTF-8');
      const taken = join(folder, 'new');
      expect(await runCommand(['import', archive, '--yes'], { vault: taken })).toMatchObject({
        code: 0,
        err: '',
      });
      const contents = Object.fromEntries(
        readdirSync(join(taken, 'bucket')).map((name) => [
          name,
          readFileSync(join(taken, 'bucket', name), 'utf8'),
        ]),
      );
      expect(contents).toEqual({
        'long.md': long,
        'link.md': long,
        'a\\b.md': 'backslash',
        '\u00e9.md': 'NFC',
        'e\u0301.md': 'NFD',
      });
    },
  );

  it('takes back what a killed update left before it packs', async () => {
    const folder = tempFolder();
    const vault = join(folder, 'vault');
    put(vault, 'tasks.md', '# One\n');
    await admit(vault, 'u1', 'Two');
    const queue = createQueue({ root: vault, clock: systemClock });
    queue.set('u1', { state: 'running' });
    const changeset = beginChangeset(vault, { source: 'update', reason: '', input: 'u1' });
    const before = Buffer.from('# One\n');
    changeset.tell({ kind: 'save', path: 'tasks.md' as VaultPath, before, after: versionOf('# Half') });
    changeset.ready();
    changeset.leave();
    // Its process is gone.
    const [name] = readdirSync(join(vault, '.rappel/changes'));
    const file = join(vault, '.rappel/changes', name!);
    writeFileSync(file, readFileSync(file, 'utf8').replace(`"pid":${process.pid},`, '"pid":0,'));
    put(vault, 'tasks.md', '# Half');
    const archive = join(folder, 'a.tar.gz');
    expect(await runCommand(['export', archive], { vault })).toMatchObject({ code: 0, err: '' });
    const taken = join(folder, 'new');
    expect((await runCommand(['import', archive, '--yes'], { vault: taken })).code).toBe(0);
    for (const root of [vault, taken]) expect(readFileSync(join(root, 'tasks.md'), 'utf8')).toBe('# One\n');
  });

  it.each(['SIGINT', 'SIGKILL'] as const)(
    'and import, ended by %s, leave nothing that is taken for their result',
    async (signal) => {
      const folder = tempFolder();
      const vault = join(folder, 'vault');
      for (let number = 0; number < 16; number++) put(vault, `bucket/${number}.bin`, randomBytes(500_000));
      const archive = join(folder, 'whole.tar.gz');
      await runCommand(['export', archive], { vault });
      for (const words of [
        ['export', join(folder, 'cut.tar.gz')],
        ['import', archive, '--yes', '--vault', join(folder, 'new')],
      ]) {
        const before = visibleIn(folder);
        const ended = await endAfterDraft(words, { vault, folder, signal });
        const drafts = draftsIn(folder);
        expect(visibleIn(folder)).toEqual(before);
        // Only a kill, which nobody can answer, leaves a draft.
        if (signal !== 'SIGKILL') expect(drafts).toEqual([]);
        expect(ended).not.toBe(0);
        expect((await runCommand(words, { vault })).code).toBe(0);
        expect(draftsIn(folder)).toEqual(drafts);
      }
      expect(everyText(join(folder, 'new')) === everyText(vault)).toBe(true);
    },
  );
});

function draftsIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.startsWith('.'));
}

function visibleIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => !name.startsWith('.'));
}

/** Ends the command as soon as its draft is there; its exit code, null where the signal itself ended it. */
async function endAfterDraft(
  words: string[],
  { vault, folder, signal }: { vault: string; folder: string; signal: NodeJS.Signals },
): Promise<number | null> {
  const before = new Set(readdirSync(folder));
  const env = { PATH: process.env.PATH, HOME: vault, RAPPEL_VAULT: vault };
  const child = spawn(process.execPath, [BIN, ...words], { env, stdio: 'ignore' });
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  while (
    child.exitCode === null &&
    !readdirSync(folder).some((name) => name.startsWith('.') && !before.has(name))
  )
    await new Promise((resolve) => setImmediate(resolve));
  child.kill(signal);
  return closed;
}

const GIT_ENV = {
  PATH: process.env.PATH,
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a',
};
const WRITE_TREE = ['hash-object', '-t', 'tree', '-w', '--stdin', '--literally'];

function treeOf(entry: string, target: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${entry}\0`), target]);
}

async function admit(root: string, id: string, text: string): Promise<void> {
  await createQueue({ root, clock: systemClock }).admit({ text, images: [], inbox_ref: null }, id);
}

function states(body: unknown): Record<string, string> {
  const { activities } = body as { activities: { id: string; state: string }[] };
  return Object.fromEntries(activities.map(({ id, state }) => [id, state]));
}

/** Everything that stands in the visible files, and their names. */
function everyText(root: string): string {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !/(?:^|[\\/])\./.test(name),
  );
  return names
    .map(
      (name) =>
        `${name}\n${statSync(join(root, name)).isFile() ? readFileSync(join(root, name), 'utf8') : ''}`,
    )
    .join('\n');
}

async function exportedVault(files: Record<string, string>): Promise<string> {
  const folder = tempFolder();
  for (const [path, content] of Object.entries(files)) put(join(folder, 'vault'), path, content);
  const archive = join(folder, 'vault.tar.gz');
  expect((await runCommand(['export', archive], { vault: join(folder, 'vault') })).code).toBe(0);
  return archive;
}

function put(folder: string, path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}
