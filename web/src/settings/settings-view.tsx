import { useSettings } from '../api/queries.js';
import { useTitle } from '../frame/title.js';
import { useScrollToHash } from '../frame/use-scroll-to-hash.js';
import { usePanels } from '../i18n/panels.js';
import { Loading } from '../ui/loading.js';
import { ErrorNotice, Notice } from '../ui/notice.js';
import { PageTitle } from '../ui/page-title.js';
import { Assistants } from './assistants.js';
import { Look } from './look.js';
import { ModelPanel } from './model.js';
import { SearchEndpoints } from './search-endpoints.js';
import { Sessions } from './sessions.js';
import { SyncPanel } from './sync.js';
import { Tokens } from './tokens.js';
import { VaultPanel } from './vault.js';

/** Everything that can be set, and done from here where the page runs on the machine of the service. */
export function SettingsView() {
  const t = usePanels().settings;
  useTitle(t.title);
  const { data: settings, error, isPending } = useSettings();
  useScrollToHash(settings !== undefined);
  if (isPending) return <Loading />;
  if (settings === undefined) return <ErrorNotice error={error} />;
  return (
    <>
      <PageTitle intro={t.intro}>{t.title}</PageTitle>
      {!settings.can_change && <Notice title={t.elsewhere}>{t.elsewhereHint}</Notice>}
      <Assistants />
      <Sessions settings={settings} />
      <ModelPanel settings={settings} />
      <VaultPanel settings={settings} />
      <SyncPanel settings={settings} />
      <Look settings={settings} />
      <Tokens settings={settings} />
      <SearchEndpoints settings={settings} />
    </>
  );
}
