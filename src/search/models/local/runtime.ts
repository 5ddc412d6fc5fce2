import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The part of node-llama-cpp that is used. Users install it beside Rappel for local models. */
export interface Runtime {
  getLlama(options: object): Promise<{ loadModel(options: { modelPath: string }): Promise<RuntimeModel> }>;
  LlamaChatSession: new (options: {
    contextSequence: unknown;
  }) => { prompt(text: string, options: object): Promise<string> };
}

export interface RuntimeModel {
  readonly trainContextSize: number;
  tokenize(text: string): readonly Token[];
  createEmbeddingContext(options: { contextSize: number }): Promise<EmbeddingContext>;
  createRankingContext(options: { contextSize: number }): Promise<RankingContext>;
  createContext(options: { contextSize: number }): Promise<{ getSequence(): Sequence }>;
}

export interface EmbeddingContext {
  getEmbeddingFor(tokens: readonly Token[]): Promise<{ vector: readonly number[] }>;
}

export interface RankingContext {
  rank(query: readonly Token[], document: readonly Token[]): Promise<number>;
}

export interface Sequence {
  clearHistory(): Promise<void>;
}

type Token = number & { __token: never };

export const RUNTIME = 'node-llama-cpp';

/** Where it is: in the folder that `RAPPEL_LLAMA` names, beside Rappel, or among the global packages of npm; or null. */
export function findRuntime(env: NodeJS.ProcessEnv): string | null {
  const places = [
    ...(env.RAPPEL_LLAMA ? [join(env.RAPPEL_LLAMA, 'any.js')] : []),
    import.meta.url,
    join(dirname(dirname(process.execPath)), 'lib', 'any.js'),
    join(dirname(process.execPath), 'any.js'),
  ];
  for (const from of places) {
    const folders = createRequire(from).resolve.paths(RUNTIME) ?? [];
    const found = folders.map((folder) => join(folder, RUNTIME)).find((folder) => existsSync(folder));
    if (found !== undefined) return found;
  }
  return null;
}

export async function loadRuntime(): Promise<Runtime> {
  const folder = findRuntime(process.env);
  if (folder === null)
    throw new Error(`${RUNTIME} is not installed; install it with: npm install -g ${RUNTIME}`);
  return import(pathToFileURL(join(folder, 'dist', 'index.js')).href);
}
