import { newId } from '../api/new-id.js';

const keys = new Map<string, string>();

/** Two paths with the same key are the same file: a file that is moved while it is edited keeps its editor. */
export function viewKey(path: string): string {
  return keys.get(path) ?? path;
}

export function moveViewKey(from: string, to: string): void {
  const key = viewKey(from);
  // Another file may come to the old path.
  keys.set(from, newId());
  keys.set(to, key);
}
