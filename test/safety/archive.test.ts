import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createQueue } from '../../src/service/queue.js';
import { systemClock } from '../../src/shared/clock.js';
import { createPlace, startService } from '../soak/harness.js';
import { rappel } from '../support/rappel.js';
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
      const { code, err } = await rappel(['import', archive, '--yes', '--vault', join(folder, 'proj')]);
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
    await rappel(['export', archive], { vault: join(folder, 'vault') });
    const place = createPlace();
    onTestFinished(() => place.remove());
    const taken = await rappel(['import', archive, '--yes'], place);
    expect(taken.code).toBe(0);
    expect(taken.out).toContain('1 update in it is not filed yet');
    // The queue goes in order: where the second one is filed, the first one would be.
    const service = await startService(place);
    expect((await rappel(['update', '--wait', 'Mine: call Marie'], place)).code).toBe(0);
    const { body } = await service.request('GET', '/api/activities');
    expect(states(body)).toMatchObject({ u1: 'failed' });
    expect(everyText(place.vault)).not.toContain('Planted');
    expect((await rappel(['status'], place)).out).toContain('u1: it came with an imported archive');
    expect((await rappel(['update', '--retry', 'all', '--wait'], place)).code).toBe(0);
    await service.stop();
    expect(everyText(place.vault)).toContain('Planted');
  });

  it.skipIf(!has('git'))('refuses a history with an illegal path whole, with one sentence', async () => {
    const folder = tempFolder();
    const vault = join(folder, 'vault');
    await rappel(['init'], { vault });
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
    await rappel(['export', archive], { vault });
    const { code, err } = await rappel(['import', archive, '--yes'], { vault: join(folder, 'new') });
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
    put(vault, '.rappel/queue/000000001-u1/status.json', JSON.stringify(status));
    const good = { ...status, accepted: '2025-07-14T18:30:00' };
    put(vault, '.rappel/queue/000000002-u2/status.json', JSON.stringify({ ...good, files: [null, 7, '..'] }));
    const archive = join(folder, 'a.tar.gz');
    await rappel(['export', archive], { vault });
    const place = createPlace();
    onTestFinished(() => place.remove());
    expect((await rappel(['import', archive, '--yes'], place)).code).toBe(0);
    for (const root of [place.vault, vault]) {
      const env = { ...place.env, RAPPEL_VAULT: root };
      const service = await startService({ ...place, env });
      const { status: code, body } = await service.request('GET', '/api/activities');
      expect([code, Object.keys(states(body)).sort()]).toEqual([200, ['u1', 'u2', 'u3']]);
      await service.stop();
      const purged = await rappel(['purge', 'bucket/secret.md', '--yes'], { env });
      expect(purged).toMatchObject({ code: 0, err: '' });
      expect(everyText(root)).not.toContain('secret');
    }
  });
});

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
  await createQueue({ root, clock: systemClock }).admit({ text, images: [], inboxRef: null }, id);
}

function states(body: unknown): Record<string, string> {
  const { activities } = body as { activities: { id: string; state: string }[] };
  return Object.fromEntries(activities.map(({ id, state }) => [id, state]));
}

/** Everything that stands in the visible files, and their names. */
function everyText(root: string): string {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !name.startsWith('.'),
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
  expect((await rappel(['export', archive], { vault: join(folder, 'vault') })).code).toBe(0);
  return archive;
}

function put(folder: string, path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}
