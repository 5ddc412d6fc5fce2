import { dirname } from 'node:path';
import { isMarkdown } from '../../../vault/kinds.js';
import { FORMATS } from '../documents/formats.js';
import { isMbox } from '../documents/mbox-lines.js';
import { createNoteReader } from '../notes/note-reader.js';
import type { FoundFile } from '../notes/walk-folder.js';
import { defineSource, type ImportSourceKind } from '../source-kind.js';

export const markdownFile = fileNamed('Markdown file', 'a Markdown file', isMarkdown);
export const textFile = fileNamed('Text file', 'a text file', (name) => /\.txt$/i.test(name));
export const mailbox = fileThat('Mailbox', 'a mailbox (.mbox)', isMbox, 'mail');
export const documentFiles = FORMATS.map(({ name: source, label, accepts, endings }) =>
  fileNamed(label, accepts, (name) => endings.test(name), source),
);

function fileNamed(
  label: string,
  accepts: string,
  hasName: (name: string) => boolean,
  source?: string,
): ImportSourceKind {
  return fileThat(label, accepts, ({ name }) => hasName(name), source);
}

function fileThat(
  label: string,
  accepts: string,
  detect: (file: FoundFile) => boolean,
  source = 'notes',
): ImportSourceKind {
  return defineSource({
    label,
    accepts,
    names: [source],
    form: 'file',
    detect: ({ file }) => detect(file),
    read({ file }) {
      const reader = createNoteReader('notes', dirname(file.address), { alone: true });
      return async function* () {
        try {
          yield* reader.offersOf(file, '');
        } finally {
          reader.close();
        }
      };
    },
  });
}
