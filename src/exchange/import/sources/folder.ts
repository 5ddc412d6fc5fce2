import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { SkippedItem } from '../item.js';
import { createNoteReader } from '../notes/note-reader.js';
import { walkFolder } from '../notes/walk-folder.js';
import { defineSource, type ImportSourceKind } from '../source-kind.js';

export const obsidian = notesIn('obsidian', {
  label: 'Obsidian vault',
  accepts: 'an Obsidian vault',
  detect: (folder) => existsSync(join(folder, '.obsidian')),
});

export const folder = notesIn('notes', {
  label: 'Folder',
  accepts: 'a folder of notes',
  detect: () => true,
});

function notesIn(
  name: string,
  about: { label: string; accepts: string; detect(folder: string): boolean },
): ImportSourceKind {
  return defineSource({
    ...about,
    names: [name],
    form: 'folder',
    detect: ({ folder: root }) => about.detect(root),
    read({ path, folder: root }, readLog) {
      const reader = createNoteReader(name, path);
      const prefix = prefixOf(path);
      return async function* () {
        const skipped: SkippedItem[] = [];
        const skip = (from: string, reason: string) => skipped.push({ from, skipped: reason });
        try {
          for (const file of walkFolder(root, skip)) {
            yield* skipped.splice(0);
            if (/\.jsonl$/i.test(file.name)) yield await readLog(file);
            else yield* reader.offersOf(file, prefix);
          }
          yield* skipped;
        } finally {
          reader.close();
        }
      };
    },
  });
}

/** Its files go into a folder with the name of the source. */
function prefixOf(path: string): string {
  const name = basename(path).replace(/\.zip$/i, '');
  return `${name.normalize('NFC').replace(/^\.+/, '')}/`;
}
