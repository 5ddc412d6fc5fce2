import { describe, expect, it } from 'vitest';
import { createLink } from './link.js';
import { PostgresProblem } from './problem.js';

describe('the link to PostgreSQL', () => {
  it('is not tried again before its time, which doubles, and is opened anew when it comes back', async () => {
    let now = 0;
    let opened = 0;
    let isThere = false;
    const open = async () => {
      opened++;
      if (!isThere) throw new PostgresProblem('gone');
      return 'index';
    };
    const link = createLink(open, '', () => now);
    const use = () =>
      link.use(
        async (index) => index,
        ({ message }) => message,
      );
    expect(await use()).toBe('gone');
    expect(await use()).toBe('gone');
    expect(opened).toBe(1);
    now += 1_000;
    expect(await use()).toBe('gone');
    now += 1_000;
    expect(await use()).toBe('gone');
    expect(opened).toBe(2);
    isThere = true;
    now += 1_000;
    expect(link.problem()).toBe('gone');
    expect(await use()).toBe('index');
    expect(await use()).toBe('index');
    expect(opened).toBe(3);
    expect(link.problem()).toBeNull();
  });

  it('passes on errors that are not about PostgreSQL', async () => {
    const link = createLink(async () => 1, '');
    const work = async () => {
      throw new TypeError('wrong');
    };
    await expect(link.use(work, () => {})).rejects.toThrow('wrong');
  });
});
