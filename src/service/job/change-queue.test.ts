import { describe, expect, it, onTestFinished } from 'vitest';
import type { VaultPath } from '../../vault/paths.js';
import { createProblems } from '../events/problems.js';
import { createChangeQueue, type DueChange } from './background-job.js';

const at = (name: string) => name as VaultPath;

/** A queue with this work; `idle` resolves when nothing waits any more. */
function start(work: (due: Iterable<DueChange>) => void) {
  let done: () => void;
  const idle = new Promise<void>((resolve) => {
    done = resolve;
  });
  const queue = createChangeQueue({
    debounceMs: 0,
    problems: createProblems(() => {}),
    work: async (due) => work(due()),
    hasMore: () => false,
    onRest: () => queue.isIdle && done(),
  });
  onTestFinished(() => queue.stop());
  return { queue, idle };
}

describe('a backlog of files', () => {
  it('comes after what changed', async () => {
    const seen: string[] = [];
    const { queue, idle } = start((due) => {
      for (const { path } of due) {
        seen.push(path);
        queue.take(path);
      }
    });
    queue.addBacklog([at('a.md'), at('c.md')].values());
    queue.add(at('b.md'));
    expect(queue.isIdle).toBe(false);
    await idle;
    expect(seen).toEqual(['b.md', 'a.md', 'c.md']);
  });

  it('goes on after work that failed', async () => {
    const seen: string[] = [];
    const { queue, idle } = start((due) => {
      for (const { path } of due) {
        seen.push(path);
        if (path === 'b.md') throw new Error('a disk that is full');
      }
    });
    queue.addBacklog([at('a.md'), at('b.md'), at('c.md')].values());
    await idle;
    expect(seen).toEqual(['a.md', 'b.md', 'c.md']);
  });

  it('lets what is reported meanwhile in between: the whole vault never waits', async () => {
    const files = Array.from({ length: 1_000 }, (_, number) => at(`${number}.md`));
    const reported = new Set<string>();
    let most = 0;
    const { queue, idle } = start((due) => {
      for (const { path } of due) {
        queue.take(path);
        if (reported.has(path)) continue;
        reported.add(path);
        queue.add(path);
        most = Math.max(most, [...queue.paths()].length);
      }
    });
    queue.addBacklog(files.values());
    await idle;
    expect(reported.size).toBe(1_000);
    expect(most).toBeLessThan(500);
  });
});
