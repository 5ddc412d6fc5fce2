import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useActivity } from '../api/queries.js';
import { AnswerView } from './answer-view.js';

/** What was asked before in the same place, each with its answer behind a click. */
export function EarlierQuestions({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <ol className="space-y-1 border-line border-l-2 pl-3">
      {ids.map((id) => (
        <EarlierQuestion key={id} id={id} />
      ))}
    </ol>
  );
}

function EarlierQuestion({ id }: { id: string }) {
  const { data } = useActivity(id);
  const [open, setOpen] = useState(false);
  if (data?.kind !== 'question') return null;
  return (
    <li>
      <details className="group" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="inline-flex min-h-6 items-center gap-1.5 rounded-md text-soft text-sm hover:text-ink">
          <ChevronRight
            aria-hidden
            size={14}
            className="shrink-0 transition-transform group-open:rotate-90"
          />
          {data.question}
        </summary>
        {open && data.answer !== null && (
          <div className="py-3">
            <AnswerView question={data.question} answer={data.answer} matches={data.matches} />
          </div>
        )}
      </details>
    </li>
  );
}
