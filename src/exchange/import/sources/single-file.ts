import { dirname } from 'node:path';
import { isMarkdown } from '../../../vault/kinds.js';
import { FORMATS } from '../documents/formats.js';
import { isMbox } from '../documents/mbox-lines.js';
import { createNoteReader } from '../notes/note-reader.js';
import type { FoundFile } from '../notes/walk-folder.js';
import { defineSource, type ImportSourceKind } from '../source-kind.js';

export const markdownFile = fileNamed('Markdown file', isMarkdown);
export const textFile = fileNamed('Text file', (name) => /\.txt$/i.test(name));
export const mailbox = fileThat('Mailbox', isMbox, 'mail');
export const documentFiles = FORMATS.map(({ name: source, label, endings }) =>
  fileNamed(label, (name) => endings.test(name), source),
);

function fileNamed(label: string, hasName: (name: string) => boolean, source?: string): ImportSourceKind {
  return fileThat(label, ({ name }) => hasName(name), source);
}

function fileThat(label: string, detect: (file: FoundFile) => boolean, source = 'notes'): ImportSourceKind {
  return defineSource({
    label,
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
