import { expect, it } from 'vitest';
import { tempVault } from '../../test/support/temp-vault.js';
import type { Memory } from '../memory/memory.js';
import { runCalls } from '../operations/calls.js';
import type { InputOf } from '../operations/list.js';
import type { Core } from '../service/core.js';
import { callOne } from './call-one.js';
import type { McpCall } from './mcp-tool.js';

it('remembers every file that a client reads by calls at the same time, and what it wrote last', async () => {
  const { vault, context } = tempVault({ 'a.md': 'one\n', 'b.md': 'two\n' });
  const core = {
    vault,
    engine: context.engine,
    withWriter: (work: (announce: () => void) => Promise<unknown>) => work(() => {}),
    afterChanges: async () => null,
    recover: async () => {},
  } as unknown as Core;
  let slow: Promise<unknown> = Promise.resolve();
  const memory = {
    async run(_name: string, { calls, ...options }: InputOf<'calls'>) {
      const report = await runCalls(core, calls, options);
      if (calls[0]!.tool === 'read') await slow;
      return report;
    },
  } as unknown as Memory;
  const { signal } = new AbortController();
  const call: McpCall = { memory, reading: { seen: {} }, signal, progress() {} };
  const run = (tool: string, input: object) => callOne(call, { tool, input });
  await Promise.all(['vault/a.md', 'vault/b.md'].map((paths) => run('read', { paths })));
  expect(Object.keys(call.reading.seen).sort()).toEqual(['a.md', 'b.md']);
  slow = run('edit', { path: 'vault/a.md', old_content: 'one', new_content: 'three' });
  await run('read', { paths: 'vault/b.md' });
  await run('write', { path: 'vault/a.md', content: 'four\n' });
});
