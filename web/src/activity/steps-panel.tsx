import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { Step } from '../api/types.js';
import { useLanguage, useText } from '../i18n/language.js';
import { duration } from '../ui/duration.js';
import { StepList, stepName } from './step-list.js';

interface StepsPanelProps {
  steps: readonly Step[];
  running: boolean;
  /** How long the whole run took. */
  took: number | null;
}

/** One quiet line that opens: what is being done while it runs, how much it was afterwards. */
export function StepsPanel({ steps, running, took }: StepsPanelProps) {
  const t = useText();
  const language = useLanguage();
  const id = useId();
  const [open, setOpen] = useState(false);
  const last = steps.at(-1);
  if (last === undefined) return null;
  return (
    <section aria-label={t.activity.stepsTitle}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="inline-flex min-h-6 max-w-full items-center gap-1.5 rounded-md text-faint text-sm hover:text-ink"
      >
        <ChevronRight aria-hidden size={14} className={`transition-transform ${open ? 'rotate-90' : ''}`} />
        {running ? (
          <span className="min-w-0 truncate">
            {stepName(last, t)} {last.kind === 'tool' && last.text}
          </span>
        ) : (
          t.steps(steps.length)
        )}
        {took !== null && took >= 50 && <span>· {duration(took, language)}</span>}
      </button>
      {open && (
        <div id={id} className="pt-2 pl-0.5">
          <StepList steps={steps} running={running} />
        </div>
      )}
    </section>
  );
}
