import { join, posix, relative, sep } from 'node:path';
import { walkFolder } from '../notes/walk-folder.js';
import { readSourceFile } from '../source-file.js';
import type { DocumentJob } from './document.js';
import { linkAfterImport } from './links.js';

/** Where each id of an imported folder is. Org-roam links notes by ids, not by names. */
const known = new Map<string, Map<string, string>>();

/** The link to the note with an id, or null. */
export function addressOfId(id: string, place: NonNullable<DocumentJob['place']>): string | null {
  const ids = known.get(place.root) ?? idsIn(place.root);
  known.set(place.root, ids);
  const name = ids.get(id.toLowerCase());
  if (name === undefined) return null;
  const path = relative(place.folder, join(place.root, name)).split(sep).join(posix.sep);
  return linkAfterImport(encodeURI(path), place);
}

function idsIn(root: string): Map<string, string> {
  const ids = new Map<string, string>();
  for (const file of walkFolder(root, () => {})) {
    if (!/\.org$/i.test(file.name)) continue;
    try {
      const text = readSourceFile(file).toString('latin1');
      for (const [, id] of text.matchAll(/^[ \t]*:ID:[ \t]+(\S{1,100})/gim))
        ids.set(id!.toLowerCase(), file.name);
    } catch {
      // A file that can't be read is named when its turn comes.
    }
  }
  return ids;
}
