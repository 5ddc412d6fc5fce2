import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useClients, useSettings } from '../api/queries.js';
import { run as runOperation } from '../api/run.js';
import type { Client } from '../api/types.js';
import { useSay } from '../i18n/language.js';
import { usePanels } from '../i18n/panels.js';
import { Button } from '../ui/button.js';
import { Checkbox } from '../ui/checkbox.js';
import { Command, quotedPath } from '../ui/command.js';
import { Time } from '../ui/time.js';
import { Outcome } from './outcome.js';
import { Panel, PanelBody, PanelRow } from './panel.js';
import { useAction } from './use-action.js';

/** Each assistant that `rappel install` knows: its state, and what connects it. */
export function Assistants() {
  const t = usePanels().assistants;
  const { data: listed } = useClients();
  const others = listed?.others ?? [];
  return (
    <Panel id="assistants" title={t.title} intro={t.intro}>
      {listed?.clients.map((client) => (
        <Assistant key={client.name} client={client} />
      ))}
      <PanelRow title={t.any} text={t.anyHint}>
        <Command text="rappel install --print" />
      </PanelRow>
      {others.length > 0 && (
        <PanelRow
          title={t.others}
          text={
            <ul>
              {others.map(({ client, last }) => (
                <li key={client}>
                  {client}, {t.lastUsed} <Time at={last} />
                </li>
              ))}
            </ul>
          }
        />
      )}
    </Panel>
  );
}

interface Preview {
  files: { file: string; lines: string[] }[];
  offers_own_notes: boolean;
}

interface ConnectPreviewProps {
  preview: Preview;
  title: string;
  command: string;
  busy: boolean;
  onConnect(ownNotes: boolean): void;
  onCancel(): void;
}

function Assistant({ client: { name, title, connected, last_used } }: { client: Client }) {
  const t = usePanels().assistants;
  const say = useSay();
  const queries = useQueryClient();
  const { data: settings } = useSettings();
  const { busy, error, run } = useAction();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [done, setDone] = useState<string | null>(null);

  const look = () =>
    run(async () => {
      setDone(null);
      setPreview(await runOperation('clients/preview', { name }));
    });
  const changed = async (says: string) => {
    setPreview(null);
    setDone(says);
    await queries.invalidateQueries({ queryKey: ['clients'] });
  };
  const connect = (ownNotes: boolean) =>
    run(async () => {
      const { next } = await runOperation('clients/connect', { name, own_notes: ownNotes });
      const notes = ownNotes ? t.ownNotesRead(title, `rappel memories off ${name}`) : '';
      await changed([t.done(title), say(next), notes].join(' ').trim());
    });
  const disconnect = () =>
    run(async () => {
      await runOperation('clients/disconnect', { name });
      await changed(t.undone(title));
    });

  return (
    <div>
      <PanelRow
        title={title}
        text={
          <>
            {connected ? t.connected : t.notConnected}
            {last_used !== null && (
              <>
                , {t.lastUsed} <Time at={last_used} style="moment" />
              </>
            )}
            {connected && last_used === null && `, ${t.neverUsed}`}
          </>
        }
      >
        {settings?.can_change ? (
          <Button
            look="outline"
            disabled={busy}
            aria-label={connected ? t.disconnect(title) : t.connect(title)}
            onClick={() => void (connected ? disconnect() : look())}
          >
            {connected ? t.disconnectShort : t.connectShort}
          </Button>
        ) : (
          settings && <Command text={commandFor(name, settings.vault, connected)} />
        )}
      </PanelRow>
      <Outcome done={done} error={error} />
      {preview !== null && settings && (
        <ConnectPreview
          preview={preview}
          title={title}
          command={commandFor(name, settings.vault, false)}
          busy={busy}
          onConnect={(ownNotes) => void connect(ownNotes)}
          onCancel={() => setPreview(null)}
        />
      )}
    </div>
  );
}

/** What connecting writes, before it is written. */
function ConnectPreview({ preview, title, command, busy, onConnect, onCancel }: ConnectPreviewProps) {
  const { assistants: t, settings } = usePanels();
  const [ownNotes, setOwnNotes] = useState(false);
  return (
    <PanelBody>
      {preview.files.map(({ file, lines }) => (
        <AddedLines key={file} file={file} lines={lines} />
      ))}
      <p className="text-soft">{t.backup}</p>
      {preview.offers_own_notes && (
        <Checkbox label={t.ownNotes(title)} checked={ownNotes} onChange={setOwnNotes} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button look="solid" disabled={busy} onClick={() => onConnect(ownNotes)}>
          {t.confirm}
        </Button>
        <Button onClick={onCancel}>{settings.cancel}</Button>
      </div>
      <p className="text-soft">
        {t.command} <Command text={command} />
      </p>
    </PanelBody>
  );
}

function AddedLines({ file, lines }: { file: string; lines: string[] }) {
  const t = usePanels().assistants;
  return (
    <>
      <p>
        {t.adds} <bdi className="break-all font-mono">{file}</bdi>
      </p>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-lg bg-accent-soft px-3 py-2 font-mono text-xs leading-5"
      >
        {lines.map((line) => `+ ${line}`).join('\n')}
      </pre>
    </>
  );
}

function commandFor(name: string, vault: string, connected: boolean): string {
  return `rappel install ${name} ${connected ? '--undo' : `--vault ${quotedPath(vault)}`}`;
}
