import type { ReactNode } from 'react';
import { Time } from '../ui/time.js';

interface ActivityHeaderProps {
  kind: string;
  tone: Tone;
  title: string;
  at: string | number;
  /** What is going on; null where nothing is. */
  state: string | null;
  /** Actions; a wide one wraps below. */
  children?: ReactNode;
}

export type Tone = 'ask' | 'accent' | 'doubt' | 'bad';

export const TONES: Record<Tone, string> = {
  ask: 'bg-ask-soft text-ask',
  accent: 'bg-accent-soft text-accent',
  doubt: 'bg-doubt-soft text-doubt',
  bad: 'bg-bad-soft text-bad',
};

export function ActivityHeader({ kind, tone, title, at, state, children }: ActivityHeaderProps) {
  return (
    <header>
      <div className="flex min-h-8 flex-wrap items-center gap-2 text-faint text-sm">
        <span className={`rounded-full px-2 py-0.5 font-medium text-xs ${TONES[tone]}`}>{kind}</span>
        <Time at={at} />
        <span role="status" className="inline-flex items-center gap-1.5">
          {state !== null && (
            <>
              <span aria-hidden className="size-1.5 animate-breathe rounded-full bg-current" />
              {state}
            </>
          )}
        </span>
        {children}
      </div>
      <h1 className="mt-1 line-clamp-6 whitespace-pre-line font-semibold text-xl tracking-tight">{title}</h1>
    </header>
  );
}
