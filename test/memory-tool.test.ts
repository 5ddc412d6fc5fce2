import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type MemoryToolHandlers, openMemoryTool } from '../src/sdk/memory-tool.js';
import { BIN } from './support/rappel.js';
import { runCommand } from './support/run-command.js';
import { has } from './support/system.js';
import { tempVault } from './support/temp-vault.js';

/** `betaMemoryTool` of @anthropic-ai/sdk 1.8.0, which is no dependency. */
function betaMemoryTool(handlers: MemoryToolHandlers) {
  const run = (args: { command: keyof MemoryToolHandlers } & Record<string, unknown>) =>
    handlers[args.command].bind(handlers)(args);
  return { type: 'memory_20250818', name: 'memory', run };
}

describe('the memory tool for the Anthropic SDK', () => {
  it('answers commands that come at once, in their order, and ends', async () => {
    const { root, get } = tempVault();
    const memory = openMemoryTool({ vault: root, folder: 'projects/x/memories' });
    onTestFinished(() => memory.close());
    const { run } = betaMemoryTool(memory.handlers);
    const results = await Promise.all([
      run({ command: 'create', path: '/memories/a.txt', file_text: 'un é\n' }),
      run({ command: 'insert', path: '/memories/a.txt', insert_line: 1, insert_text: 'deux' }),
      run({ command: 'view', path: '/memories/a.txt' }),
    ]);
    expect(results.at(-1)).toMatch(/ {5}1\tun é\n {5}2\tdeux$/);
    expect(get('projects/x/memories/a.txt')).toBe('un é\ndeux\n');
    await memory.close();
    const lines = `not json\n${JSON.stringify({ command: 'view', path: '/memories/a.txt' })}\n`;
    const answers = execFileSync(
      process.execPath,
      [BIN, 'memory-tool', '--vault', root, '--folder', 'projects/x/memories'],
      { input: lines, encoding: 'utf8' },
    );
    expect(answers).toMatch(/^\{"content":"Error: malformed JSON.*\n\{"content":"Here's the content/);
    await expect(memory.run({ command: 'view' })).rejects.toThrow('rappel memory-tool has ended');
    const { out } = await runCommand(['history', '--vault', root, '--json']);
    expect(JSON.parse(out).entries).toHaveLength(2);
  });

  it('is rejected where there is no vault', async () => {
    const memory = openMemoryTool({ vault: '/nowhere/at/all' });
    await expect(memory.run({ command: 'view' })).rejects.toThrow(/ended/);
  });

  it.skipIf(!has('python3'))('works the same in Python', () => {
    const { root } = tempVault();
    const folder = fileURLToPath(new URL('../integrations/python', import.meta.url));
    const script = `
import sys
sys.path.insert(0, sys.argv[1])
from rappel_memory import RappelMemory
with RappelMemory(vault=sys.argv[2], command=[sys.argv[3], sys.argv[4]]) as memory:
    print(memory.run({"command": "create", "path": "/memories/a.txt", "file_text": "un é\\n"}))
    print(memory.run({"command": "view", "path": "/memories/a.txt"}))
    print(memory.run({"command": "delete", "path": "/memories/b.txt"}))
`;
    const args = ['-X', 'utf8', '-c', script, folder, root, process.execPath, BIN];
    expect(execFileSync('python3', args, { encoding: 'utf8' })).toBe(
      "File created successfully at: /memories/a.txt\nHere's the content of /memories/a.txt with line numbers:\n     1\tun é\nError: The path /memories/b.txt does not exist\n",
    );
  });

  it('runs one command that a person types', async () => {
    const { root } = tempVault({ 'memories/a.txt': 'x' });
    const { out } = await runCommand([
      'memory-tool',
      '{"command": "view", "path": "/memories"}',
      '--vault',
      root,
    ]);
    expect(out).toContain('1B\t/memories/a.txt');
  });
});
