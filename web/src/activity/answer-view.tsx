import { SearchX } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useVerified } from '../api/queries.js';
import type { LoadedQuestion } from '../api/types.js';
import { useText } from '../i18n/language.js';
import { Markdown } from '../markdown/markdown.js';
import { wordPattern } from '../markdown/word-pattern.js';
import { Button } from '../ui/button.js';
import { CopyButton } from '../ui/copy-button.js';
import { Notice } from '../ui/notice.js';
import { PassageCard } from './passage-card.js';

type Answer = NonNullable<LoadedQuestion['answer']>;

interface AnswerViewProps {
  question: string;
  answer: Pick<Answer, 'text' | 'overview' | 'files'> & Partial<Answer>;
  /** The lines that matched, by path. */
  matches?: LoadedQuestion['matches'];
}

/** An answer: its overview, then one card for each passage. */
export function AnswerView({ question, answer, matches = {} }: AnswerViewProps) {
  const t = useText();
  const { files } = answer;
  const words = useMemo(() => wordPattern(question), [question]);
  const verified = useVerified(files.map(({ ref }) => ref)).data;
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const allClosed = closed.size === files.length;
  const failed = answer.stages?.find(({ name, ran }) => name === 'agent' && !ran);
  const toggle = (index: number) => {
    const next = new Set(closed);
    if (!next.delete(index)) next.add(index);
    setClosed(next);
  };
  return (
    <div className="animate-arrive space-y-5" aria-live="polite">
      {failed !== undefined && (
        <Notice title={t.activity.modelFailed}>
          <p className="text-soft">{failed.reason}</p>
        </Notice>
      )}
      <div className="prose">
        <Markdown text={answer.overview} path="" />
      </div>
      <div className="flex min-h-8 items-center gap-1 text-faint text-sm">
        <p className="min-w-0 flex-1">
          {files.length === 0 ? (
            <span className="inline-flex items-center gap-1.5">
              <SearchX aria-hidden size={15} /> {t.activity.nothing}
            </span>
          ) : (
            t.activity.passages(files.length) +
            (answer.verdict === 'may_answer' ? ` · ${t.activity.unsure}` : '')
          )}
          {/* Without a model the overview itself says so. */}
          {answer.usage?.model != null && ` · ${t.activity.byModel(answer.usage.model)}`}
        </p>
        {files.length > 1 && (
          <Button onClick={() => setClosed(allClosed ? new Set() : new Set(files.map((_, index) => index)))}>
            {allClosed ? t.activity.expandAll : t.activity.collapseAll}
          </Button>
        )}
        <CopyButton text={answer.text} label={t.activity.copyAnswer} />
      </div>
      <div className="space-y-3">
        {files.map((passage, index) => (
          <PassageCard
            // biome-ignore lint/suspicious/noArrayIndexKey: an answer never changes
            key={index}
            passage={passage}
            matches={matches[passage.path] ?? NO_MATCHES}
            words={words}
            open={!closed.has(index)}
            onToggle={() => toggle(index)}
            verified={verified?.[index]}
          />
        ))}
      </div>
    </div>
  );
}

const NO_MATCHES: readonly string[] = [];
