import { blobHash } from '../../../vault/blob-id.js';
import { STAMPED_FIELDS, splitFrontmatter } from '../../../vault/frontmatter.js';
import type { FileSource } from '../../files.js';
import type { KnownFile } from '../../index/store.js';
import { type QmdClient, QmdProblem } from './client.js';
import type { IndexedFile } from './protocol.js';

type OnProgress = (done: number, total: number) => void;

interface Told {
  indexed: number;
  removed: number;
}

interface SyncDeps {
  client: QmdClient;
  files: FileSource;
  /** What our own index holds. */
  known(): Map<string, KnownFile>;
}

export type QmdSync = ReturnType<typeof createQmdSync>;

/** Keeps QMD's index at the state of our own. */
export function createQmdSync({ client, files, known }: SyncDeps) {
  /** The process that knows everything; 0 for none. */
  let complete = 0;
  let running: Promise<Told> | null = null;
  let progress = '';

  /** A batch does not keep the process alive: a caller that waits for all of them sets a time limit. */
  async function compare(onProgress?: OnProgress): Promise<Told> {
    const indexed = new Map(
      (await client.request('known', {}, TIME_FOR_A_BATCH, { isWaitedFor: false })).files,
    );
    const process = client.running();
    const own = known();
    const gone = [...indexed.keys()].filter((path) => !own.has(path));
    const changed = [...own.values()]
      .filter(({ path, hash }) => indexed.get(path) !== hexOf(hash))
      .map(({ path }) => path);
    for (let at = 0; at < gone.length; at += BATCH) await send([], gone.slice(at, at + BATCH), false);
    for (let at = 0; at < changed.length; ) {
      const put: IndexedFile[] = [];
      const remove: string[] = [];
      for (let size = 0; at < changed.length && put.length < BATCH && size < BATCH_CHARACTERS; at++) {
        const file = read(changed[at]!);
        if (file === null) remove.push(changed[at]!);
        else put.push(file);
        size += file?.text.length ?? 0;
      }
      await send(put, remove, false);
      progress = `${at} of ${changed.length} files`;
      onProgress?.(at, changed.length);
    }
    complete = process;
    return { indexed: changed.length, removed: gone.length };
  }

  function read(path: string): IndexedFile | null {
    const file = files.read(path);
    return file === null
      ? null
      : { path, text: readableText(file.text), hash: blobHash(file.text).toString('hex') };
  }

  async function send(put: IndexedFile[], remove: string[], isWaitedFor: boolean): Promise<void> {
    await client.request('change', { put, remove }, TIME_FOR_A_BATCH, { isWaitedFor });
  }

  /** One for all who ask meanwhile: it goes on when one of them gives up. */
  function begin(onProgress?: OnProgress): Promise<Told> {
    progress = 'it has just begun';
    running ??= compare(onProgress).finally(() => {
      running = null;
    });
    running.catch(() => {});
    return running;
  }

  function waitFor<Value>(work: Promise<Value>, milliseconds: number, signal?: AbortSignal): Promise<Value> {
    let timer: NodeJS.Timeout | undefined;
    let giveUp = () => {};
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new QmdProblem(`QMD is still indexing (${progress})`)), milliseconds);
      giveUp = () => reject(signal!.reason);
      signal?.addEventListener('abort', giveUp);
      if (signal?.aborted) giveUp();
    });
    return Promise.race([work, late]).finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    });
  }

  return {
    /** Compares all files now, however long it takes; says how many QMD was told of, and how many it forgot. */
    all: (onProgress?: OnProgress, signal?: AbortSignal) => waitFor(begin(onProgress), LONGEST_WAIT, signal),
    /** Compares all files where QMD has not been told of all changes, or always. Waits so long at most, then goes on alone. */
    async ensure(milliseconds: number, always: boolean): Promise<void> {
      if (!always && complete !== 0 && complete === client.running()) return;
      // It continues after the time limit.
      await waitFor(begin(), milliseconds);
    },
    /** Tells QMD that these files changed or are gone. If that fails, the next comparison finds them. */
    async tell(paths: readonly string[]): Promise<void> {
      await running?.catch(() => {});
      if (complete === 0 || complete !== client.running()) return;
      const now = paths.map((path) => ({ path, file: read(path) }));
      try {
        await send(
          now.flatMap(({ file }) => (file === null ? [] : [file])),
          now.flatMap(({ path, file }) => (file === null ? [path] : [])),
          true,
        );
      } catch (error) {
        if (!(error instanceof QmdProblem)) throw error;
        complete = 0;
      }
    },
  };
}

const LONGEST_WAIT = 2 ** 31 - 1;
const BATCH = 200;
const BATCH_CHARACTERS = 2_000_000;
const TIME_FOR_A_BATCH = 60_000;

function hexOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex');
}

/**
 * What QMD gets to read of a file: everything but the stamps, which every file has and every search would find.
 * Their lines stay, empty, so that every other line keeps its number; and a file that was only stamped anew stays the
 * same for QMD, vectors included.
 */
export function readableText(text: string): string {
  const { head } = splitFrontmatter(text);
  if (head === '') return text;
  return head.replace(STAMP, '') + text.slice(head.length);
}

const STAMP = new RegExp(`^(?:${STAMPED_FIELDS.join('|')}) *:[^\\r\\n]*`, 'gm');
