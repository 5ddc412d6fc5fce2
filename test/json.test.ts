import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Option, UsageError } from '../src/cli/command.js';
import { COMMANDS } from '../src/cli/commands.js';
import { COMMON_OPTIONS, parseInvocation } from '../src/cli/parse-arguments.js';
import { rappel } from './support/rappel.js';
import { runCommand } from './support/run-command.js';
import { tempFolder, tempVault } from './support/temp-vault.js';

/** They serve others until they are stopped, or print a script for a shell. */
const NO_ANSWER = ['serve', 'demo', 'hook', 'mcp', 'completion'];

/** What a program may ask of each command, in this order: the ones before leave what those after need. */
const CALLS: Record<string, string[][]> = {
  init: [['init']],
  write: [['write', 'bucket/a.md', 'The kettle is blue.']],
  append: [['append', 'bucket/a.md', 'And old.']],
  edit: [['edit', 'bucket/a.md', '--old', 'blue', '--new', 'red']],
  tree: [['tree']],
  read: [['read', 'bucket/a.md']],
  concat: [['concat', 'bucket/a.md']],
  find: [
    ['find', 'kettle'],
    ['find', 'nothingofthekind'],
    ['find', 'kettle', '--deep'],
  ],
  search: [
    ['search', 'what is red?'],
    ['search', 'nothingofthekind'],
  ],
  verify: [['verify', 'REF']],
  explain: [['explain'], ['explain', 'last']],
  call: [
    ['call', 'tree', '{}'],
    ['call', '[{"tool":"tree"}]'],
  ],
  move: [['move', 'bucket/a.md', 'bucket/b.md']],
  delete: [['delete', 'bucket/b.md']],
  history: [['history'], ['history', 'nosuch.md'], ['history', '--trim']],
  show: [['show', 'ENTRY']],
  undo: [
    ['undo', 'last', '--dry-run'],
    ['undo', 'last'],
  ],
  redo: [['redo', 'last']],
  restore: [['restore', 'bucket/b.md', '--at', 'ENTRY']],
  update: [['update', 'A vague idea about nothing.']],
  inbox: [['inbox'], ['inbox', '1'], ['inbox', '1', '--dismiss']],
  refile: [['refile', 'UPDATE', '']],
  retry: [['retry', '--all']],
  dismiss: [['dismiss', 'nosuch']],
  import: [
    ['import', 'NOTES', '--dry-run'],
    ['import', 'NOTES', '--yes'],
    ['import', 'NOTES', '--yes'],
  ],
  export: [['export', 'ARCHIVE']],
  index: [['index'], ['index', '--rebuild']],
  purge: [['purge', 'bucket/notes', '--yes']],
  status: [['status']],
  // With a database: src/cli/doctor/hub-checks.test.ts
  doctor: [
    ['doctor', '--port', '0'],
    ['doctor', '--hub', 'FOLDER'],
    ['doctor', '--hub', 'nosuch'],
  ],
  health: [['health'], ['health', '--kind', 'link'], ['health', 'fix', 'nosuch', '--yes']],
  stop: [['stop']],
  orient: [['orient']],
  memories: [['memories'], ['memories', 'read']],
  'memory-tool': [['memory-tool', '{"command": "view", "path": "/memories"}']],
  link: [['link'], ['link', 'startup-x'], ['link', '--all']],
  capture: [
    ['capture'],
    ['capture', 'pause', 'nosuch'],
    ['capture', 'file'],
    ['capture', 'file', '--no-wait'],
    ['capture', 'remove', 'nosuch', '--yes'],
  ],
  hub: [
    ['hub', 'add', 'FOLDER', 'anna'],
    ['hub', 'add', 'nosuch', 'anna'],
    // Without a database; with one: test/hub-remotes.test.ts
    ['hub', 'add', 'FOLDER', 'nosuch', '--remote', 'FOLDER'],
    ['hub', 'status', 'FOLDER'],
    ['hub', 'remove', 'FOLDER', 'anna'],
    ['hub', 'remove', 'FOLDER', 'nosuch'],
    // Without a database; with one: src/cli/commands/hub-people.test.ts
    ['hub', 'invite', 'FOLDER', 'nosuch', 'ben@example.org'],
    ['hub', 'remove', 'FOLDER', 'nosuch', 'ben@example.org'],
    ['hub', 'people', 'nosuch'],
    ['hub', 'audit', 'nosuch'],
  ],
  token: [['token'], ['token', 'create', 'laptop', '--read-only'], ['token', 'revoke', 'laptop']],
  models: [['models'], ['models', 'use', 'rerank', 'none']],
  setup: [
    ['setup', 'limits'],
    ['setup', 'own'],
    [
      'setup',
      '--provider',
      'openai-compatible',
      '--base-url',
      'http://[::1]:1',
      '--model',
      'm',
      '--no-check',
    ],
    ['setup', '--none'],
  ],
  install: [
    ['install', '--print'],
    ['install', 'cursor', '--yes'],
    ['install', 'cursor', '--undo', '--yes'],
  ],
  sync: [
    ['sync', 'status'],
    ['sync', 'off'],
    ['sync', 'nosuch'],
    ['sync', 'http://127.0.0.1:9/', '--name', 'nosuch'],
    ['sync', 'nosuch', '--encrypt'],
  ],
  autostart: [
    ['autostart', 'on', '--print'],
    ['autostart', 'off'],
  ],
};

