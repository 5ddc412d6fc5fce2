import { useMemo } from 'react';
import { createKeptStore, type Store, useStore } from '../api/store.js';

/** Which folders the user opened or closed; the others are as they start. */
export type OpenFolders = Store<Record<string, boolean>>;

export function createOpenFolders(): OpenFolders {
  return createKeptStore<Record<string, boolean>>('rappel.folders', {});
}

export function useOpenFolders(store: OpenFolders) {
  const chosen = useStore(store);
  return useMemo(
    () => ({
      isOpen: (path: string) => chosen[path] ?? path === 'projects',
      set(paths: readonly string[], open: boolean) {
        store.set((all) => ({ ...all, ...Object.fromEntries(paths.map((path) => [path, open])) }));
      },
    }),
    [chosen, store],
  );
}
