import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import type { SkippedItem } from '../item.js';
import { asItIs, type MakeLayout } from '../notes/layout.js';
import { createNoteReader } from '../notes/note-reader.js';
import { type FoundFile, walkFolder } from '../notes/walk-folder.js';
import { defineSource, type ImportSourceKind } from '../source-kind.js';
import { ZIP_NAME } from '../zip/unpack-zip.js';

export const obsidian = notesIn('obsidian', {
  label: 'Obsidian vault',
  detect: (names) => names.includes('.obsidian'),
});

export const folder = notesIn('notes', {
  label: 'Folder',
  detect: () => true,
});

/** A source that is a folder of notes; `detect` gets the names in it, `below` the first ones of all its files, and its path. */
export function notesIn(
  name: string,
  {
    layout = asItIs,
    ...about
  }: {
    label: string;
    detect(names: string[], below: () => string[], path: string): boolean;
    layout?: MakeLayout;
    /** The folder that the notes of every complete export go into, by the path of the source; others go into one with the source's name. */
    title?(path: string): string | undefined;
  },
): ImportSourceKind {
  return defineSource({
    ...about,
    names: [name],
    isComplete: (path) => about.title?.(path) !== undefined,
    form: 'folder',
    detect: ({ path, folder: root }) => about.detect(readdirSync(root), () => firstFiles(root), path),
    read({ path, folder: root }, readLog) {
      const title = about.title?.(path) ?? titleOf(path);
      const reader = createNoteReader(name, path, { layout, title });
      const prefix = `${title}/`;
      return async function* () {
        const skipped: SkippedItem[] = [];
        const skip = (from: string, reason: string) => skipped.push({ from, skipped: reason });
        try {
          const files = withoutTwins([...walkFolder(root, skip)], skip);
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

/** Its files go into a folder with this name. */
function titleOf(path: string): string {
  const name = basename(path)
    .replace(ZIP_NAME, '')
    .replace(/\.textbundle$/i, '');
  return name.normalize('NFC').replace(/^\.+/, '');
}

/** Enough to tell what wrote them. */
function firstFiles(root: string): string[] {
  const names: string[] = [];
  for (const { name } of walkFolder(root, () => {})) if (names.push(name) === MOST_NAMES) break;
  return names;
}

const MOST_NAMES = 1_000;

/** A system may keep apart two names that are the same in NFC; a vault does not. The first one is imported. */
function withoutTwins(files: FoundFile[], skip: (from: string, reason: string) => void): FoundFile[] {
  const names = new Set<string>();
  return files.filter(({ name }) => {
    const isTwin = names.has(name);
    names.add(name);
    if (isTwin) skip(name, 'another file has the same name, with its accents encoded differently');
    return !isTwin;
  });
}
