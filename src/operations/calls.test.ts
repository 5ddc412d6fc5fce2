import { describe, expect, it, onTestFinished } from 'vitest';
import { tempFolder, tempVault } from '../../test/support/temp-vault.js';
import { createAgents } from '../agents/create-agents.js';
import { hasWriters } from '../service/locks/writers.js';
import { openCore } from '../service/open-core.js';
import { runCalls } from './calls.js';

function opened(files: Record<string, string> = {}) {
  const made = tempVault(files);
  const agents = createAgents({ model: null, key: null, language: 'en' });
  const core = openCore({
    vault: made.vault,
    env: { XDG_CACHE_HOME: tempFolder() },
    agents: async () => agents,
    log: () => {},
  });
  onTestFinished(() => core.close(0));
  return { ...made, core };
}

const write = { tool: 'write', input: { path: 'a.md', content: 'un' } };

describe('calls that write', () => {
  it('say where their change is done but could not be recorded', async () => {
    const { core, put } = opened();
    put('.rappel/format.json', '{"format":99}');
    const { outcomes, warning } = await runCalls(core, [write]);
    expect(outcomes).toMatchObject([{ ok: true }]);
    expect(warning).toMatch(/^the change is done, but /);
  });

  it('do not say that something is done where nothing was', async () => {
    const { core, put } = opened();
    put('.rappel/format.json', '{"format":99}');
    const failing = { tool: 'edit', input: { path: 'b.md', old_content: 'x', new_content: 'y' } };
    expect(await runCalls(core, [failing])).toMatchObject({ outcomes: [{ ok: false }], warning: null });
  });

  it('leave no mark that they are at work, and one entry, also where one of them fails', async () => {
    const { core, root } = opened();
    const failing = { tool: 'edit', input: { path: 'b.md', old_content: 'x', new_content: 'y' } };
    await runCalls(core, [write, failing]);
    expect(hasWriters(root)).toBe(false);
    const entries = await (await core.history()).list({ limit: 5 });
    expect(entries.map(({ source, files }) => [source, files.map(({ path }) => path)])).toEqual([
      ['tool', ['a.md']],
    ]);
  });

  it('are refused whole where a tool does not exist', async () => {
    const { core, vault } = opened();
    await expect(runCalls(core, [write, { tool: 'rm' }])).rejects.toMatchObject({ code: 'not_found' });
    expect(vault.resolve('a.md').kind).toBe('missing');
  });
});
