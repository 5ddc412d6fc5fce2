/** The part of QMD 2.8 that Rappel uses. QMD is not a dependency: Rappel loads it from where it is installed. */
export interface QmdModule {
  createStore(options: {
    dbPath: string;
    config: { collections: Record<string, never>; models: Record<string, string> };
  }): Promise<QmdStore>;
}

export interface QmdStore {
  internal: QmdInternal;
  search(options: {
    query: string;
    limit: number;
    rerank: boolean;
    candidateLimit?: number;
  }): Promise<QmdResult[]>;
  embed(options: {
    maxDocsPerBatch: number;
    onProgress: (progress: { chunksEmbedded: number; bytesProcessed: number }) => void;
  }): Promise<unknown>;
}

export interface QmdInternal {
  db: QmdDatabase;
  llm: QmdModels;
  searchFTS(query: string, limit: number): QmdRow[];
  searchVec(
    query: string,
    model: string,
    limit: number,
    collection?: undefined,
    session?: undefined,
    embedding?: number[],
  ): Promise<QmdRow[]>;
  expandQuery(query: string): Promise<{ type: 'lex' | 'vec' | 'hyde'; query: string }[]>;
  rerank(query: string, documents: QmdDocument[]): Promise<{ file: string; score: number }[]>;
  insertContent(hash: string, content: string, createdAt: string): void;
  insertDocument(
    collection: string,
    path: string,
    title: string,
    hash: string,
    createdAt: string,
    modifiedAt: string,
  ): void;
  updateDocument(id: number, title: string, hash: string, modifiedAt: string): void;
  findActiveDocument(collection: string, path: string): { id: number; hash: string } | null;
  deactivateDocument(collection: string, path: string): void;
  cleanupOrphanedVectors(): number;
  getHashesNeedingEmbedding(): number;
  clearAllEmbeddings(): void;
}

/** Its private parts are replaced where they would download or compile something. */
export interface QmdModels {
  embedModelName: string;
  embedBatch(texts: string[]): Promise<({ embedding: number[] } | null)[]>;
  resolveModel(name: string): Promise<string>;
  loadLlamaRuntime(allowBuild?: boolean): Promise<unknown>;
}

export interface QmdDocument {
  file: string;
  text: string;
}

export interface QmdRow {
  filepath: string;
  body: string;
  score: number;
  /** Where in the body the best vector lies. */
  chunkPos?: number;
}

export interface QmdResult {
  file: string;
  score: number;
}

export interface QmdDatabase {
  exec(sql: string): void;
  prepare(sql: string): {
    run(...values: unknown[]): unknown;
    get(...values: unknown[]): Record<string, unknown> | undefined;
    all(...values: unknown[]): Record<string, unknown>[];
  };
  transaction<Result>(work: () => Result): (() => Result) & { immediate(): Result };
}

const FUNCTIONS: (keyof QmdInternal)[] = [
  'searchFTS',
  'searchVec',
  'expandQuery',
  'rerank',
  'insertContent',
  'insertDocument',
  'updateDocument',
  'findActiveDocument',
  'deactivateDocument',
  'cleanupOrphanedVectors',
  'getHashesNeedingEmbedding',
];

/** The name of a missing function; null if all are there. QMD does not promise to keep its internal functions. */
export function missingPart({ internal }: QmdStore): string | null {
  const missing = FUNCTIONS.find((name) => typeof internal?.[name] !== 'function');
  if (missing !== undefined) return missing;
  const models = internal.llm as unknown as Record<string, unknown>;
  return (
    ['embedBatch', 'resolveModel', 'loadLlamaRuntime'].find((name) => typeof models?.[name] !== 'function') ??
    null
  );
}
