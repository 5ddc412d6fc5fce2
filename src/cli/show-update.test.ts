import { describe, expect, it, vi } from 'vitest';
import type { Memory } from '../memory/memory.js';
import type { UpdateStatus } from '../service/updates/update-status.js';
import type { Invocation } from './command.js';
import { followUpdate } from './show-update.js';

const [ACCEPTED, DONE] = ['accepted', 'done'].map((state) => ({ id: 'u1', state }) as UpdateStatus);

type Follow = (name: string, input: object, context?: { signal?: AbortSignal }) => Promise<UpdateStatus>;

function following(follow: Follow, { wait = false, isServed = true } = {}) {
  const run: Follow = async (name, ...given) =>
    name === 'updates/find' ? ACCEPTED! : follow(name, ...given);
  const memory = { isServed: async () => isServed, run };
  const invocation = { flag: (name: string) => name === 'wait' && wait };
  return followUpdate(invocation as unknown as Invocation, memory as unknown as Memory, 'u1');
}

const untilAborted = (signal: AbortSignal | undefined) =>
  new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));

describe('an update that a service files', () => {
  it('is told as what became of it, if that takes a moment', async () => {
    expect(await following(async () => DONE!)).toBe(DONE);
  });

  it('is told as accepted where it takes longer, whether following ends or fails then', async () => {
    const began = performance.now();
    const ended = following(async (_name, _input, context) =>
      untilAborted(context?.signal).then(() => ACCEPTED!),
    );
    const failed = following(async (_name, _input, context) => {
      await untilAborted(context?.signal);
      throw new Error('aborted');
    });
    expect(await Promise.all([ended, failed])).toEqual([ACCEPTED, ACCEPTED]);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it('is waited for without an end where that is asked for, or where this process files it', async () => {
    const follow = vi.fn(async () => DONE!);
    await following(follow, { wait: true });
    await following(follow, { isServed: false });
    for (const [, , context] of follow.mock.calls as unknown[][]) expect(context).toBeUndefined();
    expect(follow).toHaveBeenCalledTimes(2);
  });

  it('says why it can not be followed', async () => {
    const gone = following(async () => {
      throw new Error('the service is gone');
    });
    await expect(gone).rejects.toThrow('the service is gone');
  });
});
