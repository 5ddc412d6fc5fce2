/** What the process of the local models is asked for. `path` is that of the model. */
export type ModelWork =
  | { kind: 'embed'; path: string; texts: readonly string[] }
  | { kind: 'rerank'; path: string; question: string; texts: readonly string[] }
  | { kind: 'complete'; path: string; prompt: string; mostTokens: number };
