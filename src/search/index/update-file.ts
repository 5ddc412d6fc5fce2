import type { FileSource } from '../files.js';
import type { Store } from './store.js';

/** Indexes one file as it is now, or forgets it. */
export function updateFile(store: Store, files: FileSource, path: string): void {
  const file = files.read(path);
  if (file === null) store.remove(path);
  else store.put(file.version, file.text);
}
