import { isText } from '../../vault/files.js';
import type { VaultPath } from '../../vault/paths.js';
import type { FileVersions, History, HistoryEntry } from '../history/history.js';

interface Texts {
  before: string;
  after: string;
}

export type Undone = ReturnType<typeof createUndone>;

/** What entries brought into a file that were undone since; read when it is needed. */
export function createUndone(
  history: History,
  entries: readonly HistoryEntry[],
  names: ReadonlySet<VaultPath>,
) {
  let known: Promise<Brought[]> | null = null;
  const brought = () => {
    known ??= readBrought(history, entries.slice(-MOST_UNDONE), names);
    return known;
  };

  return {
    /** The lines that they brought. */
    lines: async () => new Set((await brought()).flatMap(({ lines }) => lines)),
    /**
     * Takes them out of both versions of a file that a later entry changed: undoing that one must not bring back what an
     * earlier undo took out. Only those that brought a line which this undo restores matter.
     */
    async takenOutOf(texts: Texts): Promise<Texts> {
      const restored = linesOf(texts.before);
      for (const line of linesOf(texts.after)) restored.delete(line);
      if (entries.length === 0 || restored.size === 0) return texts;
      const { mergeTexts } = await import('../../vault/units/merge-texts.js');
      let { before, after } = texts;
      for (const { was, became, lines } of await brought()) {
        if (!lines.some((line) => restored.has(line))) continue;
        before = mergeTexts(became, before, was).text;
        after = mergeTexts(became, after, was).text;
      }
      return { before, after };
    },
  };
}

interface Brought {
  was: string;
  became: string;
  lines: string[];
}

/** The latest undos are those that people still think of. */
const MOST_UNDONE = 500;

async function readBrought(
  history: History,
  entries: readonly HistoryEntry[],
  names: ReadonlySet<VaultPath>,
): Promise<Brought[]> {
  const files: FileVersions[] = [];
  for await (const changes of history.changes(entries.map(({ id }) => id)))
    files.push(...changes.filter(({ path, after }) => names.has(path) && after !== null));
  const versions = files.flatMap(({ before, after }) =>
    [before, after].filter((version) => version !== null),
  );
  const contents = history.read(versions)[Symbol.asyncIterator]();
  const found: Brought[] = [];
  for (const { before } of files) {
    const bytes = [
      before === null ? Buffer.alloc(0) : (await contents.next()).value,
      (await contents.next()).value,
    ];
    if (!bytes.every(isText)) continue;
    const [was, became] = bytes.map((part) => part.toString('utf8')) as [string, string];
    const old = linesOf(was);
    found.push({ was, became, lines: [...linesOf(became)].filter((line) => !old.has(line)) });
  }
  return found;
}

function linesOf(text: string): Set<string> {
  return new Set(text.split(/\r?\n/).filter((line) => line.trim() !== ''));
}
