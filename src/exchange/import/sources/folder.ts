import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import type { SkippedItem } from '../item.js';
import { asItIs, type MakeLayout } from '../notes/layout.js';
import { createNoteReader } from '../notes/note-reader.js';
import { walkFolder } from '../notes/walk-folder.js';
import { defineSource, type ImportSourceKind } from '../source-kind.js';
import { ZIP_NAME } from '../zip/unpack-zip.js';

export const obsidian = notesIn('obsidian', {
  label: 'Obsidian vault',
  accepts: 'an Obsidian vault',
  detect: (names) => names.includes('.obsidian'),
});

export const folder = notesIn('notes', {
  label: 'Folder',
  accepts: 'a folder of notes',
  detect: () => true,
});

/** A source that is a folder of notes; `detect` gets the names in it. */
export function notesIn(
  name: string,
  {
    layout = asItIs,
    ...about
  }: { label: string; accepts: string; detect(names: string[]): boolean; layout?: MakeLayout },
): ImportSourceKind {
  return defineSource({
    ...about,
    names: [name],
    form: 'folder',
    detect: ({ folder: root }) => about.detect(readdirSync(root)),
    read({ path, folder: root }, readLog) {
      const reader = createNoteReader(name, path, { layout });
      const prefix = prefixOf(path);
      return async function* () {
        const skipped: SkippedItem[] = [];
        const skip = (from: string, reason: string) => skipped.push({ from, skipped: reason });
        try {
          const files = [...walkFolder(root, skip)];
          yield* skipped;
          reader.arrange(files);
          for (const file of files) {
            if (/\.jsonl$/i.test(file.name)) yield await readLog(file);
            else yield* reader.offersOf(file, prefix);
          }
        } finally {
          reader.close();
        }
      };
    },
  });
}

/** Its files go into a folder with the name of the source. */
function prefixOf(path: string): string {
  const name = basename(path).replace(ZIP_NAME, '');
  return `${name.normalize('NFC').replace(/^\.+/, '')}/`;
}
