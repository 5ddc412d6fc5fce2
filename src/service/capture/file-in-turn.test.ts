import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../../test/support/temp-vault.js';
import { askForFiling, fileInTurn } from './file-in-turn.js';

const turnOfLoop = () => new Promise((resolve) => setImmediate(resolve));

describe('filing what was captured', () => {
  it('runs once at a time, ends at once in a second process, and leaves nothing that came meanwhile', async () => {
    const root = tempFolder();
    const waiting: number[] = [];
    const filed: number[] = [];
    let running = 0;
    let runs = 0;
    const file = async () => {
      expect(++running).toBe(1);
      runs++;
      for (const one of waiting.splice(0)) {
        filed.push(one);
        await turnOfLoop();
      }
      running--;
    };
    const hook = async (number: number) => {
      for (let at = 0; at < number % 7; at++) await turnOfLoop();
      waiting.push(number);
      await fileInTurn(root, file);
    };
    await Promise.all(Array.from({ length: 60 }, (_, number) => hook(number)));
    expect(filed.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, number) => number));
    expect(runs).toBeLessThan(20);
  });

  it('looks again for what a second process asked for at the very end', async () => {
    const root = tempFolder();
    let runs = 0;
    let second = 0;
    await fileInTurn(root, async () => {
      if (++runs > 1) return;
      expect(askForFiling(root)).toBe(true);
      await fileInTurn(root, async () => void second++);
    });
    expect([runs, second]).toEqual([2, 0]);
    expect(askForFiling(root)).toBe(false);
  });

  it('waits for another process if it is to end when all is filed', async () => {
    const root = tempFolder();
    const order: string[] = [];
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const first = fileInTurn(root, async () => {
      await gate;
      order.push('filed');
    });
    const second = fileInTurn(root, async () => {}, { waits: true }).then(() => order.push('ended'));
    for (let at = 0; at < 10; at++) await turnOfLoop();
    open();
    await Promise.all([first, second]);
    expect(order[0]).toBe('filed');
    expect(order).toContain('ended');
  });

  it('passes a failure on and lets the next one in', async () => {
    const root = tempFolder();
    const failing = fileInTurn(root, () => Promise.reject(new Error('full')));
    await expect(failing).rejects.toThrow('full');
    let runs = 0;
    await fileInTurn(root, async () => void runs++);
    expect(runs).toBe(1);
  });
});
