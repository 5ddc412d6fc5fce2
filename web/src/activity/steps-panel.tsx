import { ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLanguage, useText } from '../i18n/language.js';
import { duration } from '../ui/time.js';
import { StepList } from './step-list.js';
import type { Step } from './steps.js';

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
  const [open, setOpen] = useState(running);
  useEffect(() => setOpen(running), [running]);
  if (steps.length === 0) return null;
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)} className="group">
      <summary className="inline-flex list-none items-center gap-1.5 rounded-md text-faint text-sm hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden size={14} className="transition-transform group-open:rotate-90" />
        {t.steps(steps.length)}
        {took !== null && took > 0 && <span>· {duration(took, language)}</span>}
      </summary>
      <div className="pt-2 pl-0.5">
        <StepList steps={steps} running={running} />
      </div>
    </details>
  );
}
