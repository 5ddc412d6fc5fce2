import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasPty, rappelOnTerminal } from './support/pty.js';
import { runCommand } from './support/run-command.js';
import { tempFolder } from './support/temp-vault.js';

const FILES = {
  'a.md': '# Budget\n\nThe budget of the harbour is 400 euros.\n',
  'b.md': '# Budget\n\nThe budget of the harbour is 640 euros.\n',
  'projects/ketch/state.md': '# State\n\nThe ketch is afloat.\n',
};

function notes() {
  const root = tempFolder();
  mkdirSync(join(root, 'projects/ketch'), { recursive: true });
  for (const [path, text] of Object.entries(FILES)) writeFileSync(join(root, path), text);
  const home = tempFolder();
  const run = (...args: string[]) => runCommand([...args, '--vault', root], { env: { HOME: home } });
  return { root, home, run, names: () => readdirSync(root, { recursive: true, encoding: 'utf8' }).sort() };
}

describe('a folder of notes that Rappel never served', () => {
  it('is left as it is by everything that reads it', async () => {
    const { run, names, home } = notes();
    const before = names();
    const target = join(home, 'copy.tar.gz');
    const commands = [
      ['search', 'What is the budget of the harbour?'],
      ['find', 'budget'],
      ['read', 'a.md'],
      ['tree'],
      ['inbox'],
      ['status'],
      ['history'],
      ['health'],
      ['doctor'],
      ['export', target],
    ];
    for (const command of commands) {
      const { code, out, err } = await run(...command);
      expect([command, code === 0 || command[0] === 'doctor', err]).toEqual([command, true, '']);
      expect([command, names()]).toEqual([command, before]);
      if (command[0] === 'search') expect(out).toMatch(/(?:400|640) euros/);
      if (command[0] === 'doctor') {
        expect(out).toMatch(/vault +.*3 files; only read so far/);
        expect(out).toMatch(/history +none yet: no change is recorded/);
      }
    }
  });

  it('answers where the history is damaged, and doctor says that it is', async () => {
    const { root, run } = notes();
    mkdirSync(join(root, '.rappel/history.git/refs/heads'), { recursive: true });
    writeFileSync(join(root, '.rappel/history.git/refs/heads/main'), `${'1'.repeat(40)}\n`);
    const { code, out, err } = await run('search', 'What is the budget of the harbour?');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/(?:400|640) euros/);
    expect((await run('doctor')).out).toMatch(/^(?!ok)\S+ +history/m);
  });

  it.runIf(hasPty)(
    'is told of its new fields before it is served, and asked where there is a terminal',
    async () => {
      const { root, home, names } = notes();
      const before = names();
      const { code, written } = await rappelOnTerminal(['serve', '--port', '0', '--no-open'], {
        vault: root,
        cwd: home,
        env: { HOME: home, RAPPEL_LANGUAGE: 'en' },
        steps: [{ wait: 'Go on?', send: 'n\n' }],
      });
      expect(code).toBe(0);
      expect(written.replaceAll(/\s+/g, ' ')).toContain(
        '3 notes get three fields at their top (created, updated, tokens)',
      );
      expect(names()).toEqual(before);
      expect(readFileSync(join(root, 'a.md'), 'utf8')).toBe(FILES['a.md']);
    },
    60_000,
  );
});
