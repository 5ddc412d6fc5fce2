/** Reads a question and passages together and says how well each answers it, as a port. */
export interface Reranker {
  readonly name: string;
  /**
   * One number per passage, in order; more is better. Throws `RappelError` with the code `model` where it fails, and
   * stops where the signal says so.
   */
  rerank(question: string, passages: readonly string[], options: { signal?: AbortSignal }): Promise<number[]>;
}
