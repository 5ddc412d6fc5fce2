import type { Clock } from '../../../shared/clock.js';
import { RappelError } from '../../../shared/errors.js';
import { sqliteProblem } from '../../../shared/sqlite.js';
import type {
  EngineStatus,
  OnIndexed,
  RefreshOptions,
  RefreshReport,
  SearchEngine,
  Spread,
  SpreadFolder,
} from '../../engine.js';
import type { FileSource } from '../../files.js';
import type { Folder, FolderTable } from '../../index/folder-table.js';
import { discard, type Index, openIndex, openInMemory, reasonOf } from '../../index/open-index.js';
import { refreshIndex, updateFiles } from '../../index/refresh.js';
import { asRappelError } from '../../index/sqlite.js';
import {
  createVectorIndex,
  type Meaning,
  type VectorIndex,
  vectorsOfIndex,
} from '../../index/vector-index.js';
import type { Embedder } from '../../models/embedder.js';
import type { Reranker } from '../../models/endpoint/endpoint-reranker.js';
import { createStaticEmbedder, isStatic } from '../../models/static/static-embedder.js';
import type { StaticModel } from '../../models/static/static-model.js';
import { wordWeight } from '../../models/static/word-weight.js';
import type { WhenWritten } from '../../passages/successors.js';
import type { TextModel } from '../../query/expansion.js';
import { parseQuery, type Term } from '../../query/parse-query.js';
import { planOf } from '../../query/plan.js';
import { isSmallWord } from '../../text/stop-words.js';
import { askedWordsOf } from '../../text/words.js';
import { answer } from './answer.js';

export interface LocalEngineDeps {
  files: FileSource;
  /** Where the index is kept. */
  indexFile: string;
  clock: Clock;
  /** What `deep` finds meaning with: the embedder that comes with Rappel unless another is given, or none. */
  embedder?: Embedder | null;
  textModel?: TextModel | null;
  reranker?: Reranker | null;
  /** Puts statements in order that no day does. */
  whenWritten?: WhenWritten | null;
  /**
   * When the files are compared with the index: before every search in a command, or once in
   * the service, which reports every change.
   */
  refresh?: 'every-search' | 'once';
  /** Told how far the index is while files are indexed, or vectors made, before a search. */
  onProgress?: OnIndexed;
}

