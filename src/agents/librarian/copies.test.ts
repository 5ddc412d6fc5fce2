import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../test/support/runs.js';
import type { ScoredUnit, SearchResult } from '../../search/engine.js';
import { type CandidateUnit, withoutCopies } from './passages.js';

/** By its words alone, as `withoutCopies` compares two texts of at least five. */
function areCopies(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.includes(short)) return true;
  const [few, many] = [new Set(a.split(' ')), new Set(b.split(' '))].sort((x, y) => x.size - y.size);
  return [...few!].filter((word) => many!.has(word)).length >= 0.85 * many!.size;
}

/** Every text beside every one that stays. */
function compared(texts: readonly string[]): string[] {
  const kept: string[] = [];
  for (const text of texts) {
    const isLong = (other: string) => new Set(other.split(' ')).size >= 5;
    const at = isLong(text) ? kept.findIndex((other) => isLong(other) && areCopies(text, other)) : -1;
    if (at === -1) kept.push(text);
    else if (text.length > kept[at]!.length) kept[at] = text;
  }
  return kept;
}

it('finds the copies that comparing each text with each other finds', () => {
  const word = fc.constantFrom(...'abcdefghijklmnopqrst').map((letter) => letter.repeat(2));
  const text = fc.array(word, { minLength: 1, maxLength: 24 }).map((words) => words.join(' '));
  const nearly = text.chain((one) =>
    fc.array(word, { maxLength: 3 }).map((more) => [one, [...one.split(' ').slice(1), ...more].join(' ')]),
  );
  fc.assert(
    fc.property(fc.array(nearly, { maxLength: 8 }), (pairs) => {
      const texts = pairs.flat().filter((one) => one !== '');
      const candidates = texts.map((one): CandidateUnit => {
        return {
          unit: { text: one, terms: [] as string[] } as ScoredUnit,
          result: { path: 'vault/bucket/a.md' } as SearchResult,
        };
      });
      expect(withoutCopies(candidates, (kept) => kept).map(({ unit }) => unit.text)).toEqual(compared(texts));
    }),
    { numRuns: runs(300) },
  );
});

it('shows the best of a file in the place of the log entry that names it', () => {
  const results = new Map<string, SearchResult>();
  const of = (path: string, text: string, terms: string[] = []): CandidateUnit => {
    const result = results.get(path) ?? ({ path: `vault/${path}` } as SearchResult);
    results.set(path, result);
    return { unit: { text, terms } as ScoredUnit, result };
  };
  const [log, other, task, second] = [
    of('changelog.md', '## Added: call the plumber (Thursday)\n→ vault/tasks.md'),
    of('changelog.md', '## Bought bread'),
    of('tasks.md', '# Call the plumber'),
    of('tasks.md', '# Sweep the yard'),
  ];
  const merge = (kept: CandidateUnit, first: CandidateUnit) => ({ ...kept, first });
  expect(withoutCopies([log, other, task, second], merge)).toEqual([{ ...task, first: log }, other, second]);
  expect(withoutCopies([task, log, second], merge)).toEqual([task, second]);
  expect(withoutCopies([log, other], merge)).toEqual([log, other]);
  const found = of('changelog.md', '## Added: call the plumber\n→ vault/tasks.md', ['plumber']);
  const asked = of('changelog.md', '## The plumber came', ['plumber']);
  expect(withoutCopies([found, other, task, asked], merge)).toEqual([{ ...task, first: found }, asked]);
});
