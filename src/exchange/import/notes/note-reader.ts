import type { Stats } from 'node:fs';
import { basename } from 'node:path';
import { MOST_FILE_BYTES } from '../../../service/history/differences.js';
import { RappelError } from '../../../shared/errors.js';
import { fieldOf, splitFrontmatter } from '../../../vault/frontmatter.js';
import { isMarkdown } from '../../../vault/kinds.js';
import { birthOf } from '../../../vault/stamp.js';
import { isAttachment } from '../attachments.js';
import { createDocumentReader } from '../documents/document-reader.js';
import { formatOf } from '../documents/formats.js';
import { isMbox } from '../documents/mbox-lines.js';
import { type ImportItem, type Offer, orReason } from '../item.js';
import { writtenDate } from '../source-date.js';
import { type SourceFile, statSourceFile, TOO_LARGE } from '../source-file.js';
import { canvasText } from './canvas.js';
import { asItIs, type MakeLayout } from './layout.js';
import { noteId } from './note-id.js';
import { readTextFile } from './text-file.js';
import type { FoundFile } from './walk-folder.js';

/** Reads files as notes: those of a folder, or `alone` a single file. */
export function createNoteReader(
  kind: string,
  origin: string,
  { alone = false, layout = asItIs }: { alone?: boolean; layout?: MakeLayout } = {},
) {
  const documents = createDocumentReader({ alone });
  let here = layout([], () => null);

  /** Must be called with all files first, if there is a layout. */
  function arrange(files: readonly FoundFile[]): void {
    here = layout(files, (file) => {
      try {
        return readTextFile(file).text;
      } catch (error) {
        if (error instanceof RappelError) return null;
        throw error;
      }
    });
  }

  /** What a file becomes: a note, a text, a copy, a document as a note; or why it is left out. */
  function offersOf(file: FoundFile, prefix: string): AsyncGenerator<Offer> {
    return orReason(file.name, readOffers(file, prefix));
  }

  async function* readOffers(file: FoundFile, prefix: string): AsyncGenerator<Offer> {
    const { name } = file;
    const stats = statSourceFile(file);
    const isMailbox = isMbox(file);
    if (stats.size > MOST_FILE_BYTES && !isMailbox) {
      yield { from: name, skipped: TOO_LARGE };
      return;
    }
    const nameHere = here.nameOf(name);
    if (nameHere === null) {
      yield { from: name, skipped: 'belongs to the program, or was in its trash' };
      return;
    }
    const common = {
      from: name,
      name: `${prefix}${nameHere}`,
      kind,
      sourceId: noteId(origin, name),
      ...datesOf(stats),
    };
    const format = formatOf(name);
    if (isMarkdown(name) || /\.txt$/i.test(name))
      yield noteFrom(common, file, (text) => here.textOf(name, text));
    else if (isMailbox)
      yield* (await import('../documents/mbox.js')).mboxOffers(common, file, documents.offersOf);
    else if (format !== null) {
      for await (const offer of documents.offersOf(common, { file }, format))
        yield 'skipped' in offer || !('text' in offer.content)
          ? offer
          : { ...offer, content: { text: here.textOf(name, offer.content.text) } };
    } else if (isAttachment(name)) {
      yield { ...common, content: { file } };
      if (/\.canvas$/i.test(name)) yield* canvasOffers(common, file);
    } else yield { from: name, skipped: 'neither a note nor a file that notes can show' };
  }

  return { arrange, offersOf, close: documents.close };
}

/** The text of a canvas, beside it. */
function* canvasOffers(common: Omit<ImportItem, 'content'>, file: SourceFile): Generator<Offer> {
  const text = canvasText(readTextFile(file).text, basename(common.name, '.canvas'));
  if (text === null) return;
  yield {
    ...common,
    name: `${common.name}.md`,
    sourceId: `${common.sourceId}-text`,
    textOf: common.sourceId,
    content: { text },
  };
}

function noteFrom(
  common: Omit<ImportItem, 'content'>,
  file: SourceFile,
  edit: (text: string) => string,
): Offer {
  const decoded = readTextFile(file);
  const text = edit(decoded.text);
  if (text.trim() === '') return { from: common.from, skipped: 'empty' };
  const { yaml } = splitFrontmatter(text);
  const written = (key: string) => writtenDate(fieldOf(yaml, key));
  return {
    ...common,
    // A note's own date is better than the disk's, which is only the time of copying.
    created: written('created') ?? written('date') ?? common.created,
    updated: written('updated') ?? written('modified') ?? common.updated,
    content: { text },
    ...(decoded.from !== null && { note: `converted from ${decoded.from}` }),
  };
}

function datesOf(stats: Stats): { created: Date; updated: Date } {
  const birth = birthOf(stats);
  // A copy is created later than its text.
  return { created: birth < stats.mtime ? birth : stats.mtime, updated: stats.mtime };
}