/** Rappel's own engine: SQLite full-text search in a cache folder, ranked by us. Nothing is opened before it is used. */
export function createLocalEngine(deps: LocalEngineDeps): SearchEngine {
  let index: Index | null = null;
  let vectors: VectorIndex | null = null;
  /** Held from the first deep search on: the next one should not read it again. */
  let model: StaticModel | null = null;
  let refreshed = false;
  let resting: NodeJS.Timeout | undefined;
  const embedder = deps.embedder === undefined ? createStaticEmbedder() : deps.embedder;
  const builtInMeaning = embedder !== null && isStatic(embedder) ? embedder : null;
  const builtIn = builtInMeaning ?? createStaticEmbedder();

  const batch: { batchMs?: number } = deps.refresh === 'once' ? { batchMs: SERVED_BATCH_MS } : {};

  return {
    async search(request) {
      const plan = planOf(request, deps.clock);
      return withIndex(async (open) => {
        const began = performance.now();
        if (!refreshed || deps.refresh === 'every-search') {
          const comparing = refreshWith(open, request.signal && { signal: request.signal });
          // Read while the files are compared. `answer` asks for it again, and gets later changes and errors then.
          if (plan.request.mode === 'deep' && builtInMeaning !== null)
            void meaningOf(open, request.signal).catch(() => {});
          await comparing;
        }
        const index = performance.now() - began;
        const found = await answer(open, plan, {
          files: deps.files,
          meaning: () => meaningOf(open, request.signal),
          textModel: deps.textModel ?? null,
          reranker: deps.reranker ?? null,
          whenWritten: deps.whenWritten ?? null,
        });
        return found.times === undefined ? found : { ...found, times: { index, ...found.times } };
      });
    },
    async spread(text, parent) {
      return withIndex(async (open) => {
        if (!refreshed || deps.refresh === 'every-search') await refreshWith(open);
        return spreadOf(open, text, parent, await textMeaning(open, text));
      });
    },
    async update(...paths) {
      // Where deep searches are asked, the next one should not have to make vectors.
      await withIndex(({ store }) => updateFiles(store, deps.files, paths, { model, ...batch }));
    },
    async refresh(options: RefreshOptions = {}): Promise<RefreshReport> {
      if (options.rebuild) {
        close();
        discard(deps.indexFile);
      }
      return withIndex(async (open) => {
        const report = await refreshWith(open, options);
        await prepareMeaning(open, options);
        return report;
      });
    },
    status(): EngineStatus {
      const open = current();
      const { files, chunks } = open.store.counts();
      return { files, chunks, location: open.location, problem: open.problem };
    },
    close,
  };

  function close(): void {
    clearTimeout(resting);
    vectors?.close();
    vectors = null;
    index?.close();
    index = null;
    model = null;
    refreshed = false;
  }

  async function refreshWith({ store }: Index, options: RefreshOptions = {}): Promise<RefreshReport> {
    const report = await refreshIndex(store, deps.files, {
      ...(deps.onProgress && { onProgress: deps.onProgress }),
      // Another model may be slow or cost money: it is used when a search needs it.
      vectorsOf: builtInMeaning,
      ...batch,
      ...options,
      onLagging() {
        refreshed = true;
        options.onLagging?.();
      },
    });
    refreshed = true;
    return report;
  }

  /** Brings the vectors and their file up to date: the first deep search should not have to. */
  async function prepareMeaning(open: Index, options: RefreshOptions): Promise<void> {
    // Another model is used only where it is asked for: it may be slow or cost money. The vectors of few chunks take no time.
    const isWorthIt = builtInMeaning !== null && open.store.counts().chunks >= MANY_CHUNKS;
    if (embedder === null || !(isWorthIt || options.vectors)) return;
    const { signal, onProgress = deps.onProgress } = options;
    // Held only from the first deep search on.
    let passing: VectorIndex | null = null;
    try {
      if (vectors === null) passing = createVectorIndex(vectorsOfIndex(open, deps.files, embedder), embedder);
      await (passing ?? vectors!).complete({ signal, onProgress });
    } catch (error) {
      signal?.throwIfAborted();
      // A search will meet it again, and say so.
      if (sqliteProblem(error) !== 'other') throw error;
    } finally {
      passing?.close();
    }
  }

  /** The vectors of every chunk, made where they are missing; or why there are none. */
  async function meaningOf(open: Index, signal: AbortSignal | undefined): Promise<Meaning> {
    if (embedder === null) return { reason: 'no embedder is configured' };
    try {
      // Read from the disk while the vectors are.
      if (isStatic(embedder)) void embedder.model().catch(() => {});
      if (vectors === null) {
        vectors = createVectorIndex(vectorsOfIndex(open, deps.files, embedder), embedder);
        open.onGone(vectors.forget);
      }
      // The built-in model is fast enough for any vault; an endpoint may need many searches to see all of it.
      const deadline = isStatic(embedder) ? Number.POSITIVE_INFINITY : performance.now() + TIME_FOR_VECTORS;
      const isBusy = deps.refresh === 'once';
      const missing = await vectors.complete({ signal, onProgress: deps.onProgress, deadline, isBusy });
      if (isStatic(embedder)) model ??= await embedder.model();
      return { embedder, vectors, missing, model };
    } catch (error) {
      signal?.throwIfAborted();
      if (sqliteProblem(error) !== 'other') throw error;
      return { reason: (error as Error).message };
    }
  }

  /** By the built-in model, also where another one makes the vectors: routing must not depend on a model that may fail. */
  async function textMeaning(open: Index, text: string): Promise<TextMeaning> {
    // Without its file every word tells as much: a note must be filed all the same.
    const model = await builtIn.model().catch(() => null);
    const weightOf = (word: string) => (model === null ? 1 : wordWeight(model, word));
    const meaning = embedder === builtIn ? await meaningOf(open, undefined) : null;
    if (meaning === null || 'reason' in meaning) return { weightOf, nearest: [] };
    const [vector] = await builtIn.embed([text]);
    return { weightOf, nearest: meaning.vectors.nearest(vector!, null, NEAREST) };
  }

  function current(): Index {
    const isOrphan = index?.isOrphan() === true;
    if (isOrphan) close();
    // One that another version has made since is left to it.
    index ??= openIndex(deps.indexFile, !isOrphan);
    return index;
  }

  /** Runs with an open index; a broken one is made again, one that can't be written to is kept in memory. */
  async function withIndex<Result>(use: (open: Index) => Promise<Result>): Promise<Result> {
    clearTimeout(resting);
    try {
      return await use(current());
    } catch (error) {
      if (sqliteProblem(error) === 'corrupt') {
        close();
        discard(deps.indexFile);
      } else {
        const reason = error instanceof RappelError ? null : reasonOf(error, deps.indexFile);
        if (reason === null || index?.location === null) throw asRappelError(error);
        close();
        index = openInMemory(reason);
      }
      const open = current();
      await refreshWith(open);
      return await use(open);
    } finally {
      clearTimeout(resting);
      if (deps.refresh === 'once') resting = setTimeout(rest, REST_MS).unref();
    }
  }

  /** A service may have many vaults, of which few are in use. */
  function rest(): void {
    index?.shrink();
  }
}

