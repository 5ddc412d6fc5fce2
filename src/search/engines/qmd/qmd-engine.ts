import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../../../shared/clock.js';
import { RappelError } from '../../../shared/errors.js';
import { makeIndexFile, makeIndexFolder } from '../../cache-folder.js';
import type { OnIndexed, SearchAnswer, SearchEngine, SearchRequest } from '../../engine.js';
import type { FileSource } from '../../files.js';
import { discard } from '../../index/open-index.js';
import { planOf } from '../../query/plan.js';
import { createCatalogue } from './catalogue.js';
import { createQmdClient, type QmdClient, QmdProblem } from './client.js';
import { findQmd, sentenceOf } from './find-qmd.js';
import { findModels } from './models.js';
import { answerWithQmd } from './qmd-answer.js';
import { createQmdSync } from './sync.js';

interface QmdEngineDeps {
  /** Rappel's own engine: it knows the chunks, and answers where QMD does not. */
  own: SearchEngine;
  /** Where the own engine keeps its index; QMD's lies beside it. */
  indexFile: string;
  files: FileSource;
  clock: Clock;
  env: NodeJS.ProcessEnv;
  /** As for the own engine. */
  refresh?: 'every-search' | 'once';
  onProgress?: OnIndexed;
  /** The program that runs QMD; another one in tests. */
  childScript?: string;
}

/** Where QMD's index of a vault lies. */
export function qmdIndexFile(indexFile: string): string {
  return join(dirname(indexFile), 'qmd.sqlite');
}

/**
 * QMD as the engine: it chooses the files, in a process of its own. If it fails in any way, the own engine answers
 * instead, and the first stage says why.
 */
export function createQmdEngine(deps: QmdEngineDeps): SearchEngine {
  const { own, files, env } = deps;
  const database = createQmdDatabase(qmdIndexFile(deps.indexFile), () => client);
  const catalogue = createCatalogue(deps.indexFile);
  const client = createQmdClient({ start, now: () => performance.now() });
  const sync = createQmdSync({ client, files, known: () => catalogue.index().store.known() });
  const seconds = secondsOf(env);
  const vectors = createVectorWork(client, (message) => {
    trouble = message;
  });
  /** As it was when it was last looked for. */
  let found: ReturnType<typeof findQmd> | null = null;
  let refreshed = false;
  /** What kept the last comparison from its end. */
  let trouble: string | null = null;

  return {
    async search(request) {
      const plan = planOf(request, deps.clock);
      const { signal, complete = false } = request;
      try {
        if (!refreshed || deps.refresh === 'every-search') {
          await own.refresh(signal && { signal });
          refreshed = true;
        }
        if (own.status().location === null) throw new QmdProblem("QMD's index can't be written");
        await database.use<unknown>(() =>
          complete
            ? sync.all(deps.onProgress, signal)
            : sync.ensure(Math.min(TIME_TO_INDEX, seconds * 1000), deps.refresh === 'every-search'),
        );
        return await answerWithQmd({ plan, client, catalogue, sync, files, own, seconds });
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof RappelError) throw error;
        return withoutQmd(request, (error as Error).message);
      }
    },
    // QMD counts no words by folder.
    spread: (text, parent) => own.spread(text, parent),
    async update(...paths) {
      await own.update(...paths);
      await sync.tell(paths);
      makeVectorsMeanwhile();
    },
    async refresh(options = {}) {
      if (options.rebuild) {
        catalogue.close();
        database.remove();
      }
      // A search waits for all changes: QMD is told of them only when they are in the own index.
      const report = await own.refresh({ ...options, onLagging: () => {} });
      refreshed = true;
      try {
        const told = await database.use(() => sync.all(options.onProgress, options.signal));
        if (options.vectors) await vectors.makeAll(options);
        else makeVectorsMeanwhile();
        trouble = null;
        const indexed = Math.max(report.indexed, told.indexed);
        return { ...report, indexed, removed: Math.max(report.removed, told.removed) };
      } catch (error) {
        // The own index is up to date; the status reports QMD's problem.
        if (!(error instanceof QmdProblem)) throw error;
        trouble = error.message;
      }
      return report;
    },
    status() {
      const { problem, ...status } = own.status();
      found ??= findQmd(env);
      const missing = 'problem' in found ? sentenceOf(found) : null;
      return { ...status, problem: problem ?? missing ?? client.problem() ?? trouble };
    },
    close() {
      client.close();
      catalogue.close();
      own.close();
    },
  };

  async function withoutQmd(request: SearchRequest, why: string): Promise<SearchAnswer> {
    const answer = await own.search(request);
    const stage = { name: 'qmd', ran: false, reason: `${why}; answered without it` };
    return { ...answer, stages: [stage, ...answer.stages] };
  }

  /** Only while a service runs: a command would wait for them. */
  function makeVectorsMeanwhile(): void {
    if (deps.refresh !== 'every-search') vectors.makeInBackground();
  }

  function start() {
    found = findQmd(env);
    if ('problem' in found) throw new QmdProblem(sentenceOf(found));
    database.prepare();
    // With CI set QMD refuses to use its models, and options of one Node.js may be unknown to another.
    const { CI: _, NODE_OPTIONS: __, ...rest } = env;
    return {
      child: { module: deps.childScript ?? CHILD, node: found.node, env: rest },
      open: { package: found.package, database: database.file, models: findModels(env) },
    };
  }
}

