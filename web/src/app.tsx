import { Compass } from 'lucide-react';
import { ActivityList, ActivityView } from './activity/activity-view.js';
import { useStore } from './api/store.js';
import { FileView } from './file/file-view.js';
import { useApp } from './frame/app-context.js';
import { Frame } from './frame/frame.js';
import { Link, usePlace } from './frame/navigation.js';
import { type Route, routeOf } from './frame/route.js';
import { HistoryEntryView, HistoryList } from './history/history-view.js';
import { HomeView } from './home/home-view.js';
import { useText } from './i18n/language.js';
import { InboxItemView } from './inbox/inbox-item.js';
import { InboxList } from './inbox/inbox-view.js';
import { Login } from './session/login.js';
import { buttonClass } from './ui/button.js';
import { Empty } from './ui/empty.js';

export function App() {
  return useStore(useApp().session.locked) ? <Login /> : <Page />;
}

function Page() {
  const { pathname } = usePlace();
  return (
    <Frame>
      <View route={routeOf(pathname)} />
    </Frame>
  );
}

function View({ route }: { route: Route }) {
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
    case 'lost':
      return <Lost />;
  }
}

function Lost() {
  const t = useText();
  return (
    <Empty icon={Compass} title={t.lost.title}>
      <Link href="/" className={buttonClass('outline', 'mt-4')}>
        {t.lost.home}
      </Link>
    </Empty>
  );
}
