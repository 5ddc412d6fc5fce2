import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { run as runOperation } from '../api/run.js';
import type { SearchEndpoint, Settings } from '../api/types.js';
import { usePanels } from '../i18n/panels.js';
import { Button } from '../ui/button.js';
import { Command } from '../ui/command.js';
import { ErrorNotice } from '../ui/notice.js';
import { Outcome } from './outcome.js';
import { Field, Panel, PanelBody, PanelRow } from './panel.js';
import { useAction } from './use-action.js';

/** The endpoints that deep search uses, what each brings, and how to choose another one. */
export function SearchEndpoints({ settings: { search, can_change } }: { settings: Settings }) {
  const t = usePanels().search;
  return (
    <Panel id="search" title={t.title} intro={t.intro}>
      {search.map((found) => (
        <SearchEndpointRow key={found.role} found={found} canChange={can_change} />
      ))}
      {!can_change && (
        <PanelRow title={t.terminal}>
          <Command text="rappel models" />
        </PanelRow>
      )}
    </Panel>
  );
}

function SearchEndpointRow({
  found: { role, endpoint },
  canChange,
}: {
  found: SearchEndpoint;
  canChange: boolean;
}) {
  const t = usePanels();
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const [saved, setSaved] = useState(false);
  const { busy, error, run } = useAction();
  const [title, brings] = t.search.roles[role];
  const done = async () => {
    setOpen(false);
    setSaved(true);
    await queries.invalidateQueries({ queryKey: ['settings'] });
  };
  const remove = () =>
    run(async () => {
      await runOperation('settings/save-search-endpoint', { role, endpoint: null });
      await done();
    });
  return (
    <div>
      <PanelRow
        title={
          <>
            {t.labelled(title)}{' '}
            <span className="wrap-anywhere font-normal">
              {endpoint === null ? t.search.without[role] : `${endpoint.model} (${endpoint.url})`}
            </span>
          </>
        }
        text={brings}
      >
        {canChange && endpoint !== null && (
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
      {open && <EndpointForm role={role} onDone={done} />}
      <Outcome done={saved && !open && t.search.restart} error={error} />
    </div>
  );
}

function EndpointForm({ role, onDone }: { role: SearchEndpoint['role']; onDone(): Promise<void> }) {
  const t = usePanels();
  const { busy, error, run } = useAction();
  const [url, setUrl] = useState('');
  const [model, setModel] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      const endpoint = { url: url.trim(), model: model.trim() };
      await runOperation('settings/save-search-endpoint', { role, endpoint });
      await onDone();
    });
  };
  return (
    <PanelBody>
      <form onSubmit={submit} className="space-y-3">
        <Field
          label={t.search.url}
          hint={t.search.urlHint[role]}
          value={url}
          required
          onChange={({ target }) => setUrl(target.value)}
        />
        <Field
          label={t.search.model}
          value={model}
          required
          onChange={({ target }) => setModel(target.value)}
        />
        <Button look="solid" type="submit" disabled={busy || url.trim() === '' || model.trim() === ''}>
          {t.search.use}
        </Button>
      </form>
      {error !== null && <ErrorNotice error={error} />}
    </PanelBody>
  );
}
