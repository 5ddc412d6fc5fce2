import { RappelError } from '../../../shared/errors.js';
import type { PastFiles, SearchAnswer } from '../../engine.js';
import { type FileSource, type FileVersion, listOf, listOneByOne } from '../../files.js';
import { type Index, openTemporary } from '../../index/open-index.js';
import { refreshIndex } from '../../index/refresh.js';
import { createVectorIndex, type Meaning, type Vectors, vectorsOfIndex } from '../../index/vector-index.js';
import { openView, type View } from '../../index/view/open-view.js';
import { createViewVectors } from '../../index/view/view-vectors.js';
import type { Embedder } from '../../models/embedder.js';
import { isStatic } from '../../models/static/static-embedder.js';
import type { Plan } from '../../query/plan.js';
import { type AnswerDeps, answer } from './answer.js';

interface PastSearchDeps extends Pick<AnswerDeps, 'expander' | 'reranker'> {
  embedder: Embedder | null;
  /** The vectors of the index of today, made where they are missing. */
  meaningOf(today: Index, signal: AbortSignal | undefined): Promise<Meaning>;
}

/** What is held for the past that was asked for last. */
interface Held {
  id: string;
  files: FileVersion[];
  /** Of the files that the index of today does not have as they were. */
  others: Index;
  view: (View & { today: Index; changes: number }) | null;
  vectors: (Vectors & { missing: number }) | null;
}

/**
 * Searches the files of the past without an index of their own: most are as they were, and the index of today has their chunks. Only the
 * others are indexed, in a temporary file. One search at a time.
 */
export function createPastSearch({ embedder, meaningOf, expander, reranker }: PastSearchDeps) {
  let held: Held | null = null;
  let turn: Promise<unknown> = Promise.resolve();

  return {
    search(today: Index, plan: Plan, past: PastFiles): Promise<SearchAnswer> {
      const done = turn.then(() => searchNow(today, plan, past));
      turn = done.catch(() => {});
      return done;
    },
    close,
  };

  function close(): void {
    held?.others.close();
    held = null;
  }

  function release(id: string): void {
    turn = turn.then(() => {
      if (held?.id === id) close();
    });
  }

  async function searchNow(today: Index, plan: Plan, past: PastFiles): Promise<SearchAnswer> {
    const { signal } = plan.request;
    for (let round = 1; ; round++) {
      const { view, current } = await viewOf(today, past, signal);
      const found = await answer(view, plan, {
        files: past.files,
        meaning: () => viewMeaning(current, today, past, signal),
        expander,
        reranker,
        // The files of that day answer as they would in a folder, which has no history.
        whenWritten: null,
      });
      // What the index of today has changed meanwhile, the view may have missed.
      if (view.changes === today.store.listing().changes || round === MOST_ROUNDS) return found;
    }
  }

  async function viewOf(today: Index, past: PastFiles, signal: AbortSignal | undefined) {
    for (let round = 1; round <= MOST_ROUNDS; round++) {
      const current = await hold(past);
      const { changes } = today.store.listing();
      if (current.view?.today === today && current.view.changes === changes)
        return { current, view: current.view };
      const known = today.store.hashes();
      const isKnown = (path: string) => known.get(path) === past.versions.get(path);
      const others = current.files.filter(({ path }) => !isKnown(path));
      await refreshIndex(current.others.store, onlyOf(past.files, others), {
        vectorsOf: embedder !== null && isStatic(embedder) ? embedder : null,
        ...(signal && { signal }),
      });
      const view = today.reader.snapshot(() =>
        today.store.listing().changes === changes
          ? openView(current.files, (path) => (isKnown(path) ? today : current.others))
          : null,
      );
      if (view === null) continue;
      current.view = { ...view, problem: today.problem, today, changes };
      current.vectors = null;
      return { current, view: current.view };
    }
    throw new RappelError('busy', 'the vault is changing too fast to search its past', {
      hint: 'Try again in a moment.',
    });
  }

  async function hold(past: PastFiles): Promise<Held> {
    if (held?.id === past.id) return held;
    close();
    past.released.throwIfAborted();
    past.released.addEventListener('abort', () => release(past.id), { once: true });
    const files = await listOf(past.files);
    held = { id: past.id, files, others: openTemporary(), view: null, vectors: null };
    return held;
  }

  async function viewMeaning(
    current: Held,
    today: Index,
    { files }: PastFiles,
    signal: AbortSignal | undefined,
  ): Promise<Meaning> {
    const meaning = await meaningOf(today, signal);
    if ('reason' in meaning) return meaning;
    if (current.vectors === null) {
      await createVectorIndex(
        vectorsOfIndex(current.others, files, meaning.embedder),
        meaning.embedder,
      ).complete({ signal });
      current.vectors = await createViewVectors(current.view!.numbering, meaning.embedder);
    }
    const { missing, ...vectors } = current.vectors;
    return { ...meaning, vectors, missing };
  }
}

const MOST_ROUNDS = 3;

/** A source with some of its files. */
function onlyOf(files: FileSource, some: readonly FileVersion[]): FileSource {
  return { ...files, list: listOneByOne(async (visit) => some.forEach(visit)) };
}
