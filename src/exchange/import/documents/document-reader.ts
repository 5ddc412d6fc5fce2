import { basename, dirname, join, posix } from 'node:path';
import { Worker } from 'node:worker_threads';
import { RappelError } from '../../../shared/errors.js';
import { hasImageName } from '../../../vault/kinds.js';
import { decodedAddress } from '../../../vault/links/resolve-link.js';
import { yamlField, yamlValue } from '../../../vault/yaml-value.js';
import { type ImportItem, type Offer, orReason } from '../item.js';
import { textId } from '../notes/note-id.js';
import { readSourceFile, type SourceFile } from '../source-file.js';
import type { Document, DocumentJob } from './document.js';
import { type Format, formatOf, noteName } from './formats.js';
import { isBeside } from './links.js';
import type { DocumentAnswer } from './worker.js';

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

interface ReaderThread {
  /** A document as a note, the limit that it exceeded, or that it ended the thread. One call at a time. */
  read(job: DocumentJob): Promise<DocumentAnswer | { problem: 'time' | 'memory' | 'crash' }>;
  /** Ends the thread; the next call starts another. */
  close(): void;
}

export interface ReaderLimits {
  /** The processor time that a document of this size may take. */
  mostMs(size: number): number;
  mostBytes: number;
}

/** Real documents take 1 to 4 s per megabyte, depending on their kind. */
const LIMITS: ReaderLimits = {
  mostMs: (size) => Math.min(120_000, 5_000 + size / 100),
  mostBytes: 1024 * 1024 * 1024,
};

/**
 * Reads documents in a thread, because only a thread can be stopped: a few kilobytes can describe a page that takes
 * minutes or gigabytes.
 */
export function createReaderThread({ limits = LIMITS, host = HOST } = {}): ReaderThread {
  let worker: Worker | null = null;

  function start(): Worker {
    const started = new Worker(host, { resourceLimits: { maxOldGenerationSizeMb: 512 } });
    started.unref();
    return started;
  }

  function close(): void {
    worker?.terminate();
    worker = null;
  }

  return {
    close,
    async read(job) {
      worker ??= start();
      const answer = await answerOf(worker, job, limits);
      if ('problem' in answer && ['time', 'memory', 'crash'].includes(answer.problem)) close();
      return answer;
    },
  };
}

function answerOf(
  worker: Worker,
  job: DocumentJob,
  { mostMs, mostBytes }: ReaderLimits,
): ReturnType<ReaderThread['read']> {
  const isLate = createTimeLimit(mostMs(job.bytes.length));
  // Buffers are outside the heap that the thread's own limit covers.
  const most = process.memoryUsage.rss() + mostBytes;
  return new Promise((resolve) => {
    const watch = setInterval(() => {
      if (isLate()) settle({ problem: 'time' });
      else if (process.memoryUsage.rss() > most) settle({ problem: 'memory' });
    }, 50);
    const onError = (error: NodeJS.ErrnoException) =>
      settle({ problem: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash' });
    const onExit = () => settle({ problem: 'crash' });
    const settle = (answer: Awaited<ReturnType<ReaderThread['read']>>) => {
      clearInterval(watch);
      worker.off('message', settle).off('error', onError).off('exit', onExit);
      worker.unref();
      resolve(answer);
    };
    worker.on('message', settle).on('error', onError).on('exit', onExit);
    worker.ref();
    worker.postMessage(job);
  });
}

/**
 * By the processor time of this process, which waits for the thread meanwhile: on a busy machine a good document may
 * take many times as long by the clock. A thread that does nothing has its limit too.
 */
function createTimeLimit(mostMs: number): () => boolean {
  const start = performance.now();
  const before = process.cpuUsage();
  return () => {
    const passed = performance.now() - start;
    if (passed < mostMs) return false;
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 > mostMs || passed > MOST_IDLE * mostMs;
  };
}

const MOST_IDLE = 10;
const HOST = new URL('./worker.js', import.meta.url);
