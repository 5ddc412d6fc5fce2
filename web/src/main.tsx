import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createLive } from './api/live.js';
import { ApiError } from './api/send.js';
import { createKeptStore, createStore } from './api/store.js';
import { App } from './app.js';
import { createComposer } from './composer/composer-state.js';
import { AppContext, type FileAction, type Undoing } from './frame/app-context.js';
import { watchScroll } from './frame/navigation.js';
import { createTheme } from './frame/theme.js';
import { createLanguage } from './i18n/language.js';
import type { IncomingFile } from './import/incoming.js';
import { startServiceWorker } from './offline/service-worker.js';
import { takeShared } from './offline/shared.js';
import { createSession } from './session/session.js';
import { createChanges } from './tree/changes.js';
import { createOpenFolders } from './tree/open-folders.js';
import './styles/page.css';

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // The service says when something changes; asking again on every focus would only repeat it.
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      networkMode: 'always',
      retry: (count, error) => error instanceof ApiError && error.code === 'offline' && count < 3,
    },
  },
});
const theme = createTheme();
const language = createLanguage();
const changes = createChanges();
const session = createSession();
const live = createLive({ queries, changes });
const app = {
  theme,
  language,
  changes,
  session,
  live,
  folders: createOpenFolders(),
  palette: createStore<boolean | string>(new URLSearchParams(location.search).get('find') ?? false),
  shortcuts: createStore(false),
  undoing: createStore<Undoing | null>(null),
  recent: createKeptStore<readonly string[]>('rappel.recent', []),
  fileAction: createStore<FileAction | null>(null),
  incoming: createStore<readonly IncomingFile[] | null>(null),
  setup: createKeptStore<readonly string[]>('rappel.setup', []),
  composer: createComposer(),
};
pinLinks();
watchScroll();
await session.enterByLink();
session.locked.subscribe(() => {
  // Without the token, nothing loaded before may stay on the screen.
  if (session.locked.get()) {
    live.stop();
    app.recent.set([]);
  } else live.start();
  queries.clear();
});
live.start();
void takeShared(app.composer).catch(() => {});
startServiceWorker();

const root = createRoot(document.getElementById('root')!);
// A transition yields to the browser every few milliseconds; a plain render would be one long task.
startTransition(() =>
  root.render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <AppContext value={app}>
          <App />
        </AppContext>
      </QueryClientProvider>
    </StrictMode>,
  ),
);

/** The icon and the manifest are named relative to the view that was opened; the address changes with the next view. */
function pinLinks(): void {
  for (const link of document.querySelectorAll('link')) link.setAttribute('href', link.href);
}
