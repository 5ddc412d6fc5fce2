import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.js';

/** Work that ends when it is told to, and says when it began. */
function createWorks() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    work: (name: string) => () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    },
    async end(name: string) {
      ends.get(name)!();
      await wait(0);
    },
  };
}

const later = () => false;

describe('turns', () => {
  it('open four vaults at once, and those that somebody waits for by then first', async () => {
    const { open } = createTurns();
    const { begun, work, end } = createWorks();
    let isAwaited = false;
    for (const name of ['a', 'b', 'c', 'd', 'e']) void open(later, work(name));
    void open(() => isAwaited, work('f'));
    await wait(0);
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    isAwaited = true;
    await end('c');
    await end('a');
    expect(begun.slice(4)).toEqual(['f', 'e']);
  });

  it('look for changes when no vault is opened, two at once, and at once where the service stops', async () => {
    const { open, catchUp } = createTurns();
    const { begun, work, end } = createWorks();
    const stopping = new AbortController();
    const running = new AbortController().signal;
    void open(later, work('opening'));
    for (const name of ['a', 'b', 'c']) void catchUp(running, later, work(name));
    void catchUp(stopping.signal, later, work('stopped'));
    stopping.abort();
    await wait(0);
    expect(begun).toEqual(['opening', 'stopped']);
    await end('opening');
    expect(begun.slice(2)).toEqual(['a']);
    await end('stopped');
    await end('a');
    expect(begun.slice(3)).toEqual(['b', 'c']);
  });

  it('look for changes in a vault where updates wait, also while others are opened', async () => {
    const { open, catchUp } = createTurns();
    const { begun, work, end } = createWorks();
    const running = new AbortController().signal;
    let isWaited = false;
    void open(later, work('opening'));
    void catchUp(running, later, work('a'));
    void catchUp(running, () => isWaited, work('b'));
    await wait(0);
    expect(begun).toEqual(['opening']);
    isWaited = true;
    void open(later, work('next'));
    await wait(0);
    expect(begun.slice(1).sort()).toEqual(['b', 'next']);
    await end('opening');
    expect(begun).not.toContain('a');
  });

  it('do not wait for one that hangs, or that failed', async () => {
    const { open } = createTurns(20);
    const { begun, work } = createWorks();
    const failed = open(later, () => Promise.reject(new Error('no disk')));
    for (const name of ['a', 'b', 'c', 'd']) void open(later, work(name));
    await expect(failed).rejects.toThrow('no disk');
    const next = open(later, async () => 'opened');
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    expect(await next).toBe('opened');
  });
});
