import { CornerDownRight, RotateCcw, Square } from 'lucide-react';
import { saidIn, stepIn } from '../../../src/words/message.js';
import type { LoadedQuestion } from '../api/types.js';
import { useError } from '../api/use-error.js';
import { useApp } from '../frame/app-context.js';
import { navigate, usePlace } from '../frame/navigation.js';
import { useTitle } from '../frame/title.js';
import { useSay, useText } from '../i18n/language.js';
import { Button } from '../ui/button.js';
import { ErrorNotice, Notice } from '../ui/notice.js';
import { ViewHeader } from '../ui/view-header.js';
import { AnswerView } from './answer-view.js';
import { askQuestion, stopQuestion } from './ask.js';
import { EarlierQuestions } from './earlier-questions.js';
import { earlierQuestions } from './follow-up.js';
import { StepsPanel } from './steps-panel.js';
import { WhyPassages } from './why-passages.js';

/** A question: its steps as they happen, then the answer with its passages. */
export function QuestionView({ asked }: { asked: LoadedQuestion }) {
  const t = useText();
  const words = useSay().messages;
  useTitle(asked.question);
  const { composer } = useApp();
  const { search } = usePlace();
  const [error, setError] = useError();
  const running = asked.state === 'running';
  const took = asked.ended === null ? null : asked.ended - asked.started;
  const again = () => {
    const { scopes, date_from, date_to } = asked;
    askQuestion(asked.question, { scopes, date_from, date_to }).then(
      (id) => navigate(`/activity/${id}`),
      setError,
    );
  };
  const followUp = () => {
    composer.mode.set('search');
    composer.focus.set((count) => count + 1);
  };
  return (
    <div className="space-y-5">
      <EarlierQuestions ids={earlierQuestions(search)} />
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
          {asked.error !== null && <p>{saidIn(words, asked.error)}</p>}
          {asked.error !== null && <p className="text-soft">{stepIn(words, asked.error)}</p>}
          <Button look="outline" className="mt-2" onClick={again}>
            <RotateCcw aria-hidden size={14} /> {t.activity.askAgain}
          </Button>
        </Notice>
      )}
      {asked.answer !== null && (
        <AnswerView
          key={running ? 'draft' : 'answer'}
          question={asked.question}
          answer={asked.answer}
          matches={asked.matches}
        />
      )}
      {asked.state === 'done' && <WhyPassages id={asked.id} />}
      {!running && (
        <div className="flex flex-wrap gap-2">
          <Button look="outline" onClick={followUp}>
            <CornerDownRight aria-hidden size={14} /> {t.activity.followUp}
          </Button>
        </div>
      )}
    </div>
  );
}
