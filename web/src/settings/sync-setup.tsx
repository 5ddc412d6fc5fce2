import { type FormEvent, useState } from 'react';
import { run as runOperation } from '../api/run.js';
import type { SyncPreview } from '../api/types.js';
import { usePanels } from '../i18n/panels.js';
import { Button } from '../ui/button.js';
import { Checkbox } from '../ui/checkbox.js';
import { Command } from '../ui/command.js';
import { ErrorNotice } from '../ui/notice.js';
import { Field, PanelBody } from './panel.js';
import { useAction } from './use-action.js';

const NOTHING = { remote: '', name: '', token: '', encrypt: false, key: '' };

/** Names a remote. Where both sides have files, or a key is made, it shows that first, and asks. */
export function SyncSetup({ onDone }: { onDone(): Promise<void> }) {
  const t = usePanels();
  const { busy, error, run } = useAction();
  const [given, setGiven] = useState(NOTHING);
  const [preview, setPreview] = useState<SyncPreview | null>(null);

  const join = async (remote: string) => {
    await runOperation('sync/set-up', { remote, name: given.name.trim() || null });
    try {
      await runOperation('sync/now');
    } finally {
      await onDone();
    }
  };
  function submit(event: FormEvent): void {
    event.preventDefault();
    const { remote, encrypt } = given;
    const token = isService(remote) ? given.token.trim() || null : null;
    const key = encrypt ? given.key.trim() || null : null;
    void run(async () => {
      const isEncrypted = encrypt && !isService(remote);
      const found = await runOperation('sync/preview', { remote, token, encrypt: isEncrypted, key });
      if (found.is_meeting || found.made_key !== null) setPreview(found);
      else await join(found.remote);
    });
  }
  return (
    <PanelBody>
      <form onSubmit={submit} className="space-y-3">
        <SetupFields given={given} disabled={busy || preview !== null} onChange={setGiven} />
        {preview === null && (
          <Button type="submit" look="outline" disabled={busy || given.remote.trim() === ''}>
            {busy ? t.settings.working : t.sync.setUp}
          </Button>
        )}
      </form>
      {preview !== null && (
        <div role="status" className="space-y-3">
          {preview.made_key !== null && <MadeKey text={preview.made_key} />}
          {preview.is_meeting && <Meeting preview={preview} />}
          <div className="flex flex-wrap gap-2">
            <Button look="solid" disabled={busy} onClick={() => void run(() => join(preview.remote))}>
              {busy ? t.settings.working : preview.is_meeting ? t.sync.join : t.sync.keyKept}
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

/** Its address ends with a slash, or has no path; that of a git repository has a name at the end. */
function isService(remote: string): boolean {
  const address = remote.trim();
  return /^https?:/.test(address) && URL.canParse(address) && new URL(address).pathname.endsWith('/');
}

interface SetupFieldsProps {
  given: typeof NOTHING;
  disabled: boolean;
  onChange(given: typeof NOTHING): void;
}

function SetupFields({ given, disabled, onChange }: SetupFieldsProps) {
  const t = usePanels().sync;
  const field = (name: 'remote' | 'name' | 'token' | 'key') => ({
    value: given[name],
    disabled,
    onChange: ({ target }: { target: HTMLInputElement }) => onChange({ ...given, [name]: target.value }),
  });
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-[2fr_1fr]">
        <Field label={t.remote} hint={t.remoteHint} required {...field('remote')} />
        <Field label={t.name} hint={t.nameHint} maxLength={60} {...field('name')} />
      </div>
      {isService(given.remote) ? (
        <Field label={t.token} hint={t.tokenHint} type="password" {...field('token')} />
      ) : (
        <Checkbox
          label={t.encrypt}
          checked={given.encrypt}
          disabled={disabled}
          onChange={(encrypt) => onChange({ ...given, encrypt })}
        />
      )}
      {given.encrypt && !isService(given.remote) && (
        <Field label={t.key} hint={t.keyHint} type="password" {...field('key')} />
      )}
    </>
  );
}

/** The only copy so far. */
function MadeKey({ text }: { text: string }) {
  const t = usePanels().sync;
  return (
    <>
      <p>{t.keyMade}</p>
      <p>
        <Command text={text} />
      </p>
      <p>{t.keyKeep}</p>
    </>
  );
}

function Meeting({ preview: { arrive, leave, merge, ask } }: { preview: SyncPreview }) {
  const t = usePanels().sync;
  return (
    <>
      <p>{t.meeting}</p>
      <ul className="list-disc pl-5">
        <li>{t.arrive(arrive)}</li>
        <li>{t.leave(leave)}</li>
        <li>{t.merge(merge)}</li>
        <li>{t.ask(ask)}</li>
      </ul>
    </>
  );
}
