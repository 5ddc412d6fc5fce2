import { basename, dirname, join, posix } from 'node:path';
import { RappelError } from '../../../shared/errors.js';
import { hasImageName } from '../../../vault/kinds.js';
import { decodedAddress } from '../../../vault/links/resolve-link.js';
import { yamlField, yamlValue } from '../../../vault/yaml-value.js';
import { type ImportItem, type Offer, orReason } from '../item.js';
import { textId } from '../notes/note-id.js';
import { readSourceFile, type SourceFile } from '../source-file.js';
import type { Document } from './document.js';
import { type Format, formatOf, noteName } from './formats.js';
import { isBeside } from './links.js';
import { createReaderThread } from './reader-thread.js';

export type Common = Omit<ImportItem, 'content'>;
export type Content = { file: SourceFile } | { bytes: Uint8Array };

/**
 * Reads documents as notes. Caches what it read: that is slow, and needed to plan and to write. `alone` is for a single
 * file, of which nothing beside it is imported except the images that it shows.
 */
export function createDocumentReader({ alone }: { alone: boolean }) {
  const thread = createReaderThread();
  const known = new Map<string, Document | Failure>();
  let keptLength = 0;

  async function* offersOf(
    common: Common,
    content: Content,
    format: Format,
    depth = 0,
  ): AsyncGenerator<Offer> {
    const document = known.get(common.sourceId) ?? (await read(common, content, format));
    if ('failure' in document) {
      if (!format.isKept)
        throw new RappelError('not_text', 'import.reading_failed', { reason: { words: document.failure } });
      yield { ...common, content, note: `copied without its text: reading it ${document.failure}` };
      return;
    }
    if (document.text === '') {
      const copy = { ...common, content, note: 'a scan: it contains no text to search' };
      yield format.isKept ? copy : { from: common.from, skipped: 'empty' };
      return;
    }
    if (format.isKept) yield { ...common, content };
    // A message that another one contains belongs to that one, also if it is in the import by itself.
    yield noteFrom(common, depth === 0 ? document : { ...document, id: null }, format);
    const dates = datesOf(common, document);
    for (const file of document.files) yield* embeddedOffers({ ...common, ...dates }, file, depth + 1);
    if (alone && 'file' in content) yield* imagesBeside(common, document, content.file);
  }

  /** A document inside another, as in a message, becomes a note too. */
  async function* embeddedOffers(
    common: Common,
    { name, bytes }: Document['files'][number],
    depth: number,
  ): AsyncGenerator<Offer> {
    const item = {
      ...common,
      from: `${common.from}: ${basename(name)}`,
      name: posix.join(dirname(common.name), name),
      sourceId: `${common.sourceId}:${name}`,
    };
    const format = formatOf(name);
    if (format === null || depth > MOST_DEPTH) yield { ...item, content: { bytes } };
    else yield* orReason(item.from, offersOf(item, { bytes }, format, depth));
  }

  async function read(common: Common, content: Content, format: Format): Promise<Document | Failure> {
    const isBeside = 'file' in content && !alone;
    const answer = await thread.read({
      format: format.name,
      bytes: 'file' in content ? readSourceFile(content.file) : content.bytes,
      name: basename(common.name),
      place: isBeside ? { root: content.file.root, folder: dirname(content.file.address) } : null,
    });
    if ('problem' in answer && answer.problem === 'unreadable')
      throw new RappelError('not_text', 'import.item', { reason: { words: answer.reason } });
    const document = 'problem' in answer ? { failure: FAILURES[answer.problem] } : answer;
    const length = 'failure' in document ? 0 : sizeOf(document);
    if (keptLength + length <= MOST_KEPT) {
      known.set(common.sourceId, document);
      keptLength += length;
    }
    return document;
  }

  return { offersOf, close: thread.close };
}

interface Failure {
  failure: string;
}

const FAILURES = { time: 'takes too long', memory: 'needs too much memory', crash: 'failed' };

/** How much of what was read is cached. */
const MOST_KEPT = 50_000_000;
/** A message in a message in a message. */
const MOST_DEPTH = 3;

function sizeOf({ text, files }: Document): number {
  return files.reduce((sum, { bytes }) => sum + bytes.length, text.length);
}

function noteFrom(common: Common, document: Document, format: Format): ImportItem {
  const isMessage = !format.isKept && document.id !== null;
  const lines = Object.entries(document.fields).map(([key, value]) =>
    typeof value === 'string' ? yamlField(key, value) : `${key}: [${value.map(yamlValue).join(', ')}]`,
  );
  const head = lines.length === 0 ? '' : `---\n${lines.join('\n')}\n---\n\n`;
  const original = basename(common.name);
  const link = `\n\n[${original}](<${original}>)\n`;
  const body = format.isKept ? document.text.replace('\n', () => link) : document.text;
  return {
    ...common,
    kind: format.name,
    name: noteName(common.name, format),
    sourceId: format.isKept ? textId(common.sourceId) : (document.id ?? common.sourceId),
    ...(isMessage && { place: common.sourceId }),
    ...(format.isKept && { textOf: common.sourceId }),
    ...datesOf(common, document),
    content: { text: head + body },
    leftOut: document.leftOut,
  };
}

/** The dates that a document states are better than those of its file. */
function datesOf(common: Common, { created, updated }: Document): Pick<Common, 'created' | 'updated'> {
  return { created: created ?? common.created, updated: updated ?? common.updated };
}

function imagesBeside(common: Common, { shown }: Document, { root, address }: SourceFile): ImportItem[] {
  const folder = dirname(address);
  return shown
    .map(decodedAddress)
    .filter((path) => hasImageName(path) && isBeside(path, { root, folder }))
    .map((path) => ({
      ...common,
      from: path,
      name: posix.join(dirname(common.name), path),
      sourceId: `${common.sourceId}:${path}`,
      content: { file: { root, address: join(folder, path) } },
    }));
}
