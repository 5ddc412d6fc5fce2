import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../../test/support/temp-vault.js';
import { createBudget, MOST_DEPTH, MOST_ENTRIES, problemOfPath } from './limits.js';

const GIB = 1024 ** 3;

describe('the limits of an archive', () => {
  it('stop a small archive that unpacks to very much, and no honest one', () => {
    const bomb = createBudget(1_000_000, tempFolder(), 1e9);
    bomb.unpacked(GIB);
    expect(() => bomb.unpacked(1)).toThrow(/more than 200 times its size/);
    const honest = createBudget(GIB, tempFolder(), 1e9);
    for (let part = 0; part < 20; part++) honest.unpacked(10 * GIB);
    createBudget(1, tempFolder(), 1e9).unpacked(GIB);
  });

  it('leave room on the disk', () => {
    expect(() => createBudget(GIB, tempFolder(), 0).unpacked(1)).toThrow(/has space for/);
  });

  it('count the entries', () => {
    const budget = createBudget(1, tempFolder(), 1);
    for (let entry = 0; entry < MOST_ENTRIES; entry++) budget.entry();
    expect(() => budget.entry()).toThrow(/more than 500000 entries/);
  });

  it('bound depth and length of a path', () => {
    expect(problemOfPath(`${'a/'.repeat(MOST_DEPTH - 1)}a`)).toBeNull();
    expect(problemOfPath(`${'a/'.repeat(MOST_DEPTH)}a`)?.words).toMatch(/deep/);
    expect(problemOfPath('é'.repeat(128))?.words).toMatch(/name is too long/);
    expect(problemOfPath(`${`${'x'.repeat(200)}/`.repeat(20)}a`)?.words).toMatch(/path is too long/);
    for (const path of ['..', 'a/../b', '/a', 'a//b', '.env', 'a/'])
      expect(problemOfPath(path)).not.toBeNull();
  });
});
