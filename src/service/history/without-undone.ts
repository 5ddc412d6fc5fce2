import { isText } from '../../vault/files.js';
import type { VaultPath } from '../../vault/paths.js';
import type { FileVersions, History, HistoryEntry } from './history.js';

interface Texts {
  before: string;
  after: string;
}

/**
 * Takes entries that were undone since out of both versions of a file that a later entry changed: undoing that one must
 * not bring back what an earlier undo took out. Only those that added a line which this undo restores matter.
 */
export async function withoutUndone(
  history: History,
  undone: readonly HistoryEntry[],
  names: ReadonlySet<VaultPath>,
  texts: Texts,
): Promise<Texts> {
  const restored = linesOf(texts.before);
  for (const line of linesOf(texts.after)) restored.delete(line);
  if (undone.length === 0 || restored.size === 0) return texts;
  const { mergeTexts } = await import('../../vault/units/merge-texts.js');
  let { before, after } = texts;
  for await (const { was, became } of versionsOf(history, undone.slice(-MOST_UNDONE), names)) {
    const old = linesOf(was);
    if (![...linesOf(became)].some((line) => restored.has(line) && !old.has(line))) continue;
    before = mergeTexts(became, before, was).text;
    after = mergeTexts(became, after, was).text;
  }
  return { before, after };
}

/** The latest undos are those that people still think of. */
const MOST_UNDONE = 500;

async function* versionsOf(
  history: History,
  entries: readonly HistoryEntry[],
  names: ReadonlySet<VaultPath>,
): AsyncGenerator<{ was: string; became: string }> {
  const files: FileVersions[] = [];
  for await (const changes of history.changes(entries.map(({ id }) => id)))
    files.push(...changes.filter(({ path, after }) => names.has(path) && after !== null));
  const contents = history
    .read(files.flatMap(({ before, after }) => [before, after].filter((version) => version !== null)))
    [Symbol.asyncIterator]();
  for (const { before } of files) {
    const was = before === null ? Buffer.alloc(0) : (await contents.next()).value;
    const became = (await contents.next()).value;
    if (isText(was) && isText(became)) yield { was: was.toString('utf8'), became: became.toString('utf8') };
  }
}

function linesOf(text: string): Set<string> {
  return new Set(text.split(/\r?\n/).filter((line) => line.trim() !== ''));
}
