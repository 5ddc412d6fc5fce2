import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useHome } from '../api/queries.js';
import { run as runOperation } from '../api/run.js';
import { useStore } from '../api/store.js';
import type { ImportStatus } from '../api/types.js';
import { useApp } from '../frame/app-context.js';
import { usePanels } from '../i18n/panels.js';
import { Select } from '../settings/panel.js';
import { useAction } from '../settings/use-action.js';
import { Button } from '../ui/button.js';
import { Checkbox } from '../ui/checkbox.js';
import { ErrorNotice } from '../ui/notice.js';
import { AgainButton } from './again-button.js';
import { ImportPlan } from './import-plan.js';

/** What would happen, and where to; nothing is written yet. */
export function ImportPreview({ status, onCancel }: { status: ImportStatus; onCancel(): void }) {
  const t = usePanels().import;
  const { id, summary } = status;
  const { data: home } = useHome();
  const queries = useQueryClient();
  const plan = useAction();
  const start = useAction();
  const [into, setInto] = useState('');
  const [skipSecrets, setSkipSecrets] = useState(false);
  const [planned, setPlanned] = useState('');
  const wanted = `${into} ${skipSecrets}`;
  const preview = useCallback(async () => {
    setPlanned(wanted);
    const how = { into: into === '' ? null : `projects/${into}`, skip_secrets: skipSecrets };
    queries.setQueryData(['import', id], await runOperation('imports/preview', { id, ...how }));
  }, [id, into, skipSecrets, wanted, queries]);
  useEffect(() => {
    // Another choice while it is planned is planned next.
    if (planned !== wanted && !plan.busy) void plan.run(preview);
  });

  const cancel = () => {
    void runOperation('imports/cancel', { id }).catch(() => {});
    onCancel();
  };
  const run = () =>
    start.run(async () => {
      queries.setQueryData(['import', id], await runOperation('imports/run', { id }));
    });

  if (plan.error !== null)
    return (
      <div className="space-y-3">
        <ErrorNotice error={plan.error} />
        <AgainButton onClick={cancel} />
      </div>
    );
  const isCurrent = summary !== null && !plan.busy && planned === wanted;
  const work = summary === null ? 0 : summary.counts.new + summary.counts.update + summary.counts.move;
  return (
    <div className="space-y-4 text-sm">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <Select
          label={t.into}
          value={into}
          options={[['', t.bucket], ...(home?.projects ?? []).map(({ name }) => [name, name] as const)]}
          onChoose={setInto}
        />
        <Checkbox label={t.skipSecrets} checked={skipSecrets} onChange={setSkipSecrets} />
      </div>
      <div role="status">{!isCurrent && <Reading />}</div>
      {summary !== null && (
        <div className={isCurrent ? '' : 'opacity-50'}>
          <ImportPlan summary={summary} />
        </div>
      )}
      {start.error !== null && <ErrorNotice error={start.error} />}
      <div className="flex flex-wrap gap-2">
        {work > 0 && (
          <Button look="solid" disabled={!isCurrent || start.busy} onClick={() => void run()}>
            {t.run(work)}
          </Button>
        )}
        <Button look="outline" onClick={cancel}>
          {t.cancel}
        </Button>
      </div>
    </div>
  );
}

function Reading() {
  const t = usePanels().import;
  const progress = useStore(useApp().live.progress);
  const count = progress?.work === 'reading' ? ` ${progress.done}` : '';
  return (
    <p className="animate-breathe text-soft">
      {t.reading}
      {count}
    </p>
  );
}
