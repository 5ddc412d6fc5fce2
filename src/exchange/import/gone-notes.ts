import { posix } from 'node:path';
import type { VaultPath } from '../../vault/paths.js';
import { BECOME_NOTES } from './documents/formats.js';
import type { ImportSource } from './item.js';
import { noteId, textId } from './notes/note-id.js';

export interface KnownImport {
  path: VaultPath;
  hash: string;
  place: string | null;
}

/**
 * Notes that an earlier import of the same folder brought, that are still where it put them, and whose file is not at the
 * source any more: it was deleted or renamed. A place is an id made of the path at the source, so the path in the vault proves it.
 * Items of a complete export have ids of their program: all that it lacks are gone, unless none of them was imported before. Then it is that of
 * another account.
 */
export function goneNotes(
  known: ReadonlyMap<string, KnownImport>,
  met: ReadonlySet<string>,
  { path: origin, completeKind }: Pick<ImportSource, 'path' | 'completeKind'>,
  into: VaultPath,
): KnownImport[] {
  const start = into === '' ? '' : `${into}/`;
  const isOfProgram = (id: string) => completeKind !== null && id.startsWith(`${completeKind}:`);
  const isKnownAccount = [...met].some((id) => isOfProgram(id) && known.has(id));
  return [...known].flatMap(([id, note]) => {
    if (met.has(id) || !note.path.startsWith(start)) return [];
    if (isOfProgram(id)) return isKnownAccount ? [note] : [];
    const name = note.path.slice(start.length).split('/').slice(1).join('/');
    const was = note.place ?? id;
    const isFile = placesOf(name).some(
      ({ place, isText }) => (isText ? textId(noteId(origin, place)) : noteId(origin, place)) === was,
    );
    const isConversation = mailboxesOf(name).some((place) => was.startsWith(`${noteId(origin, place)}-`));
    return isFile || isConversation ? [note] : [];
  });
}

/** The mailbox that a conversation may have been in: its note is in a folder of that name. */
function mailboxesOf(name: string): string[] {
  const folder = posix.dirname(name);
  return folder === '.' ? [] : [folder, `${folder}.mbox`];
}

/** Where the file of a note may have been at the source. */
function placesOf(name: string): { place: string; isText: boolean }[] {
  const stem = name.replace(/\.md$/, '');
  // The text of a PDF or a canvas is named after its file; a document that became a note lost its ending.
  const files = [name, stem, ...BECOME_NOTES.map((ending) => `${stem}.${ending}`)];
  return files.flatMap((place) => [
    { place, isText: false },
    { place, isText: true },
  ]);
}

/** Pairs each new file with the gone note of the same content, where there is one of each. */
export function pairRenamed<New extends { hash: string | null }>(
  gone: readonly KnownImport[],
  fresh: readonly New[],
): Map<New, KnownImport> {
  const only = <Item extends { hash: string | null }>(items: readonly Item[], hash: string) => {
    const found = items.filter((item) => item.hash === hash);
    return found.length === 1 ? found[0]! : null;
  };
  const pairs = new Map<New, KnownImport>();
  for (const note of gone) {
    const file = only(gone, note.hash) === null ? null : only(fresh, note.hash);
    if (file !== null) pairs.set(file, note);
  }
  return pairs;
}
