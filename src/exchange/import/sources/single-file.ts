import { dirname } from 'node:path';
import { isMarkdown } from '../../../vault/kinds.js';
import { FORMATS } from '../documents/formats.js';
import { createNoteReader } from '../notes/note-reader.js';
import { defineSource, type ImportSourceKind } from '../source-kind.js';

export const markdownFile = fileNamed('Markdown file', 'a Markdown file', isMarkdown);
export const textFile = fileNamed('Text file', 'a text file', (name) => /\.txt$/i.test(name));
export const documentFiles = FORMATS.map(({ name: source, label, accepts, endings }) =>
  fileNamed(label, accepts, (name) => endings.test(name), source),
);

function fileNamed(
  label: string,
  accepts: string,
  detect: (name: string) => boolean,
  source = 'notes',
): ImportSourceKind {
  return defineSource({
    label,
    accepts,
    names: [source],
    form: 'file',
    detect: ({ file }) => detect(file.name),
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
