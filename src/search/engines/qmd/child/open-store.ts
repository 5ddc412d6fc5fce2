import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ModelFile, OpenRequest } from '../protocol.js';
import { missingPart, type QmdModels, type QmdModule, type QmdStore } from './qmd-api.js';

/** An open index of QMD's. */
export interface OpenStore {
  store: QmdStore;
  models: OpenRequest['models'];
}

/** Loads QMD and opens its index. Keeps QMD from downloading or compiling anything. */
export async function openQmdStore(request: OpenRequest): Promise<OpenStore> {
  const load = (file: string) => import(pathToFileURL(join(request.package, 'dist', file)).href);
  const { createStore } = (await load('index.js')) as QmdModule;
  const { embed, generate, rerank } = request.models;
  const store = await createStore({
    dbPath: request.database,
    config: {
      collections: {},
      models: { embed: embed.name, generate: generate.name, rerank: rerank.name },
    },
  });
  const missing = missingPart(store);
  if (missing !== null) throw new Error(`this version of QMD can't be used: it has no ${missing}`);
  keepToFiles(store.internal.llm, Object.values(request.models));
  // QMD counts tokens with a second instance of its own making, which would load the same model again.
  const { setDefaultLlamaCpp } = await load('llm.js');
  setDefaultLlamaCpp(store.internal.llm);
  store.internal.db.exec(
    'CREATE TABLE IF NOT EXISTS rappel_files (path TEXT PRIMARY KEY, hash TEXT NOT NULL) WITHOUT ROWID',
  );
  if (embed.path !== null) forgetOtherVectors(store, embed.name);
  return { store, models: request.models };
}

/** Vectors of another model can't be compared with those of this one, and QMD refuses to hold both. */
function forgetOtherVectors({ internal }: QmdStore, model: string): void {
  const other = internal.db.prepare('SELECT 1 FROM content_vectors WHERE model <> ? LIMIT 1').get(model);
  if (other !== undefined) internal.clearAllEmbeddings();
}

/** On its own, QMD tries a download 150 times before it gives up, and compiles llama.cpp where no binary fits. */
function keepToFiles(llm: QmdModels, files: ModelFile[]): void {
  llm.resolveModel = async (name) => {
    const path = files.find((file) => file.name === name)?.path;
    if (path == null) throw new Error(`the model ${name} is not there`);
    return path;
  };
  const load = llm.loadLlamaRuntime.bind(llm);
  llm.loadLlamaRuntime = () => load(false);
}
