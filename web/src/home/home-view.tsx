import { useHome, useInbox, useTree } from '../api/queries.js';
import type { Home } from '../api/types.js';
import { Link } from '../frame/navigation.js';
import { useTitle } from '../frame/title.js';
import { useScrollToHash } from '../frame/use-scroll-to-hash.js';
import { localeOf, useLanguage, useText } from '../i18n/language.js';
import { useMay } from '../session/role.js';
import { findNode } from '../tree/visible-rows.js';
import { noonOf } from '../ui/day.js';
import { Loading } from '../ui/loading.js';
import { ErrorNotice } from '../ui/notice.js';
import { HeatMap } from './heat-map.js';
import { Projects } from './projects.js';
import { Questions } from './questions.js';
import { Recent } from './recent.js';
import { Setup } from './setup.js';
import { Tasks } from './tasks.js';
import { Welcome } from './welcome.js';

/** What needs attention; a vault that holds nothing yet is welcomed. */
export function HomeView() {
  const t = useText();
  useTitle(t.nav.home);
  const { data: home, error, isPending } = useHome();
  const isEmpty = useIsEmpty(home);
  const may = useMay();
  useScrollToHash(home !== undefined);
  if (isPending) return <Loading />;
  if (home === undefined) return <ErrorNotice error={error} />;
  if (isEmpty && may.administer) return <Welcome />;
  return (
    <>
      <Today day={home.today} />
      <Questions />
      <Tasks home={home} />
      <Projects home={home} />
      <Recent home={home} />
      <HeatMap home={home} />
      {may.administer && <Setup />}
    </>
  );
}

/** Nothing to show, and no note anywhere. */
function useIsEmpty(home: Home | undefined): boolean {
  const { data: root } = useTree();
  const { data: items = [] } = useInbox();
  if (home === undefined || root === undefined) return false;
  const isNothing = home.projects.length + home.openTasks + home.entries.length + items.length === 0;
  const overview = findNode(root, 'overview.md');
  return isNothing && (overview === null || overview.tokens === 0);
}

function Today({ day }: { day: string }) {
  const t = useText();
  const language = useLanguage();
  const options: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long' };
  const text = new Intl.DateTimeFormat(localeOf(language), options).format(noonOf(day));
  return (
    <div className="flex items-baseline gap-3">
      <h1 className="min-w-0 flex-1 font-semibold text-xl tracking-tight first-letter:uppercase">{text}</h1>
      <Link href="/health" className="text-faint text-sm hover:text-accent hover:underline">
        {t.nav.health}
      </Link>
    </div>
  );
}
