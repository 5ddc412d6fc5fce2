import { createYielder } from '../../shared/yield-to-event-loop.js';
import type { FileSource, FileStat } from '../files.js';
import type { PreparedFile } from './prepare-file.js';
import { startPreparingThread } from './thread/preparing-thread.js';

/** A file as it was read a moment ago, or gone by then. */
export type ReadFile = { path: string } & ({ version: null } | { version: FileStat; prepared: PreparedFile });

interface FileText {
  path: string;
  file: ReturnType<FileSource['read']>;
}

/** How much the thread is given at once, and how much lies ready for it: it should never wait for its caller. */
const FILES_AT_ONCE = 64;
/**
 * Beside one who answers: what lies ready outlives the short searches for garbage, and the long ones, by several threads, would take the
 * processors from the answers.
 */
export const FEW_FILES_AT_ONCE = 8;
/** Of a large file, or of many small ones. */
const LETTERS_OF_A_FILE = 10_000;
const AHEAD = 2;

/** Reads files, in their order; a thread takes them apart meanwhile. */
export async function* prepareFiles(
  changed: readonly FileStat[],
  files: FileSource,
  withTokens: boolean,
  filesAtOnce = FILES_AT_ONCE,
): AsyncGenerator<ReadFile[]> {
  const thread = startPreparingThread({ withTokens });
  const ahead: Promise<ReadFile[]>[] = [];
  let read = 0;
  let reading: Promise<FileText[]> = Promise.resolve([]);
  try {
    for (;;) {
      while (ahead.length < AHEAD && read < changed.length) {
        const next = prepareNext();
        // A failure is told when its turn comes, unless the one before has failed already.
        next.catch(() => {});
        ahead.push(next);
      }
      const ready = await ahead.shift();
      if (ready === undefined) return;
      yield ready;
    }
  } finally {
    await thread.close();
  }

  async function prepareNext(): Promise<ReadFile[]> {
    // One after the other: files are stored in the order in which they are read, which decides between equal scores.
    reading = reading.then(readNext);
    const next = await reading;
    const texts = next.flatMap(({ path, file }) => (file === null ? [] : [{ path, text: file.text }]));
    const prepared = await thread.prepare(texts);
    let at = 0;
    return next.map(({ path, file }) =>
      file === null ? { path, version: null } : { path, version: file.version, prepared: prepared[at++]! },
    );
  }

  async function readNext(): Promise<FileText[]> {
    const next: FileText[] = [];
    let letters = 0;
    const yieldToEventLoop = createYielder();
    const most = filesAtOnce * LETTERS_OF_A_FILE;
    while (read < changed.length && next.length < filesAtOnce && letters < most) {
      const { path } = changed[read++]!;
      const file = files.read(path);
      next.push({ path, file });
      letters += file?.text.length ?? 0;
      const rest = yieldToEventLoop();
      if (rest !== undefined) await rest;
    }
    return next;
  }
}

/** False for a file that has changed since it was read. */
export function isCurrent({ path, version }: ReadFile, files: FileSource): boolean {
  const now = files.version(path);
  return now?.size === version?.size && now?.modified === version?.modified;
}
