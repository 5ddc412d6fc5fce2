import { createKeptStore, type Store } from '../api/store.js';

export type Theme = 'system' | 'light' | 'dark';

/** Light, dark, or what the system says; kept, and applied to the whole page. */
export function createTheme(): Store<Theme> {
  const store = createKeptStore<Theme>('rappel.theme', 'system');
  const apply = () => {
    const theme = store.get();
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  };
  store.subscribe(apply);
  apply();
  return store;
}
