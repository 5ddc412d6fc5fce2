import { shellQuoted } from '../../../shared/shell-quoted.js';
import { lastKey } from '../../../vault/links/note-names.js';
import { showPath, type VaultPath } from '../../../vault/paths.js';
import type { Check, Examined } from '../check.js';
import type { FileFacts } from '../file-facts.js';
import type { Found } from '../finding.js';

/** What fits into one answer: nothing shows a larger note whole. */
const LARGE_TOKENS = 1_500;
/** A newer note may still be worked on. */
const LEAST_DAYS = 30;
/** More in a folder are one finding: they came together, as an import does. */
const MOST_IN_A_FOLDER = 3;

/**
 * Large raw notes that nothing shows a use of: no stored answer cites them, no note links to them, and no file of their
 * project names them. Whether a person opened them is not known.
 */
export const findUnread: Check = async (examined) => {
  const { facts, yieldToEventLoop } = examined;
  const folders = new Map<VaultPath, FileFacts[]>();
  for (const file of facts.values()) {
    if (!isLargeAndOld(file, examined.today)) continue;
    await yieldToEventLoop();
    if (isUsed(file, examined)) continue;
    const folder = file.path.slice(0, file.path.lastIndexOf('/')) as VaultPath;
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  return [...folders].flatMap(([folder, files]) =>
    files.length > MOST_IN_A_FOLDER
      ? [describeFolder(folder, files)]
      : files.map((file) => describe(file, examined)),
  );
};

function isLargeAndOld({ kind, tokens, created, updated }: FileFacts, today: string): boolean {
  const day = updated ?? created;
  if (kind !== 'bucket' || tokens < LARGE_TOKENS || day === null) return false;
  return (Date.parse(today) - Date.parse(day)) / 86_400_000 >= LEAST_DAYS;
}

function isUsed({ path }: FileFacts, { links, cited, linesOf }: Examined): boolean {
  if (cited.has(path) || links.linksTo(path).length > 0) return true;
  const project = /^projects\/[^/]+\//.exec(path)?.[0] ?? '';
  const name = lastKey(path);
  return ['changelog.md', 'description.md', 'state.md', 'tasks.md', 'overview.md'].some((file) =>
    linesOf(`${project}${file}` as VaultPath).some((line) => line.toLowerCase().includes(name)),
  );
}

function describe({ path, tokens, updated }: FileFacts, { linesOf }: Examined): Found {
  const line = linesOf(path).findIndex((text) => /^#{1,6} \S/.test(text)) + 1 || 1;
  return {
    kind: 'unread',
    says: `A large note (${tokens} tokens) that no stored answer cites and no note links to. Read it, and note what it decides.`,
    places: [{ path, line, text: linesOf(path)[line - 1] ?? '', day: updated }],
    about: [path],
    command: `rappel read ${shellQuoted(showPath(path))} --folded`,
  };
}

function describeFolder(folder: VaultPath, files: readonly FileFacts[]): Found {
  const tokens = files.reduce((sum, file) => sum + file.tokens, 0);
  return {
    kind: 'unread',
    says: `${files.length} large notes (${tokens} tokens) that no stored answer cites and no note links to are in ${showPath(folder, 'folder')}. Read them, and note what they decide.`,
    places: files.map(({ path, updated }) => ({ path, line: 1, day: updated })),
    about: files.map(({ path }) => path),
    command: `rappel tree ${shellQuoted(showPath(folder, 'folder'))}`,
  };
}
