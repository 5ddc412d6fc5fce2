import type { Stats } from 'node:fs';
import { MOST_FILE_BYTES } from '../../../service/history/differences.js';
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
import { noteId } from './note-id.js';
import { readTextFile } from './text-file.js';
import type { FoundFile } from './walk-folder.js';

/** Reads files as notes: those of a folder, or `alone` a single file. */
export function createNoteReader(kind: string, origin: string, { alone = false } = {}) {
  const documents = createDocumentReader({ alone });

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
    const common = {
      from: name,
      name: `${prefix}${name}`,
      kind,
      sourceId: noteId(origin, name),
      ...datesOf(stats),
    };
    const format = formatOf(name);
    if (isMarkdown(name) || /\.txt$/i.test(name)) yield noteFrom(common, file);
    else if (isMailbox)
      yield* (await import('../documents/mbox.js')).mboxOffers(common, file, documents.offersOf);
    else if (format !== null) yield* documents.offersOf(common, { file }, format);
    else if (isAttachment(name)) yield { ...common, content: { file } };
    else yield { from: name, skipped: 'neither a note nor a file that notes can show' };
  }

  return { offersOf, close: documents.close };
}

function noteFrom(common: Omit<ImportItem, 'content'>, file: SourceFile): Offer {
  const decoded = readTextFile(file);
  if (decoded.text.trim() === '') return { from: common.from, skipped: 'empty' };
  const { yaml } = splitFrontmatter(decoded.text);
  const written = (key: string) => writtenDate(fieldOf(yaml, key));
  return {
    ...common,
    // A note's own date is better than the disk's, which is only the time of copying.
    created: written('created') ?? written('date') ?? common.created,
    updated: written('updated') ?? written('modified') ?? common.updated,
    content: { text: decoded.text },
    ...(decoded.from !== null && { note: `converted from ${decoded.from}` }),
  };
}

function datesOf(stats: Stats): { created: Date; updated: Date } {
  const birth = birthOf(stats);
  // A copy is created later than its text.
  return { created: birth < stats.mtime ? birth : stats.mtime, updated: stats.mtime };
}
