import type { HistoryEntry, Source } from '../api/types.js';
import type { Messages } from '../i18n/en.js';

type Who = 'you' | 'assistant' | 'program' | 'rappel';

/** Who changed the vault. */
export const WHO: Record<Source, Who> = {
  update: 'you',
  page: 'you',
  undo: 'you',
  restore: 'you',
  import: 'you',
  tool: 'assistant',
  outside: 'program',
  init: 'rappel',
  sync: 'rappel',
  trim: 'rappel',
};

/** What happened, as a sentence in the page's language. `find` knows the entry that an undo took out. */
export function sentenceOf(
  entry: HistoryEntry,
  t: Messages,
  find: (id: string) => HistoryEntry | undefined = () => undefined,
): string {
  const { source, undoes } = entry;
  switch (source) {
    case 'page':
    case 'tool': {
      const moved = /^moved vault\/([^;]+) to vault\/([^;]+)(?:; updated .*)?$/.exec(entry.reason);
      if (moved !== null) return t.history.says.moved[source](moved[1]!, moved[2]!);
      return t.history.says[source][changeOf(entry)](namesOf(entry, t));
    }
    case 'outside':
    case 'restore':
      return t.history.says[source][changeOf(entry)](namesOf(entry, t));
    case 'init':
    case 'sync':
    case 'trim':
      return t.history.says[source];
    case 'import':
      return t.history.says.import(t.files(entry.files.length));
    case 'undo': {
      const undone = undoes === undefined ? undefined : find(undoes);
      if (undone === undefined) return t.history.says.undo;
      // Taking out an undo brings back what that had taken out.
      if (undone.source === 'undo') return t.history.says.redo;
      return t.history.says.undid(sentenceOf(undone, t));
    }
    default:
      // A note is called in its own language, by what was done with it.
      return entry.reason.split('\n')[0]!.replace(/ \(vault\/[^)]*\)$/, '');
  }
}

function changeOf({ files }: HistoryEntry): HistoryEntry['files'][number]['change'] {
  const [first] = files;
  return first !== undefined && files.every(({ change }) => change === first.change)
    ? first.change
    : 'changed';
}

/** The files by name where they are few, else how many. */
function namesOf({ files }: HistoryEntry, t: Messages): string {
  if (files.length > 2) return t.files(files.length);
  return t.list(files.map(({ path }) => path.split('/').slice(-2).join('/')));
}
