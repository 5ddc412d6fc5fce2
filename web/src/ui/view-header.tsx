import type { ReactNode } from 'react';
import { Time } from './time.js';

interface ViewHeaderProps {
  kind: string;
  tone: Tone;
  title: string;
  at: string | number | null;
  /** What is going on; null where nothing is. */
  state?: string | null;
  /** Links and actions; a wide one wraps below. */
  children?: ReactNode;
}

export type Tone = 'ask' | 'accent' | 'doubt' | 'bad' | 'plain';

const TONES: Record<Tone, string> = {
  ask: 'bg-ask-soft text-ask',
  accent: 'bg-accent-soft text-accent',
  doubt: 'bg-doubt-soft text-doubt',
  bad: 'bg-bad-soft text-bad',
  plain: 'bg-panel text-soft',
};

/** Above one note, question or entry: what it is, from when, and its title. */
export function ViewHeader({ kind, tone, title, at, state = null, children }: ViewHeaderProps) {
  return (
    <header>
      <div className="flex min-h-8 flex-wrap items-center gap-2 text-faint text-sm">
        <span className={`rounded-full px-2 py-0.5 font-medium text-xs ${TONES[tone]}`}>{kind}</span>
        {at !== null && <Time at={at} />}
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
