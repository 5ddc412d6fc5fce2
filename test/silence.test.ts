import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../src/cli/commands.js';
import { hasPty, rappelOnTerminal } from './support/pty.js';
import { tempFolder, tempVault } from './support/temp-vault.js';

const NOTES = 150;
const DISK_TIME = `--import=${new URL('./support/disk-time.mjs', import.meta.url).href}`;

/** The commands that work with many files, in an order in which each finds something to do. */
const LONG: Record<string, (other: string) => string[]> = {
  index: () => [],
  find: () => ['kettle'],
  search: () => ['what is blue?'],
  tree: () => [],
  health: () => [],
  import: (other) => [other, '--yes'],
  undo: () => ['last'],
  status: () => [],
  export: (other) => [`${other}.tar.gz`],
  move: () => ['vault/bucket', 'vault/moved'],
};

/** What all others do, or which of those above does the same. */
const OTHERS: Record<string, readonly string[]> = {
  'reads or changes what it is given, one file or a few': [
    'init',
    'read',
    'concat',
    'write',
    'edit',
    'append',
    'delete',
  ],
  'as find and search': ['orient', 'verify', 'explain', 'call'],
  'as status': ['doctor', 'history', 'show'],
  'as undo': ['redo', 'restore', 'purge'],
  'as import': ['memories', 'sync'],
  'files one update after the other and says so': ['update', 'retry', 'refile', 'inbox', 'dismiss'],
  'settings, which ask a person': [
    'setup',
    'models',
    'install',
    'capture',
    'link',
    'token',
    'autostart',
    'completion',
  ],
  'runs until it is stopped': ['mcp', 'memory-tool', 'hook', 'serve', 'hub', 'demo', 'stop'],
};

function notesIn(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (let at = 0; at < NOTES; at++)
    writeFileSync(join(folder, `n${at}.md`), `# Note ${at}\n\nThe kettle of ${at} is blue. See [[n1]].\n`);
}

describe('no command is silent for more than a second on a terminal', () => {
  it('and each is known to be long or not', () => {
    const listed = [...Object.keys(LONG), ...Object.values(OTHERS).flat()];
    expect(listed.sort()).toEqual(Object.keys(COMMANDS).sort());
  });

  it.skipIf(!hasPty)('where every file takes its time', async () => {
    const { root } = tempVault();
    const other = join(tempFolder(), 'notes');
    notesIn(join(root, 'bucket'));
    notesIn(other);
    const report = join(tempFolder(), 'silence.json');
    for (const [command, argsFor] of Object.entries(LONG)) {
      const env = {
        NODE_OPTIONS: DISK_TIME,
        RAPPEL_SLOW_FOLDER: [root, other].join('|'),
        RAPPEL_SILENCE: report,
        // Each with an index to make.
        XDG_CACHE_HOME: tempFolder(),
        XDG_CONFIG_HOME: tempFolder(),
      };
      const { code, written } = await rappelOnTerminal([command, ...argsFor(other)], { vault: root, env });
      expect.soft([command, code], written).toEqual([command, 0]);
      const { ms, calls } = JSON.parse(readFileSync(report, 'utf8'));
      // The line shows the seconds, and is looked at five times in each.
      expect.soft(ms, `${command}: ${JSON.stringify(calls)}`).toBeLessThanOrEqual(1_250);
    }
  });
});
