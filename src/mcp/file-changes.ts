import { ROOT } from '../vault/paths.js';
import { walk } from '../vault/scan.js';
import type { Vault } from '../vault/vault.js';
import type { FileChange } from './memory-app.js';
import { uriOf } from './resources.js';

/** What clients can be told about resources. */
export interface ChangeNotifier {
  updated(uri: string): void;
  listChanged(): void;
}

/** Makes of changes what clients want to know: a file they may have open changed, or the list is another one. */
export function createChangeTeller(vault: Vault, notifier: ChangeNotifier): (change: FileChange) => void {
  const known = new Set<string>();
  for (const { kind, path } of walk(vault.root, vault.root, ROOT, () => {}))
    if (kind === 'file') known.add(`vault/${path}`);

  return ({ path, exists }) => {
    if (!exists) {
      const gone = [...known].filter(
        (file) => file === path || file.startsWith(`${path.replace(/\/$/, '')}/`),
      );
      for (const file of gone) {
        known.delete(file);
        notifier.updated(uriOf(file));
      }
      if (gone.length > 0) notifier.listChanged();
      return;
    }
    if (vault.resolve(path).kind !== 'file') return;
    const isNew = !known.has(path);
    known.add(path);
    notifier.updated(uriOf(path));
    if (isNew) notifier.listChanged();
  };
}
