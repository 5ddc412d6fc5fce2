/**
 * Turns texts into vectors, as a port. The embedded static model and an endpoint implement it.
 *
 * Vectors are stored with the chunk, in 8 bits (see `quantise.ts`), beside `name`, `version` and `dimensions`; when one
 * of the three changes, the stored vectors are of no use and are made again.
 */
export interface Embedder {
  readonly name: string;
  readonly version: string;
  readonly dimensions: number;
  /**
   * One vector of `dimensions` numbers per text, in order; their length need not be 1. Throws `RappelError` with the
   * code `model` where it fails, and stops where the signal says so. An empty list gives an empty list.
   */
  embed(texts: readonly string[], options?: { signal?: AbortSignal }): Promise<Float32Array[]>;
}

/** The key under which an embedder's vectors are stored. */
export function embedderKey({
  name,
  version,
  dimensions,
}: Pick<Embedder, 'name' | 'version' | 'dimensions'>): string {
  return `${name}@${version}/${dimensions}`;
}
