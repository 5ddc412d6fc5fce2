import type { Bytes } from '../../vault/files.js';
import { isAtOrBelow, type VaultPath } from '../../vault/paths.js';
import type { Publisher } from '../events/events.js';
import type { History, HistoryEntry, RecordRequest, Source } from './history.js';

export interface PageEdits {
  /** The history, in which what the page wrote has its own source. */
  readonly history: History;
  /** The page replaced the text of a file. It becomes an entry when the file is quiet, or before any other change of it. */
  saved(path: VaultPath, before: string | null, after: string): void;
}

/**
 * The page saves while a person types. Each save is on the disk at once, but a burst of them is one entry: the background
 * job records a file once it is quiet. Until then this knows which text came from the page, so that the entry gets the
 * right source, and a change by another program in between becomes an entry of its own.
 */
export function createPageEdits(inner: History, events: Publisher<{ history: HistoryEntry }>): PageEdits {
  const waiting = new Map<VaultPath, Bytes>();
  let last: Promise<unknown> = Promise.resolve();

  /** In the order of the calls: an entry is the difference to the one before it. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  }

  async function recordContents(
    source: Source,
    contents: ReadonlyMap<VaultPath, Bytes | null>,
  ): Promise<void> {
    const entry = await inner.record({ source, paths: [], contents });
    if (entry !== null) events.publish('history', entry);
  }

  function take({ paths, before }: Pick<RecordRequest, 'paths' | 'before'>): Map<VaultPath, Bytes> {
    const taken = new Map<VaultPath, Bytes>();
    for (const [path, bytes] of waiting) {
      if (!before?.has(path) && !paths.some((given) => isAtOrBelow(path, given))) continue;
      taken.set(path, bytes);
      waiting.delete(path);
    }
    return taken;
  }

  async function recordTaken(taken: ReadonlyMap<VaultPath, Bytes>): Promise<void> {
    if (taken.size === 0) return;
    try {
      await recordContents('page', taken);
    } catch (error) {
      // A newer text of the page includes what this one said.
      for (const [path, bytes] of taken) if (!waiting.has(path)) waiting.set(path, bytes);
      throw error;
    }
  }

  return {
    history: {
      ...inner,
      record(request) {
        // Now, not in turn: what the page saves from here on may be based on the change that is to be recorded.
        const taken = take(request);
        return inTurn(async () => {
          await recordTaken(taken);
          // What the page has saved meanwhile is recorded as its own, next time.
          return inner.record({ ...request, paths: request.paths.filter((path) => !waiting.has(path)) });
        });
      },
    },
    saved(path, before, after) {
      const own = waiting.get(path);
      const found = before === null ? null : Buffer.from(before);
      waiting.set(path, Buffer.from(after));
      if (own !== undefined && found !== null && own.equals(found)) return;
      // Another program wrote in between, or it is the first save: both versions are kept as they were.
      const earlier = async () => {
        await recordTaken(new Map(own === undefined ? [] : [[path, own]]));
        await recordContents('outside', new Map([[path, found]]));
      };
      // What can't be recorded now is recorded with the next entry, as one change.
      void inTurn(earlier).catch(() => {});
    },
  };
}
