import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addUpdate } from '../../src/service/updates/update-rows.js';
import { FRESH } from '../../src/service/updates/update-status.js';
import { changeState } from '../../src/vault/state-database.js';
import { addBlob, addCommit, plainGit, plantTraps, signHead, treeLines } from '../support/hostile-history.js';
import type { RunResult } from '../support/rappel.js';
import { removeFolder } from '../support/remove-folder.js';
import { runCommand } from '../support/run-command.js';
import { tempFolder } from '../support/temp-vault.js';

/** A vault with two notes, made once; each test has a copy. */
const template = realpathSync(mkdtempSync(join(tmpdir(), 'rappel-test-')));
beforeAll(async () => {
  const { run } = commandsIn(template);
  await ok(run('init'));
  await ok(run('write', 'bucket/a.md', 'first a'));
  await ok(run('append', 'bucket/a.md', 'second a'));
  await ok(run('write', 'bucket/b.md', 'first b'));
});
afterAll(() => removeFolder(template));

function recordedVault() {
  const folder = tempFolder();
  cpSync(join(template, 'vault'), join(folder, 'vault'), { recursive: true });
  return commandsIn(folder);
}

function commandsIn(folder: string) {
  const vault = join(folder, 'vault');
  const env = { HOME: join(folder, 'home'), XDG_CACHE_HOME: join(folder, 'cache') };
  const run = (...args: string[]) => runCommand(args, { vault, env });
  const entries = async (): Promise<{ id: string; reason: string }[]> =>
    JSON.parse((await run('history', '--json')).out).entries;
  return { folder, vault, env, run, entries };
}

async function ok(running: Promise<RunResult>): Promise<string> {
  const { code, out, err } = await running;
  expect(`${code} ${code === 0 ? '' : out + err}`).toBe('0 ');
  return out;
}

describe('a vault that somebody else made', () => {
  it('never runs a program of its own, whatever its history says', async () => {
    const { folder, vault, env, run, entries } = recordedVault();
    const [newest, changed] = await entries();
    signHead(vault);
    const marks = join(folder, 'marks');
    const hostile = plantTraps(vault, marks);
    const trapped = (...args: string[]) =>
      runCommand(args, { vault, env: { ...env, ...hostile }, cwd: vault });
    await ok(trapped('history'));
    await ok(trapped('show', changed!.id));
    await ok(trapped('undo', newest!.id));
    await ok(trapped('restore', 'bucket/a.md', '--at', changed!.id));
    await ok(trapped('write', 'bucket/c.md', 'third'));
    await ok(trapped('purge', 'bucket/c.md', '--yes'));
    await trapped('doctor', '--port', '0');
    await ok(run('history'));
    expect(readdirSync(marks).filter((name) => name.endsWith('.ran'))).toEqual([]);
  });

  it('is refused its history where that is a link, or takes its content from elsewhere', async () => {
    const { folder, vault, run } = recordedVault();
    const git = join(vault, '.rappel', 'history.git');
    writeFileSync(join(git, 'objects', 'info', 'alternates'), `${folder}\n`);
    expect((await run('history')).err).toContain('the history is refused');
    rmSync(join(git, 'objects', 'info', 'alternates'));
    await ok(run('history'));
    for (const name of ['objects', 'refs/heads', '']) {
      const place = join(git, name);
      const away = join(folder, 'away');
      renameSync(place, away);
      symlinkSync(away, place);
      expect((await run('history')).err).toContain('the history is refused');
      expect((await run('write', 'bucket/d.md', 'd')).err).toContain('the history is refused');
      rmSync(place);
      renameSync(away, place);
      rmSync(join(vault, 'bucket/d.md'), { force: true });
    }
  });

  it('is refused its history whole where a path in it leads outside; everything else works', async () => {
    const { folder, vault, run, entries } = recordedVault();
    const good = (await entries())[0]!;
    const outside = addBlob(vault, 'owned\n');
    const inner = plainGit(vault, ['mktree'], `100644 blob ${outside}\tvictim.md\n`);
    const before = treeLines(vault);
    addCommit(vault, [...before, `040000 tree ${inner}\t..`], { id: 'bad1000000' });
    addCommit(vault, before, { id: 'bad2000000' });
    writeFileSync(join(folder, 'victim.md'), 'mine\n');
    for (const args of [
      ['undo', 'bad2000000'],
      ['restore', 'vault/', '--at', 'bad1000000'],
      ['undo', good.id],
      ['history'],
    ]) {
      const { code, err } = await run(...args);
      expect(code).toBe(1);
      expect(err).toContain('the history is refused: it contains a path that leads outside the vault');
      expect(err).toContain('Move .rappel/history.git');
    }
    expect(readFileSync(join(folder, 'victim.md'), 'utf8')).toBe('mine\n');
    expect(await ok(run('read', 'bucket/a.md'))).toContain('second a');
    expect(await ok(run('find', 'second'))).toContain('bucket/a.md');
    expect(await ok(run('status'))).toContain('the history is refused');
    expect((await run('doctor', '--port', '0')).out).toContain('the history is refused');
    expect((await run('append', 'bucket/a.md', 'third')).code).toBe(0);
  });
});

