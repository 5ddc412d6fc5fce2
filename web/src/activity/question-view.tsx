import { RotateCcw, SearchX, Square } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { LoadedQuestion } from '../api/types.js';
import { navigate } from '../frame/navigation.js';
import { useTitle } from '../frame/title.js';
import { useText } from '../i18n/language.js';
import { Markdown } from '../markdown/markdown.js';
import { Button } from '../ui/button.js';
import { CopyButton } from '../ui/copy-button.js';
import { ErrorNotice, Notice } from '../ui/notice.js';
import { ViewHeader } from '../ui/view-header.js';
import { blocksOf } from './answer-blocks.js';
import { askQuestion, stopQuestion } from './ask.js';
import { PassageCard } from './passage-card.js';
import { StepsPanel } from './steps-panel.js';

/** A question: its steps as they happen, then the answer with its passages. */
export function QuestionView({ asked }: { asked: LoadedQuestion }) {
  const t = useText();
  useTitle(asked.question);
  const [error, setError] = useState<unknown>(null);
  const running = asked.state === 'running';
  const took = asked.ended === null ? null : asked.ended - asked.started;
  const again = () => {
    const { scopes, date_from, date_to } = asked;
    const filters = { scopes, date_from, date_to };
    askQuestion(asked.question, filters).then((id) => navigate(`/activity/${id}`), setError);
  };
  return (
    <div className="space-y-5">
      <ViewHeader
        kind={t.activity.question}
        tone="ask"
        title={asked.question}
        at={asked.started}
        state={running ? t.activity.searching : null}
      >
        {running && (
          <Button className="ml-auto" onClick={() => stopQuestion(asked.id).catch(setError)}>
            <Square aria-hidden size={13} /> {t.activity.stop}
          </Button>
        )}
      </ViewHeader>
      <StepsPanel steps={asked.run} running={running} took={took} />
      {error !== null && <ErrorNotice error={error} />}
      {asked.state === 'stopped' && (
        <Notice title={t.activity.interrupted}>
          <Button look="outline" className="mt-1" onClick={again}>
            <RotateCcw aria-hidden size={14} /> {t.activity.askAgain}
          </Button>
        </Notice>
      )}
      {asked.state === 'failed' && (
        <Notice tone="bad" title={t.activity.questionFailed}>
          <p>{asked.reason}</p>
          {asked.hint && <p className="text-soft">{asked.hint}</p>}
          <Button look="outline" className="mt-2" onClick={again}>
            <RotateCcw aria-hidden size={14} /> {t.activity.askAgain}
          </Button>
        </Notice>
      )}
      {asked.answer !== null && (
        <AnswerView key={running ? 'draft' : 'answer'} asked={asked} answer={asked.answer} />
      )}
    </div>
  );
}

function AnswerView({
  asked,
  answer,
}: {
  asked: LoadedQuestion;
  answer: NonNullable<LoadedQuestion['answer']>;
}) {
  const t = useText();
  const { blocks, errors } = useMemo(() => blocksOf(answer), [answer]);
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const allClosed = closed.size === blocks.length;
  const failed = answer.stages.find(({ name, ran }) => name === 'agent' && !ran);
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
          {blocks.length === 0 ? (
            <span className="inline-flex items-center gap-1.5">
              <SearchX aria-hidden size={15} /> {t.activity.nothing}
            </span>
          ) : (
            t.activity.passages(blocks.length) +
            (answer.verdict === 'may_answer' ? ` · ${t.activity.unsure}` : '')
          )}
          {/* Without a model the overview itself says so. */}
          {answer.usage.model !== null && ` · ${t.activity.byModel(answer.usage.model)}`}
        </p>
        {blocks.length > 1 && (
          <Button onClick={() => setClosed(allClosed ? new Set() : new Set(blocks.map((_, index) => index)))}>
            {allClosed ? t.activity.expandAll : t.activity.collapseAll}
          </Button>
        )}
        <CopyButton text={answer.text} label={t.activity.copyAnswer} />
      </div>
      <div className="space-y-3">
        {blocks.map((block, index) => (
          <PassageCard
            // biome-ignore lint/suspicious/noArrayIndexKey: an answer never changes
            key={index}
            block={block}
            matches={asked.matches[block.path] ?? NO_MATCHES}
            open={!closed.has(index)}
            onToggle={() => toggle(index)}
          />
        ))}
      </div>
      {errors.map((error) => (
        <Notice key={error} title={error} />
      ))}
    </div>
  );
}

const NO_MATCHES: readonly string[] = [];
