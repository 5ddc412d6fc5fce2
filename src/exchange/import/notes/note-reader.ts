import type { Stats } from 'node:fs';
import { basename, posix } from 'node:path';
import { MOST_FILE_BYTES } from '../../../service/history/differences.js';
import { RappelError } from '../../../shared/errors.js';
import { listOf, parseRecord, recordOf, textOf } from '../../../shared/loose-json.js';
import type { Decoded } from '../../../vault/encoding.js';
import { decode, NOT_DECODED } from '../../../vault/encoding.js';
import { fieldOf, splitFrontmatter } from '../../../vault/frontmatter.js';
import { isMarkdown } from '../../../vault/kinds.js';
import { createNoteNames } from '../../../vault/links/note-names.js';
import { rewriteLinks } from '../../../vault/links/rewrite-links.js';
import { recordedPath } from '../../../vault/paths.js';
import { portablePath } from '../../../vault/portable-names.js';
import { birthOf } from '../../../vault/stamp.js';
import { isAttachment } from '../attachments.js';
import { webLink } from '../conversation.js';
import { withoutEnding } from '../documents/document.js';
import { type Common, createDocumentReader } from '../documents/document-reader.js';
import { bytesOfDataUrl, createEmbeddedFiles } from '../documents/embedded-files.js';
import { formatOf } from '../documents/formats.js';
import { isMbox } from '../documents/mbox-lines.js';
import { type ImportItem, type Offer, orReason } from '../item.js';
import { writtenDate } from '../source-date.js';
import { readSourceFile, type SourceFile, statSourceFile, TOO_LARGE } from '../source-file.js';
import { asItIs, type MakeLayout } from './layout.js';
import { noteId, textId } from './note-id.js';
import type { FoundFile } from './walk-folder.js';

/** Reads files as notes: those of a folder, or `alone` a single file. */
export function createNoteReader(
  kind: string,
  origin: string,
  {
    alone = false,
    layout = asItIs,
    title = '',
  }: { alone?: boolean; layout?: MakeLayout; title?: string } = {},
) {
  const documents = createDocumentReader({ alone });
  let here = layout([], () => null, title);
  let withPortableLinks = createPortableLinks([]);

  /** Must be called with all files first, if there is a layout. */
  function arrange(files: readonly FoundFile[]): void {
    const read = (file: FoundFile) => {
      try {
        return readTextFile(file).text;
      } catch (error) {
        if (error instanceof RappelError) return null;
        throw error;
      }
    };
    here = layout(files, read, title);
    const names = files.map(({ name }) => here.nameOf(name));
    withPortableLinks = createPortableLinks(names.filter((name) => typeof name === 'string'));
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
    if (typeof nameHere !== 'string') {
      yield { from: name, ...nameHere };
      return;
    }
    const common = {
      from: name,
      name: `${prefix}${nameHere}`,
      kind,
      sourceId: here.idOf?.(name) ?? noteId(origin, name),
      ...datesOf(stats),
      ...here.datesOf?.(name),
    };
    const edit = (text: string) => withPortableLinks(nameHere, here.textOf(name, text));
    const format = formatOf(name);
    if (isMarkdown(name) || /\.txt$/i.test(name)) yield* noteOffers(common, file, edit);
    else if (isMailbox)
      yield* (await import('../documents/mbox.js')).mboxOffers(common, file, documents.offersOf);
    else if (format !== null) {
      for await (const offer of documents.offersOf(common, { file }, format))
        yield 'skipped' in offer || !('text' in offer.content)
          ? offer
          : { ...offer, content: { text: edit(offer.content.text) } };
    } else if (isAttachment(name)) {
      yield { ...common, content: { file } };
      const note = /\.canvas$/i.test(name) ? canvasNote(nameHere, file) : here.noteOf?.(name);
      if (note !== undefined) yield noteBeside(common, `${prefix}${note.name}`, note.text);
    } else yield { from: name, skipped: OTHER_TYPE };
  }

  return { arrange, offersOf, close: documents.close };
}

const OTHER_TYPE =
  'neither a note nor a file that notes can show; convert a document first: pandoc FILE -o FILE.md';

function canvasNote(name: string, file: SourceFile): { name: string; text: string } | undefined {
  const text = canvasText(readTextFile(file).text, basename(name, '.canvas'));
  return text === null ? undefined : { name: `${name}.md`, text };
}