describe('a damaged history', () => {
  it('changes nothing where one piece is missing', async () => {
    const { vault, run, entries } = recordedVault();
    const [, changed, written] = await entries();
    const blobs = ['a.md', 'b.md'].map((name) => readFileSync(join(vault, 'bucket', name)));
    const lost = plainGit(vault, ['rev-parse', `refs/heads/main~2:bucket/a.md`]);
    rmSync(join(vault, '.rappel/history.git/objects', lost.slice(0, 2), lost.slice(2)));
    for (const args of [
      ['undo', changed!.id],
      ['restore', 'bucket', '--at', written!.id],
    ]) {
      const { code, err } = await run(...args);
      expect(code).toBe(1);
      expect(err).toContain('the history is damaged');
    }
    expect(['a.md', 'b.md'].map((name) => readFileSync(join(vault, 'bucket', name)))).toEqual(blobs);
  });

  it('changes nothing where one piece is not what its name says', async () => {
    const { vault, run, entries } = recordedVault();
    const [, changed] = await entries();
    const [was, other] = ['main~2:bucket/a.md', 'main:bucket/b.md'].map((name) => {
      const id = plainGit(vault, ['rev-parse', `refs/heads/${name}`]);
      return join(vault, '.rappel/history.git/objects', id.slice(0, 2), id.slice(2));
    });
    chmodSync(was!, 0o644);
    writeFileSync(was!, readFileSync(other!));
    const text = readFileSync(join(vault, 'bucket/a.md'), 'utf8');
    expect((await run('undo', changed!.id)).err).toContain('the history is damaged');
    expect(readFileSync(join(vault, 'bucket/a.md'), 'utf8')).toBe(text);
  });
});

describe('undo and restore', () => {
  it('bring back bytes and stamps exactly as they were', async () => {
    const { vault, run, entries } = recordedVault();
    const file = join(vault, 'bucket/a.md');
    const text = readFileSync(file, 'utf8').replace(/^created: .*$/m, 'created: 2019-01-02T03:04:05');
    const old = text.replace(/^updated: .*$/m, 'updated: 2019-02-03T04:05:06');
    writeFileSync(file, old);
    await ok(run('append', 'bucket/b.md', 'x'));
    await ok(run('move', 'bucket/a.md', 'projects/x/moved.md'));
    await ok(run('undo', (await entries())[0]!.id));
    expect(readFileSync(file, 'utf8')).toBe(old);
    expect(existsSync(join(vault, 'projects/x'))).toBe(false);
    await ok(run('delete', 'bucket/a.md'));
    const deleted = (await entries())[0]!;
    await ok(run('undo', deleted.id));
    expect(readFileSync(file, 'utf8')).toBe(old);
    rmSync(file);
    await ok(run('restore', 'bucket/a.md', '--at', (await entries())[0]!.id));
    expect(readFileSync(file, 'utf8')).toBe(old);
  });

  it('do everything or nothing where one destination fails', async () => {
    const { vault, run, entries } = recordedVault();
    await ok(run('move', 'bucket/a.md', 'projects/x/moved.md'));
    const [moved] = await entries();
    // What is taken back goes to the trash, which can't be made.
    writeFileSync(join(vault, '.rappel/trash'), 'in the way');
    const { code, err } = await run('undo', moved!.id);
    expect(code).toBe(1);
    expect(err).toContain('vault/projects/x/moved.md');
    expect(readdirSync(join(vault, 'bucket'))).toEqual(['b.md']);
    expect(readdirSync(join(vault, 'projects/x'))).toEqual(['moved.md']);
    rmSync(join(vault, '.rappel/trash'));
    await ok(run('undo', moved!.id));
    expect(readdirSync(join(vault, 'bucket'))).toEqual(['a.md', 'b.md']);
  });
});

