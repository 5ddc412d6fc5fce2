import { dirname } from 'node:path';
import { isMarkdown } from '../../../vault/kinds.js';
import { createNoteReader } from '../notes/note-reader.js';
import { defineSource, type ImportSourceKind } from '../source-kind.js';

export const markdownFile = fileNamed('Markdown file', 'a Markdown file', isMarkdown);
export const textFile = fileNamed('Text file', 'a text file', (name) => /\.txt$/i.test(name));
export const pdfFile = fileNamed('PDF', 'a PDF', (name) => /\.pdf$/i.test(name));

function fileNamed(label: string, accepts: string, detect: (name: string) => boolean): ImportSourceKind {
  return defineSource({
    label,
    accepts,
    names: ['notes', 'pdf'],
    form: 'file',
    detect: ({ file }) => detect(file.name),
    read({ file }) {
      const reader = createNoteReader('notes', dirname(file.address));
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
