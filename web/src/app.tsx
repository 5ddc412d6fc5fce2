import { useIsFetching } from '@tanstack/react-query';
import { Compass } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { useStore } from './api/store.js';
import { useApp } from './frame/app-context.js';
import { Frame } from './frame/frame.js';
import { lazyView } from './frame/lazy-view.js';
import { Link, usePlace } from './frame/navigation.js';
import { type Route, routeOf } from './frame/route.js';
import { HomeView } from './home/home-view.js';
import { useText } from './i18n/language.js';
import { InboxList } from './inbox/inbox-view.js';
import { Allowed } from './session/allowed.js';
import { Login } from './session/login.js';
import { Button, buttonClass } from './ui/button.js';
import { EmptyView } from './ui/empty.js';
import { Fallback } from './ui/fallback.js';
import { Loading } from './ui/loading.js';

// What shows Markdown comes after the first view: home needs none of it.
const views = {
  file: () => import('./file/file-view.js'),
  activity: () => import('./activity/activity-view.js'),
  item: () => import('./inbox/inbox-item.js'),
  history: () => import('./history/history-view.js'),
  settings: () => import('./settings/settings-view.js'),
  import: () => import('./import/import-view.js'),
  health: () => import('./health/health-view.js'),
  sessions: () => import('./sessions/sessions-view.js'),
  consent: () => import('./consent/consent-view.js'),
};
const FileView = lazyView(async () => (await views.file()).FileView);
const ActivityList = lazyView(async () => (await views.activity()).ActivityList);
const ActivityView = lazyView(async () => (await views.activity()).ActivityView);
const InboxItemView = lazyView(async () => (await views.item()).InboxItemView);
const HistoryList = lazyView(async () => (await views.history()).HistoryList);
const HistoryEntryView = lazyView(async () => (await views.history()).HistoryEntryView);

const SettingsView = lazyView(async () => (await views.settings()).SettingsView);
const ImportView = lazyView(async () => (await views.import()).ImportView);
const HealthView = lazyView(async () => (await views.health()).HealthView);

const ConsentView = lazyView(async () => (await views.consent()).ConsentView);
const SessionsView = lazyView(async () => (await views.sessions()).SessionsView);

/** Loads the other views once the first has its data: a page whose service stops can still show them. */
function OtherViews() {
  const isBusy = useIsFetching() > 0;
  useEffect(() => {
    if (isBusy) return;
    const timer = setTimeout(() => {
      for (const load of Object.values(views)) void load().catch(() => {});
    }, 300);
    return () => clearTimeout(timer);
  }, [isBusy]);
  return null;
}

export function App() {
  return useStore(useApp().session.locked) ? <Login /> : <Page />;
}

function Page() {
  const { pathname } = usePlace();
  const route = routeOf(pathname);
  useRecent(route);
  if (route.view === 'consent')
    return (
      <Suspense fallback={<Loading />}>
        <ConsentView uid={route.uid} />
      </Suspense>
    );
  return (
    <Frame>
      <Fallback of={pathname} shown={<NotShown />}>
        <Suspense fallback={<Loading />}>
          <View route={route} />
        </Suspense>
      </Fallback>
      <OtherViews />
    </Frame>
  );
}

/** Remembers which files were opened. */
function useRecent(route: Route): void {
  const { recent } = useApp();
  const path = route.view === 'file' ? route.path : '';
  useEffect(() => {
    if (path === '') return;
    recent.set((known) => [path, ...known.filter((other) => other !== path)].slice(0, MOST_RECENT));
  }, [path, recent]);
}

const MOST_RECENT = 20;

function View({ route }: { route: Exclude<Route, { view: 'consent' }> }) {
  switch (route.view) {
    case 'home':
      return <HomeView />;
    case 'file':
      return <FileView path={route.path} />;
    case 'activity':
      return route.id === null ? <ActivityList /> : <ActivityView id={route.id} />;
    case 'inbox':
      return route.item === null ? <InboxList /> : <InboxItemView key={route.item} item={route.item} />;
    case 'history':
      return route.id === null ? <HistoryList /> : <HistoryEntryView key={route.id} id={route.id} />;
    case 'settings':
      return (
        <Allowed to="administer">
          <SettingsView />
        </Allowed>
      );
    case 'import':
      return (
        <Allowed to="write">
          <ImportView />
        </Allowed>
      );
    case 'health':
      return <HealthView />;
    case 'sessions':
      return <SessionsView />;
    case 'lost':
      return <Lost />;
  }
}

function NotShown() {
  const t = useText();
  return (
    <EmptyView icon={Compass} title={t.notShown.title}>
      <Button look="outline" className="mt-4" onClick={() => location.reload()}>
        {t.notShown.reload}
      </Button>
    </EmptyView>
  );
}

function Lost() {
  const t = useText();
  return (
    <EmptyView icon={Compass} title={t.lost.title}>
      <Link href="/" className={buttonClass('outline', 'mt-4')}>
        {t.lost.home}
      </Link>
    </EmptyView>
  );
}
