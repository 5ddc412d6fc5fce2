import type { Spread, SpreadFolder } from '../../engine.js';
import type { Folder, FolderTable } from '../../index/folder-table.js';
import type { Index } from '../../index/open-index.js';
import { parseQuery, type Term } from '../../query/parse-query.js';
import { isSmallWord } from '../../text/stop-words.js';
import { askedWordsOf } from '../../text/words.js';

/** More folders than this are compared by the words they share with the text first. */
const MOST_FOLDERS = 16;

/** What the built-in model says of a text. */
export interface TextMeaning {
  /** How telling a word is in its language, from 0 to 1. */
  weightOf(word: string): number;
  /** The chunks nearest to the text, best first. */
  nearest: readonly { id: number; cosine: number }[];
}

/** Counts the words of a text by folder, in one state of the index. */
export function spreadOf(
  { reader, store, foldersBelow }: Index,
  text: string,
  parent: string,
  { weightOf, nearest }: TextMeaning,
): Spread {
  const { terms } = parseQuery(text);
  const raw = askedWordsOf(text).slice(0, terms.length === 0 ? 0 : 1 + terms.at(-1)!.position);
  return reader.snapshot(() => {
    const table = foldersBelow(parent);
    const folders = table.folders();
    const counted = terms
      .filter(({ label }) => !isSmallWord(label))
      .map((term) => ({
        label: labelOf(term, raw),
        byFolder: table.count(reader.holding(term.keys.map(({ text }) => text))),
      }));
    const { chunks, averageLength } = store.totals();
    const cosines = cosinesOf(nearest, table);
    const describe = (place: number) => described(folders[place]!, table, cosines(place));
    const chosen = chooseFolders(
      folders,
      counted.map(({ byFolder }) => byFolder),
    );
    return {
      terms: counted.map(({ label, byFolder }) => ({
        label,
        weight: weightOf(label),
        chunks: byFolder.reduce((sum, count) => sum + count, 0),
        elsewhere: byFolder[0]!,
        inFolders: chosen.map((place) => byFolder[place]!),
      })),
      folders: chosen.map(describe),
      elsewhere: describe(0),
      words: chunks * averageLength,
    };
  });
}

/** The word as written; a date or a tag by its own name. */
function labelOf({ label, form, position }: Term, raw: readonly { raw: string; form: number }[]): string {
  const word = raw[position];
  return form !== 0 && word?.form === form ? word.raw : label;
}

/** The places of the folders that are compared, by name. */
function chooseFolders(folders: readonly Folder[], counts: readonly Uint32Array[]): number[] {
  const shared = new Float64Array(folders.length);
  const filled = [...folders.keys()].filter((place) => place > 0 && folders[place]!.chunks > 0);
  const byName = (a: number, b: number) => (folders[a]!.name! < folders[b]!.name! ? -1 : 1);
  if (filled.length <= MOST_FOLDERS) return filled.sort(byName);
  for (const byFolder of counts) {
    const holding = byFolder.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0);
    const rarity = Math.log(1 + folders.length / Math.max(1, holding));
    for (const place of filled) {
      const count = byFolder[place]!;
      // A folder that is full of a word is named after it, or is about it.
      if (count > 0) shared[place]! += rarity * Math.sqrt(count / folders[place]!.chunks);
    }
  }
  return filled
    .sort((a, b) => shared[b]! - shared[a]! || byName(a, b))
    .slice(0, MOST_FOLDERS)
    .sort(byName);
}

/** The cosine of the nearest chunk of each folder; a folder without one among the nearest has at most the least of theirs. */
function cosinesOf(nearest: TextMeaning['nearest'], table: FolderTable): (place: number) => number {
  const best = new Map<number, number>();
  for (const { id, cosine } of nearest) {
    const place = table.placeOf(id);
    if (!best.has(place)) best.set(place, cosine);
  }
  const least = nearest.at(-1)?.cosine ?? 0;
  return (place) => best.get(place) ?? least;
}

function described(folder: Folder, table: FolderTable, cosine: number): SpreadFolder {
  const { name, chunks, words, days } = folder;
  return { name: name ?? '', chunks, words, days: new Map(days), sample: table.sampleOf(folder), cosine };
}
