import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/support/runs.js';
import { has } from '../../test/support/system.js';
import { tempFolder } from '../../test/support/temp-vault.js';
import { unifiedDiff } from './diff.js';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', '', '- x', '+ y', '--- z', '@@ -1 +1 @@', ' s'), {
  maxLength: 14,
});

/** A new version made of the old one by a few changes, as edits make them. */
const versions = lines.chain((before) =>
  fc.array(fc.tuple(fc.nat(before.length), fc.nat(3), lines), { maxLength: 3 }).map((changes) => {
    const after = [...before];
    for (const [at, count, fresh] of changes) after.splice(at, count, ...fresh);
    return { before, after };
  }),
);

const texts = fc.oneof(versions, fc.record({ before: lines, after: lines }));

describe('unifiedDiff', () => {
  it('applied to the old text gives the new one', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async ({ before, after }) => {
        expect(apply(before, await unifiedDiff('vault/x.md', before, after))).toEqual(after);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('is empty for equal texts, and never shows more than 2 lines of context', async () => {
    await fc.assert(
      fc.asyncProperty(versions, async ({ before, after }) => {
        const diff = await unifiedDiff('x', before, after);
        expect(diff === '').toBe(JSON.stringify(before) === JSON.stringify(after));
        for (const { body } of hunksOf(diff)) {
          expect(body.findIndex((line) => line[0] !== ' ')).toBeLessThan(3);
          expect([...body].reverse().findIndex((line) => line[0] !== ' ')).toBeLessThan(3);
          expect(body.join('\n')).not.toMatch(/(?:^|\n) .*\n .*\n .*\n .*\n ./);
        }
      }),
    );
  });

  it('stays quick and right where a long part of the texts is all different', async () => {
    const around = fc.array(fc.constantFrom('a', 'b'), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(around, around, async (head, tail) => {
        const before = [...head, ...Array.from({ length: 2_000 }, (_, index) => `old ${index}`), ...tail];
        const after = [...head, ...Array.from({ length: 3_000 }, (_, index) => `new ${index}`), ...tail];
        const diff = await unifiedDiff('x', before, after);
        expect(apply(before, diff)).toEqual(after);
        expect(diff.split('\n')).toHaveLength(
          3 + 5_000 + Math.min(2, head.length) + Math.min(2, tail.length),
        );
      }),
      { numRuns: 10 },
    );
  });

  it('shows two changes far apart as two, and names the file as it is', async () => {
    const before = Array.from({ length: 3000 }, (_, index) => `line ${index}`);
    const after = ['first', ...before.slice(1, -1), 'last'];
    expect(await unifiedDiff('vault/été.md', before, after)).toBe(
      [
        '--- vault/été.md\n+++ vault/été.md',
        '@@ -1,3 +1,3 @@\n-line 0\n+first\n line 1\n line 2',
        '@@ -2998,3 +2998,3 @@\n line 2997\n line 2998\n-line 2999\n+last',
      ].join('\n'),
    );
  });

  it.skipIf(!has('patch'))('is understood by patch', async () => {
    const folder = tempFolder();
    const file = join(folder, 'x.md');
    await fc.assert(
      fc.asyncProperty(versions, async ({ before, after }) => {
        const diff = await unifiedDiff('x.md', before, after);
        fc.pre(diff !== '' && before.length > 0 && after.length > 0);
        writeFileSync(file, before.map((line) => `${line}\n`).join(''));
        execFileSync('patch', ['-s', '--no-backup-if-mismatch', '-F0', file], {
          input: `${diff}\n`,
          cwd: folder,
        });
        expect(readFileSync(file, 'utf8')).toBe(after.map((line) => `${line}\n`).join(''));
      }),
      { numRuns: 40 },
    );
  });
});

function hunksOf(
  diff: string,
): { oldStart: number; oldCount: number; newStart: number; newCount: number; body: string[] }[] {
  const rest = diff.split('\n').slice(2);
  const hunks = [];
  for (let at = 0; at < rest.length; ) {
    const header = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@$/.exec(rest[at++]!)!;
    const [oldStart, oldCount, newStart, newCount] = [1, 2, 3, 4].map((group) => Number(header[group] ?? 1));
    const body: string[] = [];
    for (let o = 0, n = 0; o < oldCount! || n < newCount!; at++) {
      body.push(rest[at]!);
      if (rest[at]![0] !== '+') o++;
      if (rest[at]![0] !== '-') n++;
    }
    hunks.push({ oldStart: oldStart!, oldCount: oldCount!, newStart: newStart!, newCount: newCount!, body });
  }
  return hunks;
}

/** A patcher that believes every number and checks every line. */
function apply(before: readonly string[], diff: string): string[] {
  const after: string[] = [];
  let next = 0;
  for (const { oldStart, oldCount, newStart, newCount, body } of hunksOf(diff)) {
    const start = oldCount === 0 ? oldStart : oldStart - 1;
    while (next < start) after.push(before[next++]!);
    expect(after.length).toBe(newCount === 0 ? newStart : newStart - 1);
    for (const line of body) {
      if (line[0] !== '+') expect(line.slice(1)).toBe(before[next++]);
      if (line[0] !== '-') after.push(line.slice(1));
    }
  }
  while (next < before.length) after.push(before[next++]!);
  return after;
}
