import { CircleAlert, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { saidIn, stepIn } from '../../../src/words/message.js';
import { ApiError } from '../api/send.js';
import { useSay, useText } from '../i18n/language.js';
import { ServeCommand } from './serve-command.js';

interface NoticeProps {
  tone?: 'bad' | 'calm';
  title: ReactNode;
  children?: ReactNode;
}

/** Something to know, and what to do next. */
export function Notice({ tone = 'calm', title, children }: NoticeProps) {
  const Icon = tone === 'bad' ? CircleAlert : Info;
  const colours = tone === 'bad' ? 'bg-bad-soft text-bad' : 'bg-panel text-soft';
  return (
    <div
      role={tone === 'bad' ? 'alert' : undefined}
      className={`flex max-w-3xl animate-arrive gap-3 rounded-xl px-4 py-3 text-sm ${colours}`}
    >
      <Icon aria-hidden size={16} className="mt-0.5 shrink-0" />
      <div className="min-w-0 space-y-1">
        <p className="font-medium">{title}</p>
        {children && <div className="text-ink">{children}</div>}
      </div>
    </div>
  );
}

/** What the service said, in a person's words where we have them. */
export function ErrorNotice({ error, title }: { error: unknown; title?: string }) {
  const t = useText();
  const say = useSay();
  // The page asks for the token instead.
  if (error instanceof ApiError && error.code === 'locked') return null;
  if (error instanceof ApiError && error.code === 'offline') {
    return (
      <Notice tone="bad" title={t.offline.title}>
        {t.offline.hint} <ServeCommand />
      </Notice>
    );
  }
  const isTold = error instanceof ApiError;
  const message = isTold
    ? saidIn(say.messages, error)
    : error instanceof Error
      ? error.message
      : String(error);
  const hint = isTold ? stepIn(say.messages, error) : null;
  return (
    <Notice tone="bad" title={title ?? message}>
      {title !== undefined && <p>{message}</p>}
      {hint !== null && <p className="text-soft">{hint}</p>}
    </Notice>
  );
}
