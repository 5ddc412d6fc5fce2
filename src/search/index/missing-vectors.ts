import type { Database } from '../../shared/sqlite.js';
import { blobHash } from '../../vault/blob-id.js';
import { shownLines } from '../../vault/lines.js';
import type { FileSource } from '../files.js';
import type { Embedder } from '../models/embedder.js';
import { quantise } from '../models/static/quantise.js';
import { isStatic } from '../models/static/static-embedder.js';
import { asBytes, embedPassage, type StoredVector } from './stored-vector.js';

/** Says where the texts of chunks are. */
export function createChunkPlaces(database: Database) {
  // CROSS JOIN keeps the order of the tables: from the few chunks to their files, never the other way round.
  const selectTexts = database.prepare(
    `SELECT chunks.id, first, last, headings, files.path, files.hash AS fileHash
     FROM json_each(?) AS wanted CROSS JOIN chunks ON chunks.id = wanted.value
     CROSS JOIN files ON files.id = chunks.file`,
  );
  return (ids: readonly number[]) => selectTexts.all(JSON.stringify(ids)) as unknown as ChunkPlace[];
}

/** Makes the vectors of chunks. One whose file has changed since is left for the next time. */
export async function makeVectors(
  chunks: readonly ChunkPlace[],
  files: FileSource,
  embedder: Embedder,
  signal: AbortSignal | undefined,
): Promise<(StoredVector & { id: number })[]> {
  const passages = passagesOf(chunks, files);
  const vectors = await embedAll(passages, embedder, signal);
  return passages.map(({ id }, index) => ({ id, ...vectors[index]! }));
}

/** Where the text of a chunk is, in the file as it was indexed. */
interface ChunkPlace {
  id: number;
  first: number;
  last: number;
  headings: string;
  path: string;
  fileHash: Uint8Array;
}

interface PassageText {
  id: number;
  headings: string[];
  text: string;
}

function passagesOf(chunks: readonly ChunkPlace[], files: FileSource): PassageText[] {
  const lines = new Map<string, string[] | null>();
  return chunks.flatMap(({ id, path, first, last, headings, fileHash }) => {
    let file = lines.get(path);
    if (file === undefined) {
      const text = files.read(path)?.text;
      const isCurrent = text !== undefined && Buffer.compare(blobHash(text), fileHash) === 0;
      file = isCurrent ? shownLines(text) : null;
      lines.set(path, file);
    }
    if (file === null) return [];
    return [{ id, headings: JSON.parse(headings), text: file.slice(first - 1, last).join('\n') }];
  });
}

async function embedAll(
  passages: readonly PassageText[],
  embedder: Embedder,
  signal: AbortSignal | undefined,
): Promise<StoredVector[]> {
  if (isStatic(embedder)) {
    const model = await embedder.model();
    return passages.map(({ headings, text }) => embedPassage(model, headings, text));
  }
  const texts = passages.map(({ headings, text }) => `${headings.join(' ')}\n${text}`);
  const vectors = await embedder.embed(texts, signal && { signal });
  return vectors.map((vector) => ({ vector: asBytes(quantise(vector)), tokens: null }));
}
