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

  it('counts questions that fail together once, and is not lost by one that fails late', async () => {
    let now = 0;
    let opened = 0;
    const link = createLink(
      async () => ++opened,
      '',
      () => now,
    );
    const fails: (() => void)[] = [];
    const failLater = () =>
      link.use(
        () =>
          new Promise<string>((_, reject) => {
            fails.push(() => reject(new PostgresProblem('gone')));
          }),
        ({ message }) => message,
      );
    const asked = [failLater(), failLater(), failLater()];
    await Promise.resolve();
    for (const fail of fails.slice(0, 2)) fail();
    expect(await Promise.all(asked.slice(0, 2))).toEqual(['gone', 'gone']);
    now += 1_000;
    const use = () =>
      link.use(
        async (index) => index,
        () => 0,
      );
    expect(await use()).toBe(2);
    fails[2]!();
    expect(await asked[2]).toBe('gone');
    expect([await use(), link.problem()]).toEqual([2, null]);
  });

  it('passes on errors that are not about PostgreSQL', async () => {
    const link = createLink(async () => 1, '');
    const work = async () => {
      throw new TypeError('wrong');
    };
    await expect(link.use(work, () => {})).rejects.toThrow('wrong');
  });
});
