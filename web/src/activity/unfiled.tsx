import { RotateCcw, X } from 'lucide-react';
import { saidIn, stepIn } from '../../../src/words/message.js';
import { run } from '../api/run.js';
import type { UpdateStatus } from '../api/types.js';
import { useError } from '../api/use-error.js';
import { useSay, useText } from '../i18n/language.js';
import { Button } from '../ui/button.js';
import { ErrorNotice, Notice } from '../ui/notice.js';
import { Time } from '../ui/time.js';

/** Whether an update failed, waits for its model, or was dismissed. */
export function isUnfiled({ state, retry, asked, dismissed }: UpdateStatus): boolean {
  return state === 'failed' || dismissed === true || (state === 'accepted' && retry !== undefined && !asked);
}

/** Why a note is not filed, and what to do about it. */
export function Unfiled({ update }: { update: UpdateStatus }) {
  const t = useText();
  const [error, setError] = useError();
  const words = useSay().messages;
  const { id, state, retry, dismissed } = update;
  const tryAgain = () => run('updates/retry', { id }).catch(setError);
  const dismiss = () => run('updates/dismiss', { id }).catch(setError);
  const title = dismissed
    ? t.activity.dismissedTitle
    : state === 'failed'
      ? t.activity.failedTitle
      : t.activity.waitingTitle;
  return (
    <Notice tone={state === 'failed' ? 'bad' : 'calm'} title={title}>
      {update.reason !== null && <p>{update.error ? saidIn(words, update.error) : update.reason}</p>}
      {retry !== undefined && (
        <>
          <p>
            {saidIn(words, retry.error)}. {stepIn(words, retry.error)}
          </p>
          <p className="text-soft">
            {t.activity.nextTry} <Time at={retry.next} style="clock" /> · {t.activity.tries(retry.tries)}
          </p>
        </>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button look="outline" onClick={tryAgain}>
          <RotateCcw aria-hidden size={14} /> {t.retry}
        </Button>
        {!dismissed && (
          <Button onClick={dismiss}>
            <X aria-hidden size={14} /> {t.activity.dismiss}
          </Button>
        )}
      </div>
      {error !== null && <ErrorNotice error={error} />}
    </Notice>
  );
}
