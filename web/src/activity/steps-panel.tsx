import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { Step } from '../api/types.js';
import { useLanguage, useText } from '../i18n/language.js';
import { duration } from '../ui/duration.js';
import { StepList } from './step-list.js';

interface StepsPanelProps {
  steps: readonly Step[];
  running: boolean;
  /** How long the whole run took. */
  took: number | null;
}

/** Open while it runs; afterwards one line that opens. */
export function StepsPanel({ steps, running, took }: StepsPanelProps) {
  const t = useText();
  const language = useLanguage();
  const id = useId();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const open = wanted ?? running;
  if (steps.length === 0) return null;
  return (
    <section aria-label={t.activity.stepsTitle}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setWanted(!open)}
        className="inline-flex min-h-6 items-center gap-1.5 rounded-md text-faint text-sm hover:text-ink"
      >
        <ChevronRight aria-hidden size={14} className={`transition-transform ${open ? 'rotate-90' : ''}`} />
        {t.steps(steps.length)}
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
