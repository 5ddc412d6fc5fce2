import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type RunResult, rappel } from './support/rappel.js';
import { runCommand } from './support/run-command.js';
import { asNobody, canMount, fillDisk, mountSmallDisk } from './support/system.js';
import { tempFolder, tempVault } from './support/temp-vault.js';

/** What no sentence about a disk may say. */
function sober(result: RunResult): RunResult {
  expect(result.out + result.err).not.toMatch(/damaged|as it was|unexpected problem|\bE[A-Z]{4,}\b|\n\s+at /);
  return result;
}

describe.skipIf(asNobody === null)('a part of the state that this user can not read', () => {
  async function vaultOfNobody() {
    const { root } = tempVault({ 'tasks.md': '# Water\n' });
    const home = tempFolder();
    spawnSync('chown', ['-R', '65534:65534', root, home]);
    const run = async (...args: string[]) =>
      sober(await rappel(args, { vault: root, by: asNobody!, env: { HOME: home } }));
    expect((await run('update', 'Call Marie about the kites')).code).toBe(0);
    const without = async (part: string, work: () => Promise<void>) => {
      const path = join(root, '.rappel', part);
      const { mode } = statSync(path);
      chmodSync(path, 0);
      await work().finally(() => chmodSync(path, mode));
    };
    return { root, home, run, without };
  }

  it('is named; what else there is to read is read', async () => {
    const { root, home, run, without } = await vaultOfNobody();
    const target = join(home, 'copy.tar.gz');
    for (const [part, readable] of [
      ['', []],
      ['state.db', ['history']],
      ['history.git', []],
      ['history.git/objects', []],
      ['history.git/refs/heads/main', []],
      ['format.json', []],
    ] as const)
      await without(part, async () => {
        const path = join(root, '.rappel', part);
        expect((await run('find', 'kites')).out).toContain('Call Marie');
        const status = await run('status');
        expect([part, status.code, status.out]).toEqual([
          part,
          0,
          expect.stringContaining('permission denied'),
        ]);
        for (const command of [['history'], ['export', target]]) {
          const { code, err } = await run(...command);
          const isRead = readable.some((name) => name === command[0]);
          expect([part, command, code]).toEqual([part, command, isRead ? 0 : 1]);
          if (!isRead) expect(err).toMatch(/permission denied/);
          if (!isRead && command[0] === 'history')
            expect(err).toContain(`[error] ${path.replace(/\/$/, '')}: `);
        }
        rmSync(target, { force: true });
      });
  });

  it('is never begun anew: the history is there again with its permissions', async () => {
    const { run, without } = await vaultOfNobody();
    const listed = async () => JSON.parse((await run('history', '--json')).out).entries as { id: string }[];
    const before = await listed();
    await without('history.git/refs/heads/main', async () => {
      await run('update', 'Call Bob about the ropes');
    });
    expect((await listed()).map(({ id }) => id)).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
  });
});

describe.skipIf(!canMount)('a disk that fills', () => {
  /** A disk with a vault, and notes elsewhere that need more than the disk has. */
  async function smallVault() {
    const disk = mountSmallDisk();
    const vault = join(disk, 'vault');
    const home = tempFolder();
    const run = async (...args: string[]) => sober(await rappel(args, { vault, env: { HOME: home } }));
    await run('init');
    const notes = join(tempFolder(), 'notes');
    mkdirSync(notes);
    for (let at = 0; at < 40; at++) writeFileSync(join(notes, `n${at}.md`), `${at} `.repeat(2_000));
    const written = () => {
      const folder = join(vault, 'bucket', 'notes');
      return spawnSync('ls', [folder], { encoding: 'utf8' }).stdout.split('\n').filter(Boolean).length;
    };
    const grow = (size: string) => execFileSync('mount', ['-o', `remount,size=${size}`, disk]);
    return { disk, run, notes, written, grow };
  }

  it('in the middle of an import says how many files are there, and the import goes on later', async () => {
    const { run, notes, written, grow } = await smallVault();
    const { code, err } = await run('import', notes, '--yes');
    const [, done] = /the disk is full; (\d+) of 40 files are imported\nFree some space/.exec(err) ?? [];
    expect([code, Number(done)]).toEqual([1, written()]);
    expect(written()).toBeLessThan(40);
    grow('10m');
    expect((await run('import', notes, '--yes')).out).toContain(`Done: Imported ${40 - Number(done)} files`);
    expect(written()).toBe(40);
    expect((await run('undo', 'last')).code).toBe(0);
    expect(written()).toBe(Number(done));
  });

  it('in the middle of a redo leaves nothing of it; elsewhere the vault is exported from a full disk', async () => {
    const { disk, run, notes, written, grow } = await smallVault();
    grow('10m');
    await run('import', notes, '--yes');
    await run('undo', 'last');
    fillDisk(disk, 200 * 1024);
    expect(await run('redo', 'last')).toMatchObject({
      code: 1,
      err: expect.stringContaining('the disk is full'),
    });
    expect(written()).toBe(0);
    fillDisk(disk, 0);
    const target = join(tempFolder(), 'copy.tar.gz');
    expect(await run('export', target)).toMatchObject({ code: 0, err: '' });
    const here = await run('export', join(disk, 'copy.tar.gz'));
    expect([here.code, here.err]).toEqual([1, expect.stringContaining('copy.tar.gz: the disk is full')]);
    expect(readdirSync(disk).sort()).toEqual(['ballast', 'vault']);
    for (const command of ['history', 'status', 'tree']) expect((await run(command)).code).toBe(0);
    rmSync(join(disk, 'ballast'));
    expect((await run('redo', 'last')).code).toBe(0);
    expect(written()).toBe(40);
  });
});

describe('a database that the disk damaged', () => {
  it('is set aside, which status and doctor say, and the notes and the history go on', async () => {
    const { root } = tempVault();
    const run = (...args: string[]) => runCommand(args, { vault: root });
    expect((await run('update', 'note: the first one')).code).toBe(0);
    const file = join(root, '.rappel', 'state.db');
    writeFileSync(file, readFileSync(file).fill(7, 0, 5_000));
    for (const command of ['status', 'doctor'])
      expect((await run(command)).out).toMatch(
        /damaged and is now \.rappel\/state-damaged-[\d-]+\.db; notes/,
      );
    expect((await run('update', 'note: the second one')).code).toBe(0);
    const { entries } = JSON.parse((await run('history', '--json')).out);
    expect(entries.map(({ source }: { source: string }) => source)).toEqual(['update', 'update']);
    const [aside] = readdirSync(join(root, '.rappel')).filter((name) => name.startsWith('state-damaged'));
    rmSync(join(root, '.rappel', aside!));
    expect((await run('status')).out).not.toContain('damaged');
  });
});
