import { LoaderCircle } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { ApiError } from '../api/send.js';
import { useApp } from '../frame/app-context.js';
import { Mark } from '../frame/mark.js';
import { useTitle } from '../frame/title.js';
import { useText } from '../i18n/language.js';
import { Button } from '../ui/button.js';
import { ErrorNotice, Notice } from '../ui/notice.js';

/** In place of everything else, until the token is shown. */
export function Login() {
  const t = useText();
  useTitle(t.login.title);
  const { session } = useApp();
  const [token, setToken] = useState('');
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const field = useRef<HTMLInputElement>(null);
  const hint = useId();
  const label = useId();
  useEffect(() => field.current?.focus(), []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (token.trim() === '' || sending) return;
    setSending(true);
    setError(null);
    try {
      await session.enter(token.trim());
    } catch (problem) {
      setError(problem);
      setSending(false);
      field.current?.select();
    }
  }

  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-4 py-10">
      <form onSubmit={submit} className="w-full max-w-sm animate-arrive">
        <Mark />
        <h1 className="mt-5 font-semibold text-xl tracking-tight">{t.login.title}</h1>
        <p id={hint} className="mt-2 text-soft">
          {t.login.what} <code className="font-mono text-sm">.rappel/token</code>.
        </p>
        <label htmlFor={label} className="mt-6 mb-1 block font-medium text-sm">
          {t.login.token}
        </label>
        <input
          ref={field}
          id={label}
          type="password"
          autoComplete="current-password"
          spellCheck={false}
          value={token}
          aria-describedby={hint}
          aria-invalid={error !== null}
          onChange={(event) => setToken(event.target.value)}
          className="h-11 w-full rounded-xl border border-strong-line bg-raised px-3.5 font-mono"
        />
        <Button
          type="submit"
          look="solid"
          className="mt-3 min-h-11 w-full rounded-xl"
          disabled={token.trim() === '' || sending}
        >
          {sending && <LoaderCircle aria-hidden size={16} className="animate-spin" />}
          {t.login.enter}
        </Button>
        {error !== null && (
          <div className="mt-4">
            <Refusal error={error} />
          </div>
        )}
      </form>
    </main>
  );
}

function Refusal({ error }: { error: unknown }) {
  const t = useText();
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'locked') return <Notice tone="bad" title={t.login.wrong} />;
  return <ErrorNotice error={error} />;
}
