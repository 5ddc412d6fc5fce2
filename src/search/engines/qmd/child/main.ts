import type { ReplyOf, RequestName, RequestOf } from '../protocol.js';
import { type OriginalParts, searchDeep } from './deep-search.js';
import { changeFiles, knownFiles } from './files.js';
import { type OpenStore, openQmdStore } from './open-store.js';
import { makeQmdVectors } from './vectors.js';
import { searchFullText } from './word-search.js';

/** The process in which QMD runs: answers requests until its parent is gone. */
function main(): void {
  const serve = createServer();
  process.on(
    'message',
    async ({ id, name, request }: { id: number; name: RequestName; request: unknown }) => {
      const answer = await serve(name, request).then(
        (value) => ({ id, ok: true, value }),
        ({ message, code }: Error & { code?: string }) => {
          const isCorrupt = code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB';
          return { id, ok: false, value: { message, isCorrupt } };
        },
      );
      if (process.connected) process.send?.(answer);
    },
  );
  // At once: models that are still at work would keep it alive.
  process.on('disconnect', () => process.exit(0));
}

type Handlers = { [Name in RequestName]: (request: RequestOf<Name>) => Promise<ReplyOf<Name>> };

function createServer() {
  let current: { open: OpenStore; original: OriginalParts } | null = null;
  const opened = () => {
    if (current === null) throw new Error('no index is open');
    return current;
  };
  const alone = createTurn();

  const handlers: Handlers = {
    async open(request) {
      const open = await openQmdStore(request);
      const { searchFTS, searchVec, expandQuery, rerank } = open.store.internal;
      current = { open, original: { searchFTS, searchVec, expandQuery, rerank } };
      return { version: process.versions.node };
    },
    async known() {
      return { files: knownFiles(opened().open.store) };
    },
    async change({ put, remove }) {
      changeFiles(opened().open.store, put, remove);
      return {};
    },
    async search(request) {
      const { open, original } = opened();
      return { hits: searchFullText(open.store, original.searchFTS, request) };
    },
    query: (request) =>
      alone(async () => {
        const { open, original } = opened();
        return searchDeep({ open, original, missing: missingVectors(open) ?? 0 }, request);
      }),
    embed: ({ milliseconds }) =>
      alone(async () => {
        const { open } = opened();
        if (open.models.embed.path === null) return { made: 0, missing: null };
        const made = await makeQmdVectors(open.store, milliseconds);
        return { made, missing: missingVectors(open) };
      }),
    async ping() {
      return {};
    },
  };
  return async (name: RequestName, request: unknown): Promise<object> => handlers[name](request as never);
}

function missingVectors({ store, models }: OpenStore): number | null {
  return models.embed.path === null ? null : store.internal.getHashesNeedingEmbedding();
}

/** One after the other: QMD's models hang where two ask at once. */
function createTurn() {
  let last: Promise<unknown> = Promise.resolve();
  return <Value>(work: () => Promise<Value>): Promise<Value> => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
}

main();
