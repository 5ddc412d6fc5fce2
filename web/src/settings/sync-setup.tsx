import type { InferResponseType } from 'hono/client';
import { type FormEvent, useState } from 'react';
import { api } from '../api/client.js';
import { usePanels } from '../i18n/panels.js';
import { Button } from '../ui/button.js';
import { Command } from '../ui/command.js';
import { ErrorNotice } from '../ui/notice.js';
import { Field, PanelBody } from './panel.js';
import { useAction } from './use-action.js';

type Preview = InferResponseType<typeof api.sync.preview.$post>;

/** Names a remote. Where both sides have files, it shows what would happen, and asks. */
export function SyncSetup({ onDone }: { onDone(): Promise<void> }) {
  const t = usePanels();
  const { busy, error, run } = useAction();
  const [remote, setRemote] = useState('');
  const [name, setName] = useState('');
  const [preview, setPreview] = useState<Preview | null>(null);

  const join = async () => {
    await api.sync.$put({ json: { remote, name: name.trim() || null } });
    try {
      await api.sync.$post({ json: {} });
    } finally {
      await onDone();
    }
  };
  function submit(event: FormEvent): void {
    event.preventDefault();
    void run(async () => {
      const found = await (await api.sync.preview.$post({ json: { remote } })).json();
      if (found.is_meeting) setPreview(found);
      else await join();
    });
  }
  return (
    <PanelBody>
      <form onSubmit={submit} className="space-y-3">
        <div className="grid gap-3 sm:grid-cols-[2fr_1fr]">
          <Field
            label={t.sync.remote}
            hint={t.sync.remoteHint}
            value={remote}
            required
            disabled={busy || preview !== null}
            onChange={({ target }) => setRemote(target.value)}
          />
          <Field
            label={t.sync.name}
            hint={t.sync.nameHint}
            value={name}
            maxLength={60}
            disabled={busy || preview !== null}
            onChange={({ target }) => setName(target.value)}
          />
        </div>
        {preview === null && (
          <Button type="submit" look="outline" disabled={busy || remote.trim() === ''}>
            {busy ? t.settings.working : t.sync.setUp}
          </Button>
        )}
      </form>
      {preview !== null && (
        <div role="status" className="space-y-3">
          <p>{t.sync.meeting}</p>
          <ul className="list-disc pl-5">
            <li>{t.sync.arrive(preview.arrive)}</li>
            <li>{t.sync.leave(preview.leave)}</li>
            <li>{t.sync.merge(preview.merge)}</li>
            <li>{t.sync.ask(preview.ask)}</li>
          </ul>
          <div className="flex flex-wrap gap-2">
            <Button look="solid" disabled={busy} onClick={() => void run(join)}>
              {busy ? t.settings.working : t.sync.join}
            </Button>
            <Button disabled={busy} onClick={() => setPreview(null)}>
              {t.settings.cancel}
            </Button>
          </div>
        </div>
      )}
      {error !== null && <ErrorNotice error={error} />}
      <p className="text-soft">
        {t.assistants.command} <Command text="rappel sync REMOTE" />
      </p>
    </PanelBody>
  );
}
