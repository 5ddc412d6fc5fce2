import { run } from '../api/run.js';
import type { UpdateStatus } from '../api/types.js';
import { useError } from '../api/use-error.js';
import { navigate } from '../frame/navigation.js';
import { useText } from '../i18n/language.js';
import { useMay } from '../session/role.js';
import { Button } from '../ui/button.js';
import { ErrorNotice, Notice } from '../ui/notice.js';
import { AnswerView } from './answer-view.js';

/** A question that was written as a note: its answer, and the offer to keep it after all. */
export function AnsweredInstead({ answer }: { answer: NonNullable<UpdateStatus['answer']> }) {
  const t = useText();
  const may = useMay();
  const [error, setError] = useError();
  const keep = async () => {
    try {
      const kept = await run('update', { text: answer.question, kind: 'note' });
      navigate(`/activity/${kept.id}`);
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <>
      <Notice title={t.activity.answeredInstead}>
        {may.write && (
          <Button look="outline" className="mt-1" onClick={keep}>
            {t.activity.keepAsNote}
          </Button>
        )}
        {error !== null && <ErrorNotice error={error} />}
      </Notice>
      <AnswerView question={answer.question} answer={answer} />
    </>
  );
}
