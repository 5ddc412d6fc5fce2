import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { changedMemories, readMemoryConsent } from '../src/service/capture/own-memories.js';
import { rappel } from './support/rappel.js';
import { runCommand } from './support/run-command.js';
import { tempFolder, tempVault } from './support/temp-vault.js';

/** A home with a repository that Claude Code and Codex have notes on. */
function world() {
  const made = tempVault({ 'projects/startup-x/state.md': 'x' });
  const home = tempFolder();
  const directory = join(home, 'startup-x');
  mkdirSync(join(directory, '.git'), { recursive: true });
  const env = { HOME: home, RAPPEL_VAULT: made.root };
  const claude = join(env.HOME, '.claude', 'projects', directory.replaceAll(/[^A-Za-z0-9]/g, '-'), 'memory');
  const codex = join(env.HOME, '.codex', 'memories');
  for (const folder of [claude, codex]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(claude, 'MEMORY.md'), '- [Tests](tests.md): how to run them\n');
  writeFileSync(join(claude, 'tests.md'), '---\nname: tests\n---\nRun them with pnpm.\n');
  writeFileSync(join(codex, 'MEMORY.md'), '# Task groups\n');
  writeFileSync(join(codex, 'raw_memories.md'), 'raw\n');
  const run = (...words: string[]) => runCommand(words, { env });
  return { ...made, directory, env, claude, run };
}

describe('what assistants note for themselves', () => {
  it('is read where the user agreed, into the project of the directory, and never twice', async () => {
    const { run, directory, root, get, claude, env } = world();
    expect(JSON.parse((await run('memories', 'read', '--directory', directory, '--json')).out).files).toEqual(
      [],
    );
    await run('memories', 'on', 'claude-code');
    await run('memories', 'on', 'codex');
    const read = async () =>
      JSON.parse((await run('memories', 'read', '--directory', directory, '--json')).out).files;
    expect(await read()).toEqual([
      'vault/projects/startup-x/bucket/claude-code-memory/MEMORY.md',
      'vault/projects/startup-x/bucket/claude-code-memory/tests.md',
      'vault/bucket/codex-memory/MEMORY.md',
    ]);
    expect(get('projects/startup-x/bucket/claude-code-memory/tests.md')).toMatch(
      /source: claude-code-memory\n[\s\S]*Run them with pnpm\./,
    );
    expect(changedMemories(root, directory, env)).toEqual([]);
    expect(await read()).toEqual([]);

    writeFileSync(join(claude, 'tests.md'), '---\nname: tests\n---\nRun them with npm.\n');
    expect(await read()).toEqual(['vault/projects/startup-x/bucket/claude-code-memory/tests.md']);
    // Touched, not changed.
    utimesSync(join(claude, 'tests.md'), 1, 1);
    expect(await read()).toEqual([]);
    expect(readdirSync(join(root, 'projects/startup-x/bucket/claude-code-memory'))).toHaveLength(2);

    await run('capture', 'pause', 'startup-x');
    writeFileSync(join(claude, 'new.md'), 'new\n');
    expect(changedMemories(root, directory, env)).toEqual([]);
    await run('capture', 'on', 'startup-x');
    expect(changedMemories(root, directory, env)).toHaveLength(1);
    await run('memories', 'off', 'claude-code');
    expect(changedMemories(root, directory, env)).toEqual([]);
  });

  it('is read by the hook at the start of a session, after `rappel install` was told so', async () => {
    const { run, env, directory, root } = world();
    await run('install', 'claude-code', '--yes', '--no-memories');
    expect(readMemoryConsent(root)).toEqual([]);
    await run('install', 'claude-code', '--yes');
    expect(readMemoryConsent(root)).toEqual(['claude-code']);
    const input = JSON.stringify({ session_id: 's1', cwd: directory, source: 'startup' });
    expect(await rappel(['hook', 'session-start'], { env, input })).toMatchObject({ code: 0, err: '' });
    await vi.waitFor(() => expect(changedMemories(root, directory, env)).toEqual([]), { timeout: 120_000 });
    expect(readdirSync(join(root, 'projects/startup-x/bucket'))).toContain('claude-code-memory');
    await run('install', 'claude-code', '--undo', '--yes');
    expect(readMemoryConsent(root)).toEqual([]);
  });
});
