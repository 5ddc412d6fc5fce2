import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Memory } from '../memory/memory.js';
import { RappelError } from '../shared/errors.js';
import { READS } from '../tools/define-tool.js';
import { callTool } from './call-tool.js';
import type { McpTool } from './mcp-tool.js';

const busyTool: McpTool = {
  name: 'find',
  title: 'Find',
  description: '',
  input: z.object({}),
  hints: READS,
  async call() {
    throw new RappelError('busy', 'search.too_many');
  },
};

function callWith(signal: AbortSignal) {
  return callTool(busyTool, {}, { memory: {} as Memory, reading: { seen: {} }, signal, progress() {} });
}

describe('a call that is refused because the service is busy', () => {
  it('says once to try again, and is held back: clients that retry at once would leave no time for answers', async () => {
    const began = performance.now();
    const { isError, content } = await callWith(new AbortController().signal);
    expect(performance.now() - began).toBeGreaterThan(140);
    expect(isError).toBe(true);
    expect(content).toEqual([
      {
        type: 'text',
        text: '[error] too many searches at once for this machine\nTry again in a moment, or ask less often.',
      },
    ]);
  });

  it('ends when the client gives it up', async () => {
    const cancel = new AbortController();
    const call = callWith(cancel.signal);
    const failed = expect(call).rejects.toThrow('abort');
    await setImmediate();
    cancel.abort();
    await failed;
  });
});
