import { createNoteNames } from '../../../vault/links/note-names.js';
import { rewriteLinks } from '../../../vault/links/rewrite-links.js';
import { recordedPath } from '../../../vault/paths.js';
import { portablePath } from '../../../vault/portable-names.js';

/** The text of the note at `name`, with links that lead to the files as the vault calls them. */
type LinkEdit = (name: string, text: string) => string;

/** A file whose name can't exist on every system gets another one (`Why?.md` is `Why_.md`): links to it follow. */
export function createPortableLinks(names: readonly string[]): LinkEdit {
  if (names.every((name) => portablePath(name) === name)) return (_, text) => text;
  const [before, after] = [createNoteNames(), createNoteNames()];
  const moved = (path: string) => recordedPath(portablePath(path));
  for (const name of names) {
    before.add(recordedPath(name), []);
    after.add(moved(name), []);
  }
  return (name, text) => rewriteLinks(text, recordedPath(name), { before, after, moved }).text;
}
