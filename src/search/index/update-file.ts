import type { FileSource } from '../files.js';
import type { VectorMaking } from './chunk-writer.js';
import type { Store } from './store.js';

/** Indexes one file as it is now, with the vectors of its chunks where these are made too, or forgets it. */
export function updateFile(
  store: Store,
  files: FileSource,
  path: string,
  making: VectorMaking | null = null,
): void {
  const file = files.read(path);
  if (file === null) store.remove(path);
  else store.put(file.version, file.text, making);
}
