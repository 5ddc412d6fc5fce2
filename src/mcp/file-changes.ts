import type { Memory } from '../memory/memory.js';
import type { FileChange } from '../service/events/events.js';
import { isAtOrBelow } from '../vault/paths.js';
import { uriOf } from './resources.js';

/** Notifications about resources. */
export interface ChangeNotifier {
  updated(uri: string): void;
  listChanged(): void;
}

/** Turns changes into notifications: a file changed, or the list did. */
export async function createChangeTeller(
  memory: Memory,
  notifier: ChangeNotifier,
): Promise<(change: FileChange) => void> {
  const known = new Set((await memory.run('files/list')).files.map(({ path }) => path));

  return ({ path, exists }) => {
    if (!exists) {
      const gone = [...known].filter((file) => isAtOrBelow(file, path.replace(/\/$/, '')));
      for (const file of gone) {
        known.delete(file);
        notifier.updated(uriOf(file));
      }
      if (gone.length > 0) notifier.listChanged();
      return;
    }
    const isNew = !known.has(path);
    known.add(path);
    notifier.updated(uriOf(path));
    if (isNew) notifier.listChanged();
  };
}