describe('--json', () => {
  it('is one JSON value on standard output, for every command that answers', async () => {
    expect([...Object.keys(CALLS), ...NO_ANSWER].sort()).toEqual(Object.keys(COMMANDS).sort());
    const { root } = tempVault({ 'projects/atlas/description.md': '# Atlas\n' });
    const folder = tempFolder();
    const notes = join(folder, 'notes');
    mkdirSync(notes);
    writeFileSync(join(notes, 'n.md'), 'a note\n');
    const ids: Record<string, string[]> = {
      NOTES: [notes],
      ARCHIVE: [join(folder, 'copy.tar.gz')],
      FOLDER: [folder],
    };
    for (const args of Object.values(CALLS).flat()) {
      const words = args.flatMap((word) => ids[word] ?? [word]);
      // What a command leaves open until its process ends is in the way of another program, and the doctor says so.
      const run = args[0] === 'doctor' ? rappel : runCommand;
      const { code, out, err } = await run([...words, '--json'], { vault: root });
      expect([args, out.endsWith('\n'), out.trim().split('\n').length]).toEqual([args, true, 1]);
      const answer = JSON.parse(out);
      const isFailure = args.includes('nosuch');
      expect([args, code, err]).toEqual([args, isFailure ? 1 : 0, isFailure ? expect.any(String) : '']);
      if (!Array.isArray(answer)) expect([args, answer.ok]).toEqual([args, !isFailure]);
      if (args[0] === 'history' && args.length === 1) ids.ENTRY = [answer.entries[1].id];
      if (args[0] === 'search' && answer.files.length > 0)
        Object.assign(ids, { REF: [answer.files[0].ref], ANSWER: [answer.id] });
      if (args[0] === 'update') ids.UPDATE = [answer.id];
    }
  });

  it('is one JSON value for a command that is called wrongly, with the sentence on standard error', async () => {
    const { root } = tempVault();
    for (const name of Object.keys(CALLS)) {
      const { code, out, err } = await runCommand([name, '--nosuchoption', '--json'], { vault: root });
      const { ok, error } = JSON.parse(out);
      expect([name, code, ok, error.code]).toEqual([name, 2, false, 'invalid_input']);
      expect(err).toContain(`[error] unknown option --nosuchoption; `);
    }
  });
});

describe('an option', () => {
  it('with a wrong value is wrong usage that names it as typed, in every command', async () => {
    for (const [name, load] of Object.entries(COMMANDS)) {
      const command = await load();
      for (const [option, declared] of Object.entries({ ...command.options, ...COMMON_OPTIONS }))
        for (const value of wrongValues(declared)) {
          const words = [...new Array(command.arguments.least).fill('x'), `--${option}`, value];
          const parse = () => parseInvocation(name, command, words, UNUSED);
          expect(parse, `${name} ${words.join(' ')}`).toThrow(UsageError);
          expect(parse, `${name} ${words.join(' ')}`).toThrow(`--${option}: got "${value}", expected `);
        }
    }
  });
});

function wrongValues({ value, choices, least, most }: Option): string[] {
  return [
    ...(choices === undefined ? [] : ['nosuch', '']),
    ...(value === 'N' ? ['many', '1.5', ''] : []),
    ...(least === undefined ? [] : [String(least - 1)]),
    ...(most === undefined ? [] : [String(most + 1)]),
  ];
}

const UNUSED = {} as Parameters<typeof parseInvocation>[3];
