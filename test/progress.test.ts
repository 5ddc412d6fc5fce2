import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPlace, startService } from './soak/harness.js';
import { hasPty, rappelOnTerminal, type Step } from './support/pty.js';
import { rappel } from './support/rappel.js';
import { runCommand } from './support/run-command.js';
import { tempFolder, tempVault } from './support/temp-vault.js';

const loading = (name: string) => ({
  NODE_OPTIONS: `--import=${new URL(`./support/${name}`, import.meta.url).href}`,
});
/** A service reports to another process, whose time is the real one. */
const SLOW_SERVICE = loading('slow-disk.mjs');
/** In a command nobody waits: its time passes with its files. */
const slowCommand = () => ({
  ...loading('disk-time.mjs'),
  RAPPEL_SLOW_FOLDER: realpathSync(tmpdir()),
  RAPPEL_SILENCE: join(tempFolder(), 'silence.json'),
});
const COUNT = 30;

/** Notes outside of any vault. */
function notes(count = COUNT): string {
  const folder = join(tempFolder(), 'notes');
  mkdirSync(folder);
  for (let at = 0; at < count; at++)
    writeFileSync(join(folder, `n${at}.md`), `# Note ${at}\n\nThe kettle of ${at} is blue.\n`);
  return folder;
}

function vaultWithNotes() {
  return tempVault(
    Object.fromEntries(
      Array.from({ length: COUNT }, (_, at) => [`bucket/n${at}.md`, `# Note ${at}\n\nThe kettle is blue.\n`]),
    ),
  );
}

const BAR = (label: string) => new RegExp(`\\r${label} [█░]+ \\d+/\\d+`);

describe.skipIf(!hasPty)('on a slow disk, a terminal shows how far a command is', () => {
  const run = (vault: string, args: string[], steps: Step[] = []) =>
    rappelOnTerminal(args, { vault, steps, columns: 60, env: { ...slowCommand(), NO_COLOR: '1' } });

  it('in an import, an undo and an export, in lines that fit', async () => {
    const { root } = tempVault();
    const imported = await run(root, ['import', notes(), '--yes']);
    expect(imported.code).toBe(0);
    for (const label of ['Importing', 'Indexing']) expect(imported.written).toMatch(BAR(label));
    expect(imported.written).toContain('\rRecording in the history…');
    const exported = await run(root, ['export', join(tempFolder(), 'copy.tar.gz')]);
    expect(exported.written).toMatch(BAR('Exporting'));
    const undone = await run(root, ['undo', 'last']);
    expect(undone.written).toMatch(BAR('Changing files'));
    for (const { written } of [imported, exported, undone]) {
      const lines = written.split(/\r\n|\r|\n/).filter((line) => /[█░]/.test(line));
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(60);
    }
  });

  it('before the first search in a new index, fast and deep', async () => {
    const commands = [
      ['find', 'kettle'],
      ['find', 'kettle', '--deep'],
      ['search', 'what is blue?'],
      ['index', '--rebuild'],
    ];
    const runs = commands.map((args) => ({ args, vault: vaultWithNotes().root }));
    const ended = await Promise.all(
      runs.map(async ({ args, vault }) => ({ args, ...(await run(vault, args)) })),
    );
    for (const { args, code, written } of ended) {
      expect([args, code, written]).toEqual([args, 0, expect.stringMatching(BAR('Indexing'))]);
      // The line is gone before the answer begins.
      expect(written).toMatch(/\r {5,}\r\S/);
    }
  });

  it('while the service works', async () => {
    const place = createPlace();
    onTestFinished(place.remove);
    await runCommand(['import', notes(15), '--yes'], { vault: place.vault, env: place.env });
    await startService(place, { env: SLOW_SERVICE });
    const { vault, env } = place;
    const { code, written } = await rappelOnTerminal(['undo', 'last'], { vault, env });
    expect([code, written]).toEqual([0, expect.stringMatching(BAR('Changing files'))]);
  });
});

it('in a pipe no command shows any of it', async () => {
  const { root } = tempVault();
  const run = (...args: string[]) => rappel(args, { vault: root, env: slowCommand() });
  const commands = [
    ['import', notes(10), '--yes'],
    ['find', 'kettle', '--deep'],
    ['undo', 'last'],
  ];
  for (const args of commands) {
    const { code, out, err } = await run(...args);
    expect([args, code, err.replace(/^not run: .*\n/, '')]).toEqual([args, 0, '']);
    expect(out).not.toMatch(/[█░\r]/);
  }
});