const TIME_TO_INDEX = 10_000;

const CHILD = fileURLToPath(new URL('./child/main.js', import.meta.url));

/** How long a search may take before the own engine answers; one without models never takes more than ten. */
function secondsOf(env: NodeJS.ProcessEnv): number {
  const given = env.RAPPEL_QMD_SECONDS;
  if (!given) return 60;
  if (Number(given) > 0) return Number(given);
  throw new RappelError('invalid_input', 'qmd.bad_seconds', { given });
}

/** QMD's index on the disk, which other processes use too. */
function createQmdDatabase(file: string, client: () => QmdClient) {
  /** The inode of the file that the client has open; 0 if it is not known. */
  let inode = 0;

  function remove(): void {
    client().stop();
    discard(file);
  }

  return {
    file,
    prepare(): void {
      makeIndexFolder(dirname(file));
      makeIndexFile(file);
    },
    remove,
    /** Deletes a broken index, and reopens one that another process has replaced. */
    async use<Value>(work: () => Promise<Value>): Promise<Value> {
      if (client().running() !== 0 && inode !== 0 && inodeOf(file) !== inode) client().stop();
      const again = async (error: unknown) => {
        if (!(error instanceof QmdProblem) || !error.isCorrupt) throw error;
        remove();
        return work();
      };
      const value = await work().catch(again);
      inode = inodeOf(file);
      return value;
    },
  };
}

function inodeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.ino ?? 0;
}

interface VectorOptions {
  onProgress?: (done: number, total: number) => void;
  signal?: AbortSignal;
}

/** Has QMD make the vectors that are missing. */
function createVectorWork(client: QmdClient, onProblem: (message: string) => void) {
  let isRunning = false;

  /** Until all are made, however long it takes. */
  async function makeAll({ onProgress, signal }: VectorOptions): Promise<void> {
    let total: number | null = null;
    for (let before = Number.POSITIVE_INFINITY; ; ) {
      signal?.throwIfAborted();
      const { missing } = await client.request('embed', { milliseconds: 1_000 }, TIME_FOR_VECTORS);
      if (missing === null || missing === 0) return;
      if (missing >= before) throw new QmdProblem(`QMD could make no vectors of ${missing} files`);
      before = missing;
      total ??= missing;
      onProgress?.(total - missing, total);
    }
  }

  return {
    makeAll,
    /** The same in the background, once at a time; searches take priority. */
    makeInBackground(): void {
      if (isRunning || client.running() === 0) return;
      isRunning = true;
      makeAll({})
        .catch(({ message }: Error) => onProblem(message))
        .finally(() => {
          isRunning = false;
        });
    },
  };
}

/** For one file at least: a large one on a slow machine takes its time. */
const TIME_FOR_VECTORS = 3_600_000;