describe('purge', () => {
  it('leaves nothing of a file under any name that it had', async () => {
    const { vault, run, entries } = recordedVault();
    const secret = 'a letter of hunter2hunter2';
    await ok(run('write', 'bucket/secret.md', secret));
    await ok(run('move', 'bucket/secret.md', 'projects/x/renamed.md'));
    await ok(run('append', 'projects/x/renamed.md', 'and hunter3hunter3'));
    await ok(run('move', 'projects/x', 'projects/y'));
    // Another file takes the old name, and stays.
    await ok(run('write', 'bucket/secret.md', 'harmless'));
    await ok(run('delete', 'projects/y/renamed.md'));
    await ok(run('restore', 'projects/y', '--at', (await entries())[1]!.id));
    const bytes = Buffer.from(secret);
    const input = { text: secret, inbox_ref: null, images: [{ name: 'a', media_type: 'image/png', bytes }] };
    const status = { ...FRESH, state: 'done', accepted: '2025-07-14T18:30:00' } as const;
    changeState(vault, (database) => {
      addUpdate(database, input, { ...status, id: 'told', files: ['vault/bucket/secret.md'] });
      addUpdate(database, input, { ...status, id: 'same' });
    });
    expect(await ok(run('purge', 'projects/y', '--yes'))).toContain('vault/bucket/secret.md');
    const objects = plainGit(vault, ['cat-file', '--batch-all-objects', '--batch']);
    expect(objects).not.toMatch(/hunter|renamed\.md/);
    expect(objects).toContain('harmless');
    const kept = readdirSync(vault, { recursive: true, encoding: 'utf8' }).map((name) => join(vault, name));
    const holding = kept.filter(
      (file) => statSync(file).isFile() && /hunter/.test(readFileSync(file, 'latin1')),
    );
    expect(holding).toEqual([]);
    expect(readFileSync(join(vault, 'bucket/secret.md'), 'utf8')).toContain('harmless');
  });

  it('says where the content still is, or where the file went', async () => {
    const { run } = recordedVault();
    await ok(run('write', 'bucket/secret.txt', 'a letter of hunter2'));
    await ok(run('write', 'bucket/copy.txt', 'a letter of hunter2'));
    const copied = await run('purge', 'bucket/secret.txt', '--yes');
    expect(copied.code).toBe(1);
    expect(copied.err).toContain('its content is still in vault/bucket/copy.txt');
    await ok(run('move', 'bucket/copy.txt', 'bucket/moved.txt'));
    const moved = await run('purge', 'bucket/copy.txt', '--yes');
    expect(moved.code).toBe(1);
    expect(moved.err).toContain('was moved to vault/bucket/moved.txt');
    await ok(run('purge', 'bucket/moved.txt', '--yes'));
  });
});

describe('a history at its limit', () => {
  it('drops nothing of the last 90 days without a yes, and says how full it is', async () => {
    const { vault, env, entries } = recordedVault();
    const limited = { ...env, RAPPEL_HISTORY_LIMIT_MB: '0.001' };
    const run = (...args: string[]) => runCommand(args, { vault, env: limited });
    const noise = (name: string) =>
      Array.from({ length: 500 }, (_, index) =>
        createHash('sha1').update(`${name} ${index}`).digest('hex'),
      ).join('\n');
    for (const name of ['bucket/x.txt', 'bucket/y.txt']) {
      await ok(run('write', name, noise(name)));
      await ok(run('delete', name));
    }
    const before = await entries();
    expect((await run('doctor', '--port', '0')).out).toMatch(/wrong.*history .*all from the last 90 days/);
    expect(await ok(run('status'))).toContain('rappel history --trim');
    expect((await run('history', '--trim')).err).toContain('would be deleted permanently');
    expect(await entries()).toEqual(before);
    await ok(run('history', '--trim', '--yes'));
    const after = await entries();
    expect(after.at(-1)!.reason).toMatch(/^Dropped \d+ entries up to /);
    expect(before.slice(0, after.length - 1)).toEqual(after.slice(0, -1));
    expect((await run('doctor', '--port', '0')).out).toContain(after.at(-1)!.reason);
  });
});
