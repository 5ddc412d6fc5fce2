import { createContext, useContext } from 'react';
import type { Live } from '../api/live.js';
import type { Store } from '../api/store.js';
import type { Composer } from '../composer/composer-state.js';
import type { Language } from '../i18n/messages.js';
import type { Session } from '../session/session.js';
import type { Changes } from '../tree/changes.js';
import type { OpenFolders } from '../tree/open-folders.js';
import type { Theme } from './theme.js';

/** The parts of the page that live as long as it does. */
export interface App {
  live: Live;
  changes: Changes;
  folders: OpenFolders;
  session: Session;
  composer: Composer;
  /** The steps of the setup that were dismissed. */
  setup: Store<readonly string[]>;
  theme: Store<Theme>;
  language: Store<Language>;
  /** Whether the quick search is open. */
  palette: Store<boolean>;
}

export const AppContext = createContext<App | null>(null);

export function useApp(): App {
  const app = useContext(AppContext);
  if (app === null) throw new Error('the page is not set up');
  return app;
}
