import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasPty, rappelOnTerminal, type Step } from './support/pty.js';
import { runCommand } from './support/run-command.js';
import { tempFolder, tempVault } from './support/temp-vault.js';

const SLOW = { NODE_OPTIONS: `--import=${new URL('./support/slow-disk.mjs', import.meta.url).href}` };

/** Everything in a folder, by name; the cache of the index and the state of locks say nothing about the user's data. */
function contentOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('/.cache/') && !path.includes('/.rappel/'));
  return Object.fromEntries(names.map((path) => [path, readFileSync(path, 'utf8')]));
}

function folderOf(count: number): string {
  const folder = join(tempFolder(), 'notes');
  mkdirSync(folder);
  for (let at = 0; at < count; at++) writeFileSync(join(folder, `n${at}.md`), `# Note ${at}\n\nkettle\n`);
  return folder;
}

interface Question {
  name: string;
  args(vault: string): string[] | Promise<string[]>;
  /** The answers before the question. */
  before?: Step[];
  /** The end of the question. */
  wait: string;
  env?(): NodeJS.ProcessEnv;
}

const PROVIDER: Step = { wait: 'Provider (', send: 'openai-compatible\r' };
const QUESTIONS: Question[] = [
  { name: 'import', args: () => ['import', folderOf(1)], wait: '[y/N] ' },
  {
    name: 'import of an export',
    async args(vault) {
      const archive = join(tempFolder(), 'copy.tar.gz');
      await runCommand(['export', archive], { vault });
      return ['import', archive, '--vault', join(tempFolder(), 'other')];
    },
    wait: '[y/N] ',
  },
  { name: 'install', args: () => ['install', 'cursor'], wait: '[y/N] ' },
  {
    name: 'install --undo',
    async args(vault) {
      await runCommand(['install', 'cursor', '--yes'], { vault });
      return ['install', 'cursor', '--undo'];
    },
    wait: '[y/N] ',
  },
  { name: 'setup, the provider', args: () => ['setup'], wait: 'Provider (' },
  { name: 'setup, the address', args: () => ['setup'], before: [PROVIDER], wait: 'Address (' },
  {
    name: 'setup, the model',
    args: () => ['setup'],
    before: [PROVIDER, { wait: 'Address (', send: 'http://127.0.0.1:1/v1\r' }],
    wait: 'Model: ',
  },
  { name: 'setup, the key', args: () => ['setup', '--provider', 'mistral', '--model', 'm'], wait: 'Key (' },
  { name: 'undo', args: (vault) => changedSince(vault, 'undo'), wait: '[y/N] ' },
  {
    name: 'inbox',
    async args(vault) {
      await runCommand(['update', 'A vague idea about nothing.'], { vault });
      return ['inbox'];
    },
    wait: 'q quits): ',
  },
  { name: 'update, typed', args: () => ['update'], wait: 'end with Ctrl-D.\n' },
];

/** An entry whose very line was changed since: undo asks. */
async function changedSince(vault: string, command: string): Promise<string[]> {
  await runCommand(['append', 'tasks.md', '# Call Marie\nstatus: open'], { vault });
  const file = join(vault, 'tasks.md');
  const { entries } = JSON.parse((await runCommand(['history', '--json'], { vault })).out);
  writeFileSync(file, readFileSync(file, 'utf8').replace('status: open', 'status: doing'));
  return [command, entries[0].id];
}

describe.skipIf(!hasPty)('a question', () => {
  for (const { name, args, before = [], wait, env = () => ({}) } of QUESTIONS)
    it(`of ${name} that is ended with Ctrl-C or Ctrl-D: 130, not a word, nothing changed`, async () => {
      const { root } = tempVault({ 'tasks.md': '# Water\n', 'projects/atlas/state.md': '# Atlas\n' });
      const words = await args(root);
      const then = contentOf(root);
      // Text that is typed ends with Ctrl-D: that is no way to leave it.
      const keys = name === 'update, typed' ? ['\x03'] : ['\x03', '\x04'];
      for (const key of keys) {
        const isBusy = name === 'update, typed' ? { isBusy: true as const } : {};
        const { code, written } = await rappelOnTerminal(words, {
          vault: root,
          env: env(),
          steps: [...before, { wait, send: key, ...isBusy }],
        });
        expect([code, written]).toEqual([130, expect.not.stringMatching(/error|problem|abort|cancel/i)]);
        // Nothing follows the question but the end of its line.
        expect(written.slice(written.lastIndexOf(wait) + wait.length)).toMatch(/^[^\n]*\r?\n?$/);
        expect(contentOf(root)).toEqual(then);
      }
    });
});

describe.skipIf(!hasPty)('Ctrl-C while a command works', () => {
  const interrupted = (vault: string, args: string[], wait: string) =>
    rappelOnTerminal(args, { vault, env: SLOW, steps: [{ wait, send: '\x03', isBusy: true }] });

  it('stops an import between two files, and says how to take it back or to go on', async () => {
    const { root } = tempVault();
    const folder = folderOf(40);
    const { code, written } = await interrupted(root, ['import', folder, '--yes'], 'Importing');
    const [, done, id] = /Stopped: (\d+) of 40 files are imported.*\r?\n.*rappel undo (\w+)/.exec(written)!;
    expect([code, readdirSync(join(root, 'bucket', 'notes')).length]).toEqual([130, Number(done)]);
    expect((await runCommand(['undo', id!], { vault: root })).code).toBe(0);
    expect(existsSync(join(root, 'bucket', 'notes'))).toBe(false);
    expect((await runCommand(['import', folder, '--yes'], { vault: root })).out).toContain(
      'Imported 40 files',
    );
  });

  it('leaves nothing of an export', async () => {
    const { root } = tempVault(
      Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`n${at}.md`, 'x\n'])),
    );
    const folder = tempFolder();
    const { code, written } = await interrupted(root, ['export', join(folder, 'copy.tar.gz')], 'Exporting');
    expect([code, readdirSync(folder)]).toEqual([130, []]);
    // The line of the progress is gone too.
    expect(written).toMatch(/\r {9,}\r$/);
  });

  it('puts the files of an undo back', async () => {
    const { root } = tempVault();
    await runCommand(['import', folderOf(40), '--yes'], { vault: root });
    const then = contentOf(join(root, 'bucket'));
    const { code, written } = await interrupted(root, ['undo', 'last'], 'Changing files');
    expect([code, written]).toEqual([130, expect.stringContaining('Stopped: nothing was changed.')]);
    expect(contentOf(join(root, 'bucket'))).toEqual(then);
    expect((await runCommand(['undo', 'last'], { vault: root })).code).toBe(0);
    expect(existsSync(join(root, 'bucket', 'notes'))).toBe(false);
  });
});