const REST_MS = 20_000;

/** Of work that searches wait for, in a service. A file that is being indexed is finished. */
const SERVED_BATCH_MS = 5;
/** Milliseconds that one search may spend on vectors of chunks that have none yet. */
const TIME_FOR_VECTORS = 20_000;
/** From a tenth of a second on. */
const MANY_CHUNKS = 5_000;
/** Chunks that say which folder is near to a text in meaning. */
const NEAREST = 200;

/** More folders than this are compared by the words they share with the text first. */
const MOST_FOLDERS = 16;

/** What the built-in model says of a text. */
interface TextMeaning {
  /** How telling a word is in its language, from 0 to 1. */
  weightOf(word: string): number;
  /** The chunks nearest to the text, best first. */
  nearest: readonly { id: number; cosine: number }[];
}

/** Counts the words of a text by folder, in one state of the index. */
function spreadOf(
  { reader, store, foldersBelow }: Index,
  text: string,
  parent: string,
  { weightOf, nearest }: TextMeaning,
): Spread {
  const { terms } = parseQuery(text);
  const raw = askedWordsOf(text).slice(0, terms.length === 0 ? 0 : 1 + terms.at(-1)!.position);
  return reader.snapshot(() => {
    const table = foldersBelow(parent);
    const folders = table.folders();
    const counted = terms
      .filter(({ label }) => !isSmallWord(label))
      .map((term) => ({
        label: labelOf(term, raw),
        byFolder: table.count(reader.holding(term.keys.map(({ text }) => text))),
      }));
    const { chunks, averageLength } = store.totals();
    const cosines = cosinesOf(nearest, table);
    const describe = (place: number) => described(folders[place]!, table, cosines(place));
    const chosen = chooseFolders(
      folders,
      counted.map(({ byFolder }) => byFolder),
    );
    return {
      terms: counted.map(({ label, byFolder }) => ({
        label,
        weight: weightOf(label),
        chunks: byFolder.reduce((sum, count) => sum + count, 0),
        elsewhere: byFolder[0]!,
        inFolders: chosen.map((place) => byFolder[place]!),
      })),
      folders: chosen.map(describe),
      elsewhere: describe(0),
      words: chunks * averageLength,
    };
  });
}

/** The word as written; a date or a tag by its own name. */
function labelOf({ label, form, position }: Term, raw: readonly { raw: string; form: number }[]): string {
  const word = raw[position];
  return form !== 0 && word?.form === form ? word.raw : label;
}

/** The places of the folders that are compared, by name. */
function chooseFolders(folders: readonly Folder[], counts: readonly Uint32Array[]): number[] {
  const shared = new Float64Array(folders.length);
  const filled = [...folders.keys()].filter((place) => place > 0 && folders[place]!.chunks > 0);
  const byName = (a: number, b: number) => (folders[a]!.name! < folders[b]!.name! ? -1 : 1);
  if (filled.length <= MOST_FOLDERS) return filled.sort(byName);
  for (const byFolder of counts) {
    const holding = byFolder.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0);
    const rarity = Math.log(1 + folders.length / Math.max(1, holding));
    for (const place of filled) {
      const count = byFolder[place]!;
      // A folder that is full of a word is named after it, or is about it.
      if (count > 0) shared[place]! += rarity * Math.sqrt(count / folders[place]!.chunks);
    }
  }
  return filled
    .sort((a, b) => shared[b]! - shared[a]! || byName(a, b))
    .slice(0, MOST_FOLDERS)
    .sort(byName);
}

/** The cosine of the nearest chunk of each folder; a folder without one among the nearest has at most the least of theirs. */
function cosinesOf(nearest: TextMeaning['nearest'], table: FolderTable): (place: number) => number {
  const best = new Map<number, number>();
  for (const { id, cosine } of nearest) {
    const place = table.placeOf(id);
    if (!best.has(place)) best.set(place, cosine);
  }
  const least = nearest.at(-1)?.cosine ?? 0;
  return (place) => best.get(place) ?? least;
}

function described(folder: Folder, table: FolderTable, cosine: number): SpreadFolder {
  const { name, chunks, words, days } = folder;
  return { name: name ?? '', chunks, words, days: new Map(days), sample: table.sampleOf(folder), cosine };
}
