import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tempFolder, tempVault } from '../../../test/support/temp-vault.js';
import { createAgents } from '../../agents/create-agents.js';
import { openCore } from '../../service/open-core.js';
import { createLocalMemory } from '../local-memory.js';
import { runMemoryCommand } from './memory-tool.js';

function opened(files: Record<string, string> = {}, folder = 'memories') {
  const made = tempVault(files);
  const agents = createAgents({ model: null, key: null, language: 'en' });
  const core = openCore({
    vault: made.vault,
    env: { XDG_CACHE_HOME: tempFolder() },
    agents: async () => agents,
    log: () => {},
  });
  onTestFinished(() => core.close(0));
  const memory = createLocalMemory(core);
  const run = (command: object) => runMemoryCommand({ vault: made.vault, memory, folder }, command);
  return { ...made, memory, run };
}

const view = (path = '/memories', view_range?: number[]) => ({ command: 'view', path, view_range });
const create = (path: string, file_text: string) => ({ command: 'create', path, file_text });
const LISTED = (path: string) =>
  `Here're the files and directories up to 2 levels deep in ${path}, excluding hidden items and node_modules:`;

describe('the memory tool', () => {
  it('shows folders two levels deep with their sizes, and an empty one before the first file', async () => {
    const { run } = opened({
      'memories/b.txt': 'x'.repeat(1536),
      'memories/a/c/deep.txt': '12345',
      'memories/.hidden': 'x',
      'memories/node_modules/x.js': 'x',
      'profile.md': 'not a memory',
    });
    expect(await run(view())).toBe(
      [
        LISTED('/memories'),
        '1.5K\t/memories',
        '1.5K\t/memories/b.txt',
        '5B\t/memories/a/',
        '5B\t/memories/a/c/',
      ].join('\n'),
    );
    expect(await opened().run(view())).toBe(`${LISTED('/memories')}\n0B\t/memories`);
  });

  it('shows a file as it was written, without the fields that Rappel keeps, or a range of it', async () => {
    const { run, get } = opened();
    const text = '# Notes\n\nMarie prefers mornings.\n';
    expect(await run(create('/memories/people/marie.md', text))).toBe(
      'File created successfully at: /memories/people/marie.md',
    );
    expect(get('memories/people/marie.md')).toMatch(/^---\ncreated: /);
    expect(await run(view('/memories/people/marie.md'))).toBe(
      "Here's the content of /memories/people/marie.md with line numbers:\n     1\t# Notes\n     2\t\n     3\tMarie prefers mornings.",
    );
    expect(await run(view('/memories/people/marie.md', [3, -1]))).toMatch(
      /:\n {5}3\tMarie prefers mornings\.$/,
    );
    expect(await run(create('/memories/people/marie.md', text))).toBe(
      'Error: File /memories/people/marie.md already exists',
    );
    expect(await run(view('/memories/none.md'))).toBe(
      'The path /memories/none.md does not exist. Please provide a valid path.',
    );
  });

  it('replaces what occurs once, and says why it replaced nothing', async () => {
    const { run, get } = opened({ 'memories/a.md': '---\ntitle: A\n---\none\ntwo\none more\n' });
    const replace = (old_str: string, new_str: string, path = '/memories/a.md') =>
      run({ command: 'str_replace', path, old_str, new_str });
    expect(await replace('two\none', '2\n1')).toBe(
      'The memory file has been edited. Here is the snippet showing the change (with line numbers):\n     3\t---\n     4\tone\n     5\t2\n     6\t1 more',
    );
    expect(get('memories/a.md')).toContain('title: A');
    expect(await replace('three', '3')).toBe(
      'No replacement was performed, old_str `three` did not appear verbatim in /memories/a.md.',
    );
    expect(await replace('o', '0')).toBe(
      'No replacement was performed. Multiple occurrences of old_str `o` in lines: 4, 6. Please ensure it is unique',
    );
    const missing = 'Error: The path /memories/b does not exist. Please provide a valid path.';
    expect(await replace('x', 'y', '/memories/b')).toBe(missing);
  });

  it('inserts below a line', async () => {
    const { run, get } = opened({ 'memories/a.txt': 'one\ntwo\n' });
    const insert = (insert_line: number, insert_text: string) =>
      run({ command: 'insert', path: '/memories/a.txt', insert_line, insert_text });
    expect(await insert(0, 'zero\n')).toBe('The file /memories/a.txt has been edited.');
    await insert(3, 'three');
    expect(get('memories/a.txt')).toBe('zero\none\ntwo\nthree\n');
    expect(await insert(5, 'x')).toBe(
      'Error: Invalid `insert_line` parameter: 5. It should be within the range of lines of the file: [0, 4]',
    );
    expect(await run({ command: 'insert', path: '/memories/none', insert_line: 0, insert_text: 'x' })).toBe(
      'Error: The path /memories/none does not exist',
    );
  });

  it('renames and deletes files and folders, never over another, and every change can be undone', async () => {
    const { run, memory, get } = opened({ 'memories/a/b.txt': 'b', 'memories/c.txt': 'c' });
    const rename = (old_path: string, new_path: string) => run({ command: 'rename', old_path, new_path });
    const remove = (path: string) => run({ command: 'delete', path });
    expect(await rename('/memories/a', '/memories/d/e')).toBe(
      'Successfully renamed /memories/a to /memories/d/e',
    );
    expect(await rename('/memories/c.txt', '/memories/d/e/b.txt')).toBe(
      'Error: The destination /memories/d/e/b.txt already exists',
    );
    expect(await rename('/memories/none', '/memories/x')).toBe(
      'Error: The path /memories/none does not exist',
    );
    expect(await remove('/memories/d')).toBe('Successfully deleted /memories/d');
    expect(await remove('/memories/d')).toBe('Error: The path /memories/d does not exist');
    expect(await remove('/memories')).toBe('Error: Cannot delete the /memories directory itself');
    const [latest] = (await memory.run('history/list', { limit: 1 })).entries;
    await memory.run('history/undo', { id: latest!.id });
    expect(get('memories/d/e/b.txt')).toBe('b');
  });

  it.each([
    '/memories/../profile.md',
    '/memories/%2e%2e/../../etc/passwd',
    '/profile.md',
    'profile.md',
    '/memoriesx/a',
    '/memories/link/profile.md',
    '/memories/.rappel',
    '/memories/outside/passwd',
  ])('never leaves its folder: %s', async (path) => {
    const { run, root, get } = opened({ 'memories/a.txt': 'a', 'profile.md': 'mine' });
    symlinkSync(root, join(root, 'memories', 'link'));
    symlinkSync('/etc', join(root, 'memories', 'outside'));
    const commands = [
      view(path),
      create(path, 'x'),
      { command: 'str_replace', path, old_str: 'mine', new_str: 'yours' },
      { command: 'insert', path, insert_line: 0, insert_text: 'x' },
      { command: 'delete', path },
      { command: 'rename', old_path: '/memories/a.txt', new_path: path },
      { command: 'rename', old_path: path, new_path: '/memories/b.txt' },
    ];
    for (const command of commands)
      expect(await run(command)).toMatch(/^Error: The path .* is not in \/memories/);
    expect(get('profile.md')).toBe('mine');
  });

  it('says what is wrong with a command', async () => {
    const { run } = opened();
    expect(await run({ command: 'format', path: '/memories' })).toMatch(
      /^Error: Invalid `command` parameter: /,
    );
    expect(await run({ command: 'create', path: '/memories/a' })).toMatch(
      /^Error: Invalid `file_text` parameter: /,
    );
  });
});
