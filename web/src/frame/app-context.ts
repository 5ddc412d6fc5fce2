import { createContext, useContext } from 'react';
import type { Live } from '../api/live.js';
import type { Store } from '../api/store.js';
import type { Composer } from '../composer/composer-state.js';
import type { Language } from '../i18n/messages.js';
import type { IncomingFile } from '../import/incoming.js';
import type { Session } from '../session/session.js';
import type { Changes } from '../tree/changes.js';
import type { OpenFolders } from '../tree/open-folders.js';
import type { Theme } from './theme.js';

/** What the dialog about files does: a new note in the folder at `path`, or whatever is done with what is there. */
export interface FileAction {
  kind: 'new' | 'manage';
  path: string;
  /** Where it is to go, if that is known already. */
  to?: string;
}

/** The last change, or the entry with this id. */
export type Undoing = 'last' | (string & {});

/** The parts of the page that live as long as it does. */
export interface AppParts {
  live: Live;
  changes: Changes;
  folders: OpenFolders;
  session: Session;
  composer: Composer;
  /** The steps of the setup that were dismissed. */
  setup: Store<readonly string[]>;
  theme: Store<Theme>;
  language: Store<Language>;
  /** Whether the quick search is open, or what it is opened with. */
  palette: Store<boolean | string>;
  /** Whether the list of shortcuts is open. */
  shortcuts: Store<boolean>;
  /** The change that is about to be undone; null while the dialog is closed. */
  undoing: Store<Undoing | null>;
  /** The files that were opened last, newest first. */
  recent: Store<readonly string[]>;
  /** Dropped files that the import has not taken yet; null if there are none. */
  incoming: Store<readonly IncomingFile[] | null>;
  /** Null while the dialog is closed. */
  fileAction: Store<FileAction | null>;
}

export const AppContext = createContext<AppParts | null>(null);

export function useApp(): AppParts {
  const app = useContext(AppContext);
  if (app === null) throw new Error('the page is not set up');
  return app;
}
