import { tokensOf } from '../../search/passages/statements/statement.js';
import type { WhenWritten, Written, WrittenLine } from '../../search/passages/successors.js';
import { isText } from '../../vault/files.js';
import { fieldOf, splitFrontmatter } from '../../vault/frontmatter.js';
import { shownLines } from '../../vault/lines.js';
import { recordedPath, type VaultPath } from '../../vault/paths.js';
import type { ChangedFile, History, HistoryEntry, RecordedPlace, Source } from './history.js';

/**
 * When lines came into their files. Goes back from the newest version of each file to the first one without the line, a few versions at
 * most. The time of the entry may not be the time at which the line was stated: it came with an import, with a file that another
 * program put there, by an undo, from another file, or it was always there. Null for a line that is there twice or was only written
 * in other words.
 */
export async function whenWritten(
  history: History,
  lines: Parameters<WhenWritten>[0],
): Promise<(Written | null)[]> {
  if (!history.available) return lines.map(() => null);
  const entries = await history.entries();
  if (entries.length === 0) return lines.map(() => null);
  const found: (Written | null)[] = [];
  for (const line of lines) found.push(await writtenIn(history, entries, line));
  return found;
}

/** An older line is not looked for. */
const MOST_VERSIONS = 32;
/** An entry with more files is a reorganisation. */
const MOST_FILES = 20;
/** Nor is one that replaced more lines. */
const MOST_REPLACED = 20;
/** Their time says when something was brought in or back. */
const UNDATED: readonly Source[] = ['init', 'import', 'undo', 'restore', 'trim'];

async function writtenIn(
  history: History,
  entries: readonly HistoryEntry[],
  line: WrittenLine,
): Promise<Written | null> {
  const path = recordedPath(line.path);
  const touching = touchesOf(entries, path);
  const versions = history.readAt(placesOf(touching.map(({ entry }) => ({ id: entry.id, path }))));
  let [origin, text, replaced]: [Touch | null, string, string[]] = [null, '', []];
  let at = 0;
  for await (const bytes of versions) {
    const lines = linesOf(bytes);
    const count = lines.filter((one) => one === line.text).length;
    // Which of two lines that read the same came first can't be told.
    if (count > 1 || (count === 0 && lines.some((one) => saysTheSame(one, line.text)))) return null;
    if (count === 0) {
      const kept = new Set(shownLines(text));
      replaced = lines.filter((one) => one.trim() !== '' && !kept.has(one)).slice(0, MOST_REPLACED);
      break;
    }
    origin = touching[at++]!;
    text = bytes!.toString('utf8');
  }
  if (origin === null) return null;
  const isBrought = at < touching.length || origin.change === 'added';
  const isStated = isBrought && (await isStatement(history, entries, origin, line, path));
  return { since: timeOf(origin.entry, entries, isStated ? '' : text), isStated, replaced };
}

/** With the place of the entry: several may be of the same second. A file that came as it was says itself when it changed last. */
function timeOf(entry: HistoryEntry, entries: readonly HistoryEntry[], text: string): string {
  const updated = fieldOf(splitFrontmatter(text).yaml, 'updated')?.slice(0, 19) ?? '';
  const isOlder = /^\d{4}-\d\d-\d\dT/.test(updated) && updated < entry.time;
  return isOlder ? updated : `${entry.time} ${String(entries.indexOf(entry)).padStart(9, '0')}`;
}

interface Touch {
  entry: HistoryEntry;
  change: ChangedFile['change'];
}

/** The newest versions of a file, newest first, up to the one that created it. */
function touchesOf(entries: readonly HistoryEntry[], path: VaultPath): Touch[] {
  const found: Touch[] = [];
  for (let at = entries.length - 1; at >= 0 && found.length < MOST_VERSIONS; at--) {
    const entry = entries[at]!;
    const change = entry.files.find((file) => file.path === path)?.change;
    if (change !== undefined) found.push({ entry, change });
    if (change === 'added') break;
  }
  return found;
}

/** Whether the entry says when the line was stated. */
async function isStatement(
  history: History,
  entries: readonly HistoryEntry[],
  { entry, change }: Touch,
  line: WrittenLine,
  path: VaultPath,
): Promise<boolean> {
  if (UNDATED.includes(entry.source) || entry.files.length > MOST_FILES) return false;
  if (change === 'added' && entry.source === 'outside') return false;
  const before = entries[entries.indexOf(entry) - 1];
  if (before === undefined) return false;
  const others = entry.files
    .filter((file) => file.path !== path && file.change !== 'added')
    .map((file) => ({ id: before.id, path: file.path }));
  for await (const bytes of history.readAt(placesOf(others)))
    if (linesOf(bytes).some((one) => saysTheSame(one, line.text))) return false;
  return true;
}

/** Whether an older line has every number and name of a newer one, and half of its words: a typing error was fixed. */
function saysTheSame(older: string, newer: string): boolean {
  const known = new Set(tokensOf(older).map(({ word }) => word));
  const words = tokensOf(newer);
  const telling = words.filter(({ word, isName }) => isName || /\p{N}/u.test(word));
  const shared = words.filter(({ word }) => known.has(word)).length;
  return 2 * shared >= words.length && telling.every(({ word }) => known.has(word));
}

function linesOf(bytes: Buffer | null): string[] {
  return bytes !== null && isText(bytes) ? shownLines(bytes.toString('utf8')) : [];
}

async function* placesOf(places: readonly RecordedPlace[]): AsyncGenerator<RecordedPlace> {
  yield* places;
}
