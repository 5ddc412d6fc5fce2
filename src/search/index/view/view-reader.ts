import type { Key } from '../../text/words.js';
import type { ChunkRow } from '../chunk-rows.js';
import type { Filter, Scope } from '../filters.js';
import type { Index } from '../open-index.js';
import { fileTime } from '../prepare-file.js';
import { createProposer, type Proposal } from '../proposer.js';
import type { SearchReader } from '../searchable.js';
import type { Candidate } from '../word-list.js';
import type { Numbering } from './numbering.js';

/** Questions to a view: its chunks go by their numbers. Counts are exact. */
export function createViewReader(numbering: Numbering): SearchReader {
  const { chunks, indexes, at } = numbering;
  const proposer = createProposer();
  const holding = (stems: readonly string[]) =>
    numbering.numbersOf(indexes.map((index) => ({ index, ids: index.reader.holding(stems) })));
  const countOf = (stem: string) => holding([stem]).length;

  return {
    snapshot: (read) =>
      indexes.reduceRight<() => ReturnType<typeof read>>(
        (inner, { reader }) =>
          () =>
            reader.snapshot(inner),
        read,
      )(),
    candidates: (numbers) => candidatesOf(numbers, numbering),
    describe(number): ChunkRow | null {
      const chunk = at(number);
      if (chunk === null) return null;
      const row = chunk.index.reader.describe(chunk.id);
      return row && { ...row, id: number, date: chunk.date };
    },
    dayOf(number) {
      const chunk = at(number);
      if (chunk === null || chunk.date === null || chunk.date === fileTime(chunk.file.modified)) return null;
      const day = chunk.date.slice(0, 10);
      return /^\d{4}-\d\d-\d\d$/.test(day) ? day : null;
    },
    filterOf: (scopes, from, to) => filterOf(numbering, scopes, from, to),
    countsOf: (terms) =>
      terms.map(({ keys }) => keys.reduce((sum: number, { text }: Key) => sum + countOf(text), 0)),
    propose(terms: readonly Proposal[], filter, limit) {
      const source = { idsOf: holding, lastId: chunks.length, gone: NONE };
      return proposer.propose(terms, source, filter, limit);
    },
    matchAll(groups, filter, limit) {
      const found = indexes.map((index) => ({ index, ids: index.reader.holdingAll(groups) }));
      return proposer.choose(numbering.numbersOf(found), chunks.length, filter, limit);
    },
    wordsLike(start, limit) {
      const words = indexes.flatMap(({ reader }) => reader.wordsLike(start, limit).map(({ term }) => term));
      // Counted when it is looked at: few of them are.
      const counted = [...new Set(words)].map((term) => ({
        term,
        get count() {
          return countOf(term);
        },
      }));
      return counted.slice(0, limit);
    },
  };
}

const NONE: ReadonlySet<number> = new Set();

function candidatesOf(numbers: readonly number[], { at, numberOf }: Numbering): Candidate[] {
  const byIndex = new Map<Index, number[]>();
  for (const number of numbers) {
    const chunk = at(number);
    if (chunk === null) continue;
    byIndex.set(chunk.index, [...(byIndex.get(chunk.index) ?? []), chunk.id]);
  }
  return [...byIndex]
    .flatMap(([index, ids]) =>
      index.reader.candidates(ids).map(({ id, words }) => ({ id: numberOf(index, id), words })),
    )
    .sort((a, b) => a.id - b.id);
}

function filterOf(
  { chunks }: Numbering,
  scopes: readonly Scope[] | null,
  from: string | null,
  to: string | null,
): Filter | null {
  if (scopes === null && from === null && to === null) return null;
  const taken = new Map<string, boolean>();
  const isTaken = (path: string) => {
    const known = taken.get(path) ?? scopes!.some((scope) => scope.takes(path));
    taken.set(path, known);
    return known;
  };
  const filter = new Set<number>();
  chunks.forEach(({ file, date }, index) => {
    const day = date?.slice(0, 10) ?? null;
    const isOfTime =
      (from === null && to === null) ||
      (day !== null && day >= (from ?? '0000-00-00') && day <= (to ?? '9999-99-99'));
    if (isOfTime && (scopes === null || isTaken(file.path))) filter.add(index + 1);
  });
  return filter;
}
