import { describe, expect, it } from 'vitest';
import { createProblems } from './problems.js';

describe('problems', () => {
  it('are logged when they begin or change, and end when their area works again', async () => {
    const logged: string[] = [];
    const problems = createProblems((message) => logged.push(message));
    const fail = (message: string) => problems.attempt('index', () => Promise.reject(new Error(message)));
    await fail('the disk is full');
    await fail('the disk is full');
    await fail('the disk is gone');
    expect(logged).toHaveLength(2);
    expect(problems.list()).toHaveLength(1);
    expect(await problems.attempt('index', async () => 'done')).toBe('done');
    expect(problems.list()).toEqual([]);
  });

  it('are not what ends because the service stops', async () => {
    const logged: string[] = [];
    const stop = new AbortController();
    const problems = createProblems((message) => logged.push(message), stop.signal);
    const abort = () => problems.attempt('reading history', async () => stop.signal.throwIfAborted());
    stop.abort();
    await abort();
    expect(logged).toEqual([]);
    await problems.attempt('index', () => Promise.reject(new Error('the disk is full')));
    expect(logged).toHaveLength(1);
  });
});
