import { useCapture } from '../api/queries.js';
import type { Settings } from '../api/types.js';
import { Link } from '../frame/navigation.js';
import { usePanels } from '../i18n/panels.js';
import { ModeSelect } from '../sessions/mode-select.js';
import { buttonClass } from '../ui/button.js';
import { Panel, PanelRow } from './panel.js';

/** Whether sessions are kept, and the way to them. */
export function Sessions({ settings: { can_change } }: { settings: Settings }) {
  const t = usePanels().sessions;
  const { data } = useCapture();
  if (data === undefined) return null;
  return (
    <Panel id="sessions" title={t.title} intro={t.intro}>
      <PanelRow title={t.all} text={t.says[data.mode]}>
        {can_change && <ModeSelect project={null} mode={data.mode} />}
      </PanelRow>
      <PanelRow title={t.count(data.sessions.length)} text={t.viewHint}>
        <Link href="/sessions" className={buttonClass('outline')}>
          {t.view}
        </Link>
      </PanelRow>
    </Panel>
  );
}
