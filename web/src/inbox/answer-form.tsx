import { MessageSquareReply, Trash2 } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { Choice, InboxItem } from '../api/types.js';
import { useError } from '../api/use-error.js';
import { answerItem } from '../composer/send-input.js';
import { useApp } from '../frame/app-context.js';
import { Link } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { useText } from '../i18n/language.js';
import { Button } from '../ui/button.js';
import { ErrorNotice } from '../ui/notice.js';

interface AnswerFormProps {
  item: InboxItem;
  /** Whether it has the page to itself: the question stands above it, and the keyboard begins here. */
  alone?: boolean;
  /** Called with the update that files it. */
  onAnswered(id: string): void;
}

/** The ways to answer: the best guess with its reason, the other choices, one's own words, and apart from them Delete. */
export function AnswerForm({ item, alone = false, onAnswered }: AnswerFormProps) {
  const t = useText();
  const { composer } = useApp();
  const [error, setError] = useError();
  const [sending, setSending] = useState(false);
  const choices = item.choices.filter(({ target }) => target?.kind !== 'discard');
  const discard = item.choices.find(({ target }) => target?.kind === 'discard');
  const [chosen, setChosen] = useState(choices[0]?.id);
  const [project, setProject] = useState<string | null>(null);
  const group = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (alone)
      group.current?.querySelector<HTMLInputElement>('input:checked')?.focus({ preventScroll: true });
  }, [alone]);

  async function answer(given: { choice: string } | { text: string }) {
    setSending(true);
    setError(null);
    try {
      onAnswered(await answerItem(item.item, given));
    } catch (problem) {
      setError(problem);
      setSending(false);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const choice = choices.find(({ id }) => id === chosen);
    if (choice === undefined || sending) return;
    const name = choice.target?.kind === 'new-project' ? project?.trim() : undefined;
    void answer(name ? { text: choice.label.replace(/:.*$/s, `: ${name}`) } : { choice: choice.id });
  }

  function reply() {
    composer.answering.set({ item: item.item, question: item.question });
    composer.focus.set((count) => count + 1);
  }

  const [best, ...others] = choices;
  return (
    <form onSubmit={submit} aria-label={item.question}>
      {best !== undefined && (
        <fieldset ref={group} disabled={sending} className="space-y-2">
          <legend className={alone ? 'sr-only' : 'mb-2 font-medium'}>{item.question}</legend>
          <ChoiceRow choice={best} item={item} checked={chosen === best.id} onChoose={setChosen}>
            <Reason item={item} choice={best} />
          </ChoiceRow>
          <div className="flex flex-wrap gap-2">
            {others.map((choice) => (
              <ChoiceRow
                key={choice.id}
                choice={choice}
                item={item}
                checked={chosen === choice.id}
                onChoose={setChosen}
              >
                {choice.target?.kind === 'new-project' && chosen === choice.id && (
                  <input
                    aria-label={t.inbox.projectName}
                    value={project ?? choice.target.project}
                    onChange={({ target }) => setProject(target.value)}
                    className="mt-1 h-8 w-full rounded-md border border-strong-line bg-paper px-2 text-sm"
                  />
                )}
              </ChoiceRow>
            ))}
          </div>
        </fieldset>
      )}
      {error !== null && (
        <div className="mt-3">
          <ErrorNotice error={error} />
        </div>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {best !== undefined && (
          <Button type="submit" look="solid" disabled={sending}>
            {sending ? t.inbox.sending : t.inbox.answer}
          </Button>
        )}
        <Button onClick={reply} disabled={sending}>
          <MessageSquareReply aria-hidden size={15} /> {t.inbox.reply}
        </Button>
        {discard !== undefined && (
          <Button
            className="ml-auto text-bad hover:text-bad"
            disabled={sending}
            onClick={() => answer({ choice: discard.id })}
          >
            <Trash2 aria-hidden size={15} /> {t.inbox.delete}
          </Button>
        )}
      </div>
    </form>
  );
}

interface ChoiceRowProps {
  choice: Choice;
  item: InboxItem;
  checked: boolean;
  onChoose(id: string): void;
  children?: React.ReactNode;
}

function ChoiceRow({ choice, item, checked, onChoose, children }: ChoiceRowProps) {
  const id = useId();
  return (
    <div
      className={`rounded-lg border px-3 py-1.5 text-sm ${checked ? 'border-accent bg-accent-soft' : 'border-line'}`}
    >
      <label htmlFor={id} className="flex cursor-pointer items-baseline gap-2 py-0.5">
        <input
          id={id}
          type="radio"
          name={item.item}
          checked={checked}
          onChange={() => onChoose(choice.id)}
          className="translate-y-0.5"
        />
        <span className="min-w-0 font-medium">{choice.label}</span>
      </label>
      {children}
    </div>
  );
}

/** The line that speaks most for a choice. */
function Reason({ item, choice }: { item: InboxItem; choice: Choice }) {
  const t = useText();
  // `tidewater`, `Right: tidewater`
  const line = item.candidates.find(({ project }) => choice.label.endsWith(project))?.evidence[0];
  if (line === undefined) return null;
  return (
    <p className="line-clamp-3 pb-0.5 pl-6 text-soft">
      {t.inbox.because}{' '}
      <Link href={fileHref(line.path, line.lines)} className="hover:text-accent hover:underline">
        {t.quoted(line.text.replace(/^(?:#+|[-*]|\d+\.) /, ''))}
      </Link>
    </p>
  );
}
