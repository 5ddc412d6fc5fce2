import { basename } from 'node:path';
import type { EmbeddingContext, RankingContext, Runtime, RuntimeModel, Sequence } from './runtime.js';
import type { ModelWork } from './work.js';

/** Does the work of local models: each is loaded at its first use and kept. */
export function createWorker(loadRuntime: () => Promise<Runtime>) {
  const models = new Map<string, Promise<RuntimeModel>>();
  const contexts = new Map<string, Promise<unknown>>();
  let llama: Promise<Awaited<ReturnType<Runtime['getLlama']>>> | null = null;

  /** A model that failed to load is tried again the next time: its file may be there by then. */
  function keep<Value>(map: Map<string, Promise<unknown>>, key: string, make: () => Promise<Value>) {
    const made = (map.get(key) as Promise<Value> | undefined) ?? make();
    map.set(key, made);
    made.catch(() => map.delete(key));
    return made;
  }

  function modelAt(path: string): Promise<RuntimeModel> {
    return keep(models, path, async () => {
      // Only what came with the package: nothing is compiled and nothing is fetched.
      llama ??= loadRuntime().then(({ getLlama }) =>
        getLlama({ build: 'never', skipDownload: true, progressLogs: false, logLevel: 'error' }),
      );
      llama.catch(() => {
        llama = null;
      });
      const loaded = await llama;
      try {
        return await loaded.loadModel({ modelPath: path });
      } catch (error) {
        throw new Error(`${basename(path)} can't be loaded: ${(error as Error).message}`);
      }
    });
  }

  async function embed({ path, texts }: ModelWork & { kind: 'embed' }, signal: AbortSignal) {
    const model = await modelAt(path);
    const size = contextSize(model);
    const context: EmbeddingContext = await keep(contexts, `embed ${path}`, () =>
      model.createEmbeddingContext({ contextSize: size }),
    );
    const vectors: Float32Array[] = [];
    for (const text of texts) {
      signal.throwIfAborted();
      const tokens = model.tokenize(text || ' ').slice(0, size - SPARE);
      vectors.push(Float32Array.from((await context.getEmbeddingFor(tokens)).vector));
    }
    return vectors;
  }

  async function rerank({ path, question, texts }: ModelWork & { kind: 'rerank' }, signal: AbortSignal) {
    const model = await modelAt(path);
    const size = contextSize(model);
    const context: RankingContext = await keep(contexts, `rank ${path}`, () =>
      model.createRankingContext({ contextSize: size }),
    );
    const query = model.tokenize(question).slice(0, size >> 2);
    const scores: number[] = [];
    for (const text of texts) {
      signal.throwIfAborted();
      const tokens = model.tokenize(text).slice(0, Math.max(1, size - query.length - TEMPLATE));
      scores.push(await context.rank(query, tokens));
    }
    return scores;
  }

  async function complete(
    { path, prompt, mostTokens }: ModelWork & { kind: 'complete' },
    signal: AbortSignal,
  ) {
    const model = await modelAt(path);
    const sequence: Sequence = await keep(contexts, `chat ${path}`, async () =>
      (await model.createContext({ contextSize: contextSize(model) })).getSequence(),
    );
    await sequence.clearHistory();
    const { LlamaChatSession } = await loadRuntime();
    const session = new LlamaChatSession({ contextSequence: sequence });
    return session.prompt(prompt, { maxTokens: mostTokens, signal });
  }

  return {
    run(work: ModelWork, signal: AbortSignal): Promise<unknown> {
      signal.throwIfAborted();
      if (work.kind === 'embed') return embed(work, signal);
      if (work.kind === 'rerank') return rerank(work, signal);
      return complete(work, signal);
    },
  };
}

/** A chunk has 900 tokens as we count; other tokenizers make more of them. */
const MOST_CONTEXT = 2_048;
/** For what a model puts around a text. */
const SPARE = 8;
const TEMPLATE = 200;

function contextSize({ trainContextSize }: RuntimeModel): number {
  return Math.min(MOST_CONTEXT, trainContextSize);
}