/** The text of a copied file, beside it. */
function noteBeside(common: Common, name: string, text: string): ImportItem {
  const { sourceId } = common;
  return { ...common, name, sourceId: textId(sourceId), textOf: sourceId, content: { text } };
}

/** A note, and the images inside it: programs without a folder for them write each as `data:image/png;base64,…`. */
function* noteOffers(common: Common, file: SourceFile, edit: (text: string) => string): Generator<Offer> {
  const note = noteFrom(common, file, edit);
  if ('skipped' in note || !('text' in note.content) || !note.content.text.includes('](data:image/')) {
    yield note;
    return;
  }
  const embedded = createEmbeddedFiles(withoutEnding(basename(common.name)));
  const text = note.content.text.replaceAll(DATA_IMAGE, (_, alt: string, url: string) => {
    const name = embedded.addImage(bytesOfDataUrl(url) ?? Buffer.of());
    return name === null ? alt : `![${alt}](<${name}>)`;
  });
  yield { ...note, content: { text }, leftOut: embedded.leftOut };
  for (const { name, bytes } of embedded.files)
    yield {
      ...common,
      name: posix.join(posix.dirname(common.name), name),
      sourceId: `${common.sourceId}:${name}`,
      content: { bytes },
    };
}

const DATA_IMAGE = /!\[([^\]\n]{0,1000})\]\((data:image\/[\w.+-]{1,40};base64,[A-Za-z0-9+/=]*)\)/g;

function noteFrom(common: Common, file: SourceFile, edit: (text: string) => string): Offer {
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

/** The text of a file. Throws `not_text` if it is not text, or in an encoding that Rappel does not read. */
function readTextFile(file: SourceFile): Decoded {
  const decoded = decode(readSourceFile(file));
  if (decoded === null) throw new RappelError('not_text', 'import.item', { reason: { words: NOT_DECODED } });
  return decoded;
}

/** The text of the note at `name`, with links that lead to the files as the vault calls them. */
type LinkEdit = (name: string, text: string) => string;

/** A file whose name can't exist on every system gets another one (`Why?.md` is `Why_.md`): links to it follow. */
function createPortableLinks(names: readonly string[]): LinkEdit {
  if (names.every((name) => portablePath(name) === name)) return (_, text) => text;
  const [before, after] = [createNoteNames(), createNoteNames()];
  const moved = (path: string) => recordedPath(portablePath(path));
  for (const name of names) {
    before.add(recordedPath(name), []);
    after.add(moved(name), []);
  }
  return (name, text) => rewriteLinks(text, recordedPath(name), { before, after, moved }).text;
}

/** The text of an Obsidian canvas: its cards from top to bottom, links to its files and pages, its arrows. Null if it has none. */
function canvasText(json: string, title: string): string | null {
  const canvas = parseRecord(json);
  const nodes = listOf(canvas?.nodes)
    .map(recordOf)
    .sort((a, b) => numberOf(a.y) - numberOf(b.y) || numberOf(a.x) - numberOf(b.x));
  const cards = nodes.flatMap((node) => {
    if (node.type === 'text') return [textOf(node.text).trim()];
    if (node.type === 'file') return [`[[${linkName(textOf(node.file))}${textOf(node.subpath)}]]`];
    if (node.type === 'link') return [webLink('', textOf(node.url))];
    return node.type === 'group' && textOf(node.label) !== '' ? [`**${textOf(node.label)}**`] : [];
  });
  const shown = cards.filter((card) => card !== '');
  if (shown.length === 0) return null;
  const labels = new Map(
    nodes.map((node) => [
      textOf(node.id),
      labelOf(textOf(node.text) || textOf(node.file) || textOf(node.label) || textOf(node.url)),
    ]),
  );
  const arrows = listOf(canvas?.edges)
    .map(recordOf)
    .map(({ fromNode, toNode, label }) => {
      const about = textOf(label) === '' ? '' : ` (${labelOf(textOf(label))})`;
      return `- ${labels.get(textOf(fromNode)) ?? '?'} → ${labels.get(textOf(toNode)) ?? '?'}${about}`;
    });
  return `${[`# ${title}`, ...shown, ...(arrows.length > 0 ? [arrows.join('\n')] : [])].join('\n\n')}\n`;
}

/** As Obsidian writes links: a note without its ending. */
function linkName(file: string): string {
  return file.replace(/\.md$/i, '').replaceAll(/[[\]\n]/g, ' ');
}

function labelOf(text: string): string {
  const line = text
    .trim()
    .split('\n')[0]!
    .replace(/^#{1,6}\s/, '');
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
