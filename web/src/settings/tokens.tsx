import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useSession } from '../api/queries.js';
import { run as runOperation } from '../api/run.js';
import type { Settings, Token } from '../api/types.js';
import { usePanels } from '../i18n/panels.js';
import { Button } from '../ui/button.js';
import { Checkbox } from '../ui/checkbox.js';
import { Command } from '../ui/command.js';
import { ErrorNotice } from '../ui/notice.js';
import { Time } from '../ui/time.js';
import { Field, Panel, PanelBody, PanelRow } from './panel.js';
import { useAction } from './use-action.js';

/** Access for other machines: each has a token of its own, shown once. */
export function Tokens({ settings: { can_change } }: { settings: Settings }) {
  const t = usePanels().tokens;
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['tokens'],
    queryFn: () => runOperation('tokens/list'),
    staleTime: 0,
  });
  const { data: session } = useSession();
  const { busy, error, run } = useAction();
  const [name, setName] = useState('');
  const [readOnly, setReadOnly] = useState(false);
  const [made, setMade] = useState<{ name: string; token: string } | null>(null);
  const refresh = () => queries.invalidateQueries({ queryKey: ['tokens'] });
  const create = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      setMade(await runOperation('tokens/create', { name, read_only: readOnly }));
      setName('');
      await refresh();
    });
  };
  const revoke = (id: string) =>
    run(async () => {
      await runOperation('tokens/revoke', { id });
      setMade(null);
      await refresh();
    });

  return (
    <Panel id="tokens" title={t.title} intro={t.intro}>
      {session?.needed === false && (
        <PanelRow title={t.local}>
          <Command text="rappel serve --host 0.0.0.0" />
        </PanelRow>
      )}
      {data?.tokens.map((token) => (
        <TokenRow key={token.id} token={token}>
          {can_change && (
            <Button
              look="outline"
              className="text-bad"
              disabled={busy}
              aria-label={t.revoke(token.name)}
              onClick={() => void revoke(token.id)}
            >
              {t.revokeShort}
            </Button>
          )}
        </TokenRow>
      ))}
      <PanelBody>
        {data?.tokens.length === 0 && <p className="text-soft">{t.none}</p>}
        {can_change ? (
          <form onSubmit={create} className="flex flex-wrap items-end gap-2">
            <Field
              label={t.name}
              className="min-w-52 flex-1"
              value={name}
              required
              maxLength={60}
              onChange={({ target }) => setName(target.value)}
            />
            <Checkbox label={t.readOnly} checked={readOnly} onChange={setReadOnly} />
            <Button look="outline" type="submit" className="min-h-9" disabled={busy || name.trim() === ''}>
              {t.create}
            </Button>
          </form>
        ) : (
          <Command text="rappel token create NAME" />
        )}
        <div role="status">{made !== null && <NewToken {...made} onClose={() => setMade(null)} />}</div>
        {error !== null && <ErrorNotice error={error} />}
      </PanelBody>
    </Panel>
  );
}

function TokenRow({ token, children }: { token: Token; children: ReactNode }) {
  const t = usePanels().tokens;
  const { name, read_only, created, last_used } = token;
  return (
    <PanelRow
      title={<bdi>{name}</bdi>}
      text={
        <>
          {read_only && `${t.readOnly}, `}
          {t.created} <Time at={created} style="day" />,{' '}
          {last_used === null ? (
            t.neverUsed
          ) : (
            <>
              {t.lastUsed} <Time at={last_used} style="moment" />
            </>
          )}
        </>
      }
    >
      {children}
    </PanelRow>
  );
}

function NewToken({ name, token, onClose }: { name: string; token: string; onClose(): void }) {
  const t = usePanels().tokens;
  // On this machine the address in the browser is one that no other machine can use.
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);
  const host = isHere ? `ADDRESS:${location.port}` : location.host;
  const address = `${location.protocol}//${host}`;
  return (
    <div className="space-y-2 rounded-xl bg-doubt-soft p-4">
      <p className="font-medium">{t.once(name)}</p>
      <Command text={token} />
      <p className="text-soft">{t.use}</p>
      <Command
        text={`claude mcp add --transport http rappel ${address}/mcp --header "Authorization: Bearer ${token}"`}
      />
      <div>
        <Button look="outline" onClick={onClose}>
          {t.close}
        </Button>
      </div>
    </div>
  );
}
