import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { api } from '../api/client.js';
import { useStore } from '../api/store.js';
import type { SearchModel, Settings, SuggestedModel } from '../api/types.js';
import { useApp } from '../frame/app-context.js';
import { usePanels } from '../i18n/panels.js';
import { Button } from '../ui/button.js';
import { Command } from '../ui/command.js';
import { ErrorNotice } from '../ui/notice.js';
import { Field, Panel, PanelBody, PanelRow } from './panel.js';
import { useAction } from './use-action.js';

/** What deep search uses, what each model brings, and how to take another one. */
export function SearchModels({ settings: { search, can_change } }: { settings: Settings }) {
  const t = usePanels().search;
  return (
    <Panel id="search" title={t.title} intro={t.intro}>
      {search.models.map((model) => (
        <SearchModelRow
          key={model.role}
          found={model}
          suggested={search.suggested.filter(({ role }) => role === model.role)}
          canChange={can_change}
        />
      ))}
      {!can_change && (
        <PanelRow title={t.terminal}>
          <Command text="rappel models" />
        </PanelRow>
      )}
      {search.runtime === null && (
        <PanelRow title={t.runtime}>
          <Command text="npm install -g node-llama-cpp" />
        </PanelRow>
      )}
    </Panel>
  );
}

function SearchModelRow({
  found: { role, model, missing },
  suggested,
  canChange,
}: {
  found: SearchModel;
  suggested: readonly SuggestedModel[];
  canChange: boolean;
}) {
  const t = usePanels();
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const [saved, setSaved] = useState(false);
  const { busy, error, run } = useAction();
  const [title, brings] = t.search.roles[role]!;
  const inUse =
    model === null ? t.search.builtIn[role] : 'path' in model ? model.path : `${model.model} (${model.url})`;
  const done = async () => {
    setOpen(false);
    setSaved(true);
    await queries.invalidateQueries({ queryKey: ['settings'] });
  };
  const remove = () =>
    run(async () => {
      await api.settings['search-models'].$put({ query: { role }, json: { source: null } });
      await done();
    });
  return (
    <div>
      <PanelRow
        title={
          <>
            {t.labelled(title)} <span className="wrap-anywhere font-normal">{inUse}</span>
            {missing && <span className="text-bad"> ({t.search.missing})</span>}
          </>
        }
        text={brings}
      >
        {canChange && model !== null && (
          <Button disabled={busy} aria-label={t.search.remove(title)} onClick={() => void remove()}>
            {t.search.removeShort}
          </Button>
        )}
        {canChange && (
          <Button
            look="outline"
            aria-expanded={open}
            aria-label={t.search.change(title)}
            onClick={() => setOpen(!open)}
          >
            {t.search.changeShort}
          </Button>
        )}
      </PanelRow>
      {open && <SourceForm role={role} suggested={suggested} onDone={done} />}
      <div role="status" className="px-5 text-accent text-sm">
        {saved && !open && <p className="pb-3">{t.search.restart}</p>}
      </div>
      {error !== null && (
        <div className="px-5 pb-4">
          <ErrorNotice error={error} />
        </div>
      )}
    </div>
  );
}

const MEGABYTE = 1024 * 1024;

/** A file that is to be downloaded is asked about first: it may be large. */
function SourceForm({
  role,
  suggested,
  onDone,
}: {
  role: SearchModel['role'];
  suggested: readonly SuggestedModel[];
  onDone(): Promise<void>;
}) {
  const t = usePanels();
  const { busy, error, run } = useAction();
  const [source, setSource] = useState('');
  const [model, setModel] = useState('');
  const [size, setSize] = useState<number | 'unknown' | null>(null);
  const stop = useRef<AbortController | null>(null);
  const progress = useStore(useApp().live.progress);
  const isDownload = /^https?:\/\//.test(source.trim()) && model.trim() === '';
  const use = () =>
    run(async () => {
      stop.current = new AbortController();
      await api.settings['search-models'].$put(
        { query: { role }, json: { source: source.trim(), model: model.trim() || null } },
        { init: { signal: stop.current.signal } },
      );
      await onDone();
    });
  const look = () =>
    run(async () => {
      const response = await api.settings['search-models'].size.$post({ json: { url: source.trim() } });
      const { bytes } = await response.json();
      setSize(bytes ?? 'unknown');
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void (isDownload && size === null ? look() : use());
  };
  const total = progress?.work === 'downloading' ? progress.total : null;
  const choose = (address: string) => {
    setSource(address);
    setSize(null);
  };
  return (
    <PanelBody>
      <form onSubmit={submit} className="space-y-3">
        {suggested.map(({ name, url, megabytes }) => (
          <p key={url} className="flex flex-wrap items-center gap-x-3 gap-y-2">
            {t.search.suggested(name, megabytes, new URL(url).host)}
            <Button look="outline" aria-label={t.search.takeAddress(name)} onClick={() => choose(url)}>
              {t.search.takeAddressShort}
            </Button>
          </p>
        ))}
        <Field
          label={t.search.source}
          hint={t.search.sourceHint}
          value={source}
          required
          onChange={({ target }) => choose(target.value)}
        />
        <Field label={t.search.model} value={model} onChange={({ target }) => setModel(target.value)} />
        <p role="status" className="text-soft">
          {size === 'unknown' && t.search.unknownSize}
          {typeof size === 'number' && t.search.size(Math.ceil(size / MEGABYTE))}
          {busy && total !== null && (
            <>
              {' '}
              {t.search.progress(Math.round((progress?.done ?? 0) / MEGABYTE), Math.ceil(total / MEGABYTE))}
            </>
          )}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button look="solid" type="submit" disabled={busy || source.trim() === ''}>
            {isDownload ? t.search.download : t.search.use}
          </Button>
          {busy && <Button onClick={() => stop.current?.abort()}>{t.settings.cancel}</Button>}
        </div>
      </form>
      {error !== null && <ErrorNotice error={error} />}
    </PanelBody>
  );
}
