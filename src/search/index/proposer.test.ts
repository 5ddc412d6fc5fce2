import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/runs.js';
import { CANDIDATES } from '../ranking/parameters.js';
import { keyFor } from '../text/words.js';
import { STRONG_MARK } from './analyse-file.js';
import { createProposer, createScoreAccumulator } from './reader.js';

const LAST_ID = 400;
const ids = fc.uniqueArray(fc.integer({ min: 1, max: LAST_ID }), { maxLength: LAST_ID });
/** The chunks that hold a stem; a part of them holds it strongly. */
const held = fc.record({
  ids,
  strong: fc.double({ min: 0, max: 1, noNaN: true }),
  worth: fc.constantFrom(3, 1, 0.25),
});

type Held = { ids: number[]; strong: number[]; worth: number };

/** What is chosen if every list is read. Once enough chunks are worth more than any new one could become, no new one counts. */
function chosenOfAll(terms: Held[], gone: number[], limit: number): number[] {
  const { strongWorth } = CANDIDATES;
  const scores = createScoreAccumulator();
  scores.begin(LAST_ID);
  let later = terms.reduce((sum, { worth }) => sum + strongWorth * worth, 0);
  const isDecided = () => scores.countAbove(later) >= limit + gone.length;
  for (const { ids, strong, worth } of terms) {
    const decided = isDecided();
    later -= strongWorth * worth;
    scores.add(sorted(strong), strongWorth * worth, null, decided);
    later += worth;
    scores.add(sorted(ids), worth, null, decided || isDecided());
    later -= worth;
    scores.add(sorted(strong), -worth, null, true);
  }
  scores.remove(gone);
  return scores.take(limit);
}

const sorted = (ids: number[]) => Uint32Array.from(ids).sort();

describe('the proposed chunks', () => {
  const proposer = createProposer();

  function propose(terms: Held[], gone: number[], limit: number) {
    const asked: string[] = [];
    const idsOf = ([stem]: readonly string[]) => {
      asked.push(stem!);
      const { ids, strong } = terms[Number(stem!.at(-1))]!;
      return sorted(stem!.startsWith(STRONG_MARK) ? strong : ids);
    };
    const proposals = terms.map(({ worth }, index) => ({ keys: [keyFor(`stem${index}`)], worth }));
    const found = proposer.propose(proposals, { idsOf, lastId: LAST_ID, gone: new Set(gone) }, null, limit);
    return { found, asked };
  }

  it('are the same as if every list were read', () => {
    fc.assert(
      fc.property(
        fc.array(held, { minLength: 1, maxLength: 3 }),
        fc.uniqueArray(fc.integer({ min: 1, max: LAST_ID }), { maxLength: 5 }),
        fc.integer({ min: 1, max: 40 }),
        (lists, gone, limit) => {
          const terms = lists.map(({ ids, strong, worth }) => ({
            ids,
            strong: ids.slice(0, strong * ids.length),
            worth,
          }));
          expect(propose(terms, gone, limit).found).toEqual(chosenOfAll(terms, gone, limit));
        },
      ),
      { numRuns: runs(500) },
    );
  });

  it('need no list of chunks that hold the last stem at all, where enough hold it strongly', () => {
    const all = Array.from({ length: 100 }, (_, at) => at + 1);
    const rare = { ids: all.slice(0, 50), strong: all.slice(0, 30), worth: 3 };
    const common = { ids: all, strong: all.slice(10, 60), worth: 1 };
    expect(propose([rare, common], [], 20).asked.at(-1)).toBe(`${STRONG_MARK}stem1`);
    expect(propose([rare, common], [], 21).asked.at(-1)).toBe('stem1');
    expect(propose([rare, common], [99], 20).asked.at(-1)).toBe('stem1');
  });
});
