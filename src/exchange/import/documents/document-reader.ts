import { basename, dirname, join, posix } from 'node:path';
import { RappelError } from '../../../shared/errors.js';
import { hasImageName } from '../../../vault/kinds.js';
import { yamlField } from '../../../vault/yaml-value.js';
import type { ImportItem, Offer } from '../item.js';
import { readSourceFile, type SourceFile } from '../source-file.js';
import type { Document } from './document.js';
import { type Format, noteName } from './formats.js';
import { decodedPath, isBeside } from './links.js';
import { createReaderThread } from './reader-thread.js';

type Common = Omit<ImportItem, 'content'>;

/**
 * Reads documents as notes. Caches what it read: that is slow, and needed to plan and to write. `alone` is for a single
 * file, of which nothing beside it is imported except the images that it shows.
 */
export function createDocumentReader({ alone }: { alone: boolean }) {
  const thread = createReaderThread();
  const known = new Map<string, Document | Failure>();
  let keptLength = 0;

  async function* offersOf(common: Common, file: SourceFile, format: Format): AsyncGenerator<Offer> {
    const document = known.get(file.address) ?? (await read(common, file, format));
    if ('failure' in document) {
      if (!format.isKept) throw new RappelError('not_text', `reading it ${document.failure}`);
      const note = `copied without its text: reading it ${document.failure}`;
      yield { ...common, content: { file }, note };
      return;
    }
    if (document.text === '') {
      const copy = { ...common, content: { file }, note: 'a scan: it contains no text to search' };
      yield format.isKept ? copy : { from: common.from, skipped: 'empty' };
      return;
    }
    if (format.isKept) yield { ...common, content: { file } };
    yield noteFrom(common, document, format);
    yield* embeddedFiles(common, document);
    if (alone) yield* imagesBeside(common, document, file);
  }

  async function read(common: Common, file: SourceFile, format: Format): Promise<Document | Failure> {
    const answer = await thread.read({
      format: format.name,
      bytes: readSourceFile(file),
      name: basename(common.name),
      place: alone ? null : { root: file.root, folder: dirname(file.address) },
    });
    if ('problem' in answer && answer.problem === 'unreadable')
      throw new RappelError('not_text', answer.reason);
    const document = 'problem' in answer ? { failure: FAILURES[answer.problem] } : answer;
    const length = 'failure' in document ? 0 : sizeOf(document);
    if (keptLength + length <= MOST_KEPT) {
      known.set(file.address, document);
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

function sizeOf({ text, files }: Document): number {
  return files.reduce((sum, { bytes }) => sum + bytes.length, text.length);
}

function noteFrom(common: Common, document: Document, format: Format): ImportItem {
  const lines = Object.entries(document.fields).map(([key, value]) => yamlField(key, value));
  const head = lines.length === 0 ? '' : `---\n${lines.join('\n')}\n---\n\n`;
  const original = basename(common.name);
  const link = `\n\n[${original}](<${original}>)\n`;
  const body = format.isKept ? document.text.replace('\n', link) : document.text;
  const note = leftOutText(document.leftOut);
  return {
    ...common,
    kind: format.name,
    name: noteName(common.name, format),
    sourceId: format.isKept ? `${common.sourceId}-text` : (document.id ?? common.sourceId),
    created: document.created ?? common.created,
    updated: document.updated ?? document.created ?? common.updated,
    content: { text: head + body },
    ...(note !== '' && { note }),
  };
}

function leftOutText(leftOut: Document['leftOut']): string {
  const parts = Object.entries(leftOut).map(([kind, count]) => `${kind}: ${count}`);
  return parts.length === 0 ? '' : `left out: ${parts.join(', ')}`;
}

function embeddedFiles(common: Common, { files }: Document): ImportItem[] {
  return files.map(({ name, bytes }) => ({
    ...common,
    from: `${common.from}: ${basename(name)}`,
    name: posix.join(dirname(common.name), name),
    sourceId: `${common.sourceId}:${name}`,
    content: { bytes },
  }));
}

function imagesBeside(common: Common, { shown }: Document, { root, address }: SourceFile): ImportItem[] {
  const folder = dirname(address);
  return shown
    .map(decodedPath)
    .filter((path) => hasImageName(path) && isBeside(path, { root, folder }))
    .map((path) => ({
      ...common,
      from: path,
      name: posix.join(dirname(common.name), path),
      sourceId: `${common.sourceId}:${path}`,
      content: { file: { root, address: join(folder, path) } },
    }));
}
