import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { saidIn, stepIn } from '../../../src/words/message.js';
import { load, run as runOperation } from '../api/run.js';
import { ApiError } from '../api/send.js';
import type { Settings, Sync } from '../api/types.js';
import { useSay } from '../i18n/language.js';
import { usePanels } from '../i18n/panels.js';
import { Button } from '../ui/button.js';
import { Command } from '../ui/command.js';
import { ErrorNotice, Notice } from '../ui/notice.js';
import { Time } from '../ui/time.js';
import { Panel, PanelBody, PanelRow } from './panel.js';
import { SyncSetup } from './sync-setup.js';
import { useAction } from './use-action.js';

type SyncStatus = NonNullable<Sync>;

const SYNC = ['sync'];
/** While something waits, it is asked again whether it arrived. */
const LOOK_AGAIN_MS = 5_000;

/** Which machines have everything, what waits, what failed and what to do. */
export function SyncPanel({ settings: { can_change } }: { settings: Settings }) {
  const t = usePanels().sync;
  const queries = useQueryClient();
  const { data, error } = useQuery({
    queryKey: SYNC,
    queryFn: async () => (await load('sync/status')).sync,
    staleTime: 0,
    refetchInterval: ({ state }) => (isAtRest(state.data) ? false : LOOK_AGAIN_MS),
  });
  const refresh = () => queries.invalidateQueries({ queryKey: SYNC });
  return (
    <Panel id="sync" title={t.title} intro={t.intro}>
      {data && <Synced status={data} canChange={can_change} onChange={refresh} />}
      {data === null && can_change && <SyncSetup onDone={refresh} />}
      {data === null && !can_change && (
        <PanelRow title={t.none}>
          <Command text="rappel sync REMOTE" />
        </PanelRow>
      )}
      {data === undefined && (
        <PanelBody>
          {error ? <ErrorNotice error={error} /> : <p className="text-soft">{t.asking}</p>}
        </PanelBody>
      )}
    </Panel>
  );
}

function isAtRest(status: SyncStatus | null | undefined): boolean {
  return !status || (status.waiting === 0 && status.has_news === false && status.problem === null);
}

interface SyncedProps {
  status: SyncStatus;
  canChange: boolean;
  onChange(): Promise<void>;
}

function Synced({ status, canChange, onChange }: SyncedProps) {
  const t = usePanels();
  const say = useSay();
  const { busy, error, run } = useAction();
  const [done, setDone] = useState<string | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const { remote, machine, in_step, waiting, has_news, problem } = status;
  const now = (confirmed: boolean) =>
    run(async () => {
      setDone(null);
      try {
        const report = await runOperation('sync/now', { confirmed });
        setDone(t.sync.done(report.received, report.sent));
      } finally {
        await onChange();
      }
    });
  const leave = () =>
    run(async () => {
      await runOperation('sync/off');
      await onChange();
    });
  return (
    <>
      <PanelRow
        title={<bdi className="break-all font-mono font-normal">{remote}</bdi>}
        text={
          <>
            <p>{t.sync.as(machine)}</p>
            <p>
              {in_step === null ? (
                t.sync.never
              ) : (
                <>
                  {t.sync.inStep} <Time at={in_step} style="moment" />
                </>
              )}
            </p>
            {waiting !== null && waiting > 0 && <p>{t.sync.waiting(waiting)}</p>}
            {has_news && <p>{t.sync.news}</p>}
          </>
        }
      >
        <Button look="outline" disabled={busy} onClick={() => void now(false)}>
          {busy ? t.settings.working : t.sync.now}
        </Button>
        {canChange && !isLeaving && (
          <Button disabled={busy} onClick={() => setLeaving(true)}>
            {t.sync.off}
          </Button>
        )}
      </PanelRow>
      <div role="status" className="px-5 text-accent text-sm empty:hidden">
        {done !== null && <p className="py-3">{done}</p>}
      </div>
      {isLeaving && (
        <PanelBody>
          <p>{t.sync.offSure}</p>
          <div className="flex flex-wrap gap-2">
            <Button look="outline" disabled={busy} onClick={() => void leave()}>
              {t.sync.off}
            </Button>
            <Button onClick={() => setLeaving(false)}>{t.settings.cancel}</Button>
          </div>
        </PanelBody>
      )}
      {error !== null && (
        <PanelBody>
          <ErrorNotice error={error} />
          {error instanceof ApiError && error.code === 'stale' && (
            <Button look="outline" disabled={busy} onClick={() => void now(true)}>
              {t.sync.goOn}
            </Button>
          )}
        </PanelBody>
      )}
      {error === null && problem !== null && (
        <PanelBody>
          <Notice tone="bad" title={saidIn(say.messages, problem)}>
            <p>
              {t.sync.failed} <Time at={problem.time} style="moment" />
            </p>
            <p className="text-soft">{stepIn(say.messages, problem)}</p>
          </Notice>
        </PanelBody>
      )}
      <Machines status={status} />
    </>
  );
}

function Machines({ status: { machines } }: { status: SyncStatus }) {
  const t = usePanels().sync;
  const others = machines.filter(({ is_this }) => !is_this);
  if (others.length === 0) return <PanelRow title={t.alone} text={t.aloneHint} />;
  return others.map(({ name, time, has_everything, behind }) => (
    <PanelRow
      key={`${name} ${time}`}
      title={<bdi className="break-words">{name}</bdi>}
      text={
        <>
          {t.ownClock} <Time at={time} style="moment" />
        </>
      }
    >
      <span className={has_everything === false ? 'text-ink' : 'text-soft'}>
        {has_everything === false ? t.behind(behind) : has_everything === true ? t.everything : ''}
      </span>
    </PanelRow>
  ));
}
