import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { withBase } from '../api/base.js';
import { run as runOperation } from '../api/run.js';
import type { Settings } from '../api/types.js';
import { Link } from '../frame/navigation.js';
import { localeOf, useLanguage, useSay } from '../i18n/language.js';
import { usePanels } from '../i18n/panels.js';
import { Button, buttonClass } from '../ui/button.js';
import { CopyButton } from '../ui/copy-button.js';
import { ErrorNotice } from '../ui/notice.js';
import { Outcome } from './outcome.js';
import { Panel, PanelBody, PanelRow } from './panel.js';
import { useAction } from './use-action.js';

/** Where the files are, how large the history is, and how everything gets in and out. */
export function VaultPanel({ settings }: { settings: Settings }) {
  const t = usePanels().vault;
  return (
    <Panel id="vault" title={t.title} intro={t.path}>
      <PanelRow title={<bdi className="break-all font-mono font-normal">{settings.vault}</bdi>}>
        <CopyButton text={settings.vault} label={t.copyPath} />
      </PanelRow>
      <HistorySize settings={settings} />
      <PanelRow title={t.import} text={t.importWhat}>
        <Link href="/import" className={buttonClass('outline')}>
          {t.importAction}
        </Link>
      </PanelRow>
      <Export />
    </Panel>
  );
}

function HistorySize({ settings: { history, can_change } }: { settings: Settings }) {
  const t = usePanels();
  const size = useSize();
  const queries = useQueryClient();
  const { busy, error, run } = useAction();
  const [sure, setSure] = useState(false);
  const [dropped, setDropped] = useState<number | null>(null);
  const { bytes, limit, excess } = history;
  const trim = () =>
    run(async () => {
      const report = await runOperation('settings/trim-history');
      setDropped(report.dropped);
      setSure(false);
      await queries.invalidateQueries({ queryKey: ['settings'] });
      await queries.invalidateQueries({ queryKey: ['history'] });
    });
  return (
    <div>
      <PanelRow
        title={t.vault.history}
        text={
          <>
            {t.vault.size(size(bytes), size(limit))} {excess > 0 ? t.vault.excess(excess) : t.vault.within}
          </>
        }
      >
        {can_change && excess > 0 && !sure && (
          <Button look="outline" onClick={() => setSure(true)}>
            {t.vault.trim(excess)}
          </Button>
        )}
      </PanelRow>
      <Outcome done={dropped !== null && t.vault.trimmed(dropped)} error={error} />
      {sure && (
        <PanelBody>
          <p>{t.vault.trimSure}</p>
          <div className="flex gap-2">
            <Button look="outline" className="text-bad" disabled={busy} onClick={() => void trim()}>
              {t.vault.trim(excess)}
            </Button>
            <Button onClick={() => setSure(false)}>{t.settings.cancel}</Button>
          </div>
        </PanelBody>
      )}
    </div>
  );
}

function Export() {
  const t = usePanels().vault;
  const say = useSay();
  const { busy, error, run } = useAction();
  const [made, setMade] = useState<{ files: number; left_out: { path: string; reason: string }[] } | null>(
    null,
  );
  const download = () =>
    run(async () => {
      setMade(null);
      const prepared = await runOperation('exports/prepare');
      const link = document.createElement('a');
      link.href = withBase(`/api/exports/${prepared.id}`);
      link.download = prepared.name;
      link.click();
      setMade(prepared);
    });
  const missing = made?.left_out ?? [];
  return (
    <div>
      <PanelRow title={t.export} text={t.exportWhat}>
        <Button look="outline" disabled={busy} onClick={() => void download()}>
          {busy ? t.exporting : t.exportAction}
        </Button>
      </PanelRow>
      <div role="status" className="px-5 text-sm">
        {made !== null && <p className="pb-3 text-accent">{t.exported(made.files)}</p>}
        {missing.length > 0 && (
          <div className="pb-3">
            <p className="text-bad">{t.leftOut(missing.length)}</p>
            <ul className="text-soft">
              {missing.slice(0, 20).map(({ path, reason }) => (
                <li key={path}>
                  <bdi>{path}</bdi> ({say(reason)})
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      {error !== null && (
        <div className="px-5 pb-4">
          <ErrorNotice error={error} />
        </div>
      )}
    </div>
  );
}

/** `12.4 MB`, as the language writes it. */
function useSize(): (bytes: number) => string {
  const language = useLanguage();
  const format = new Intl.NumberFormat(localeOf(language), {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  });
  return (bytes) => format.format(bytes / 1024 / 1024);
}
