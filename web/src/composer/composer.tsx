import { ArrowUp, ImagePlus, LoaderCircle, MessageCircleQuestion, Search, X } from 'lucide-react';
import { type FormEvent, useEffect, useRef } from 'react';
import { useInboxItem } from '../api/queries.js';
import { ApiError } from '../api/send.js';
import { useStore } from '../api/store.js';
import { useError } from '../api/use-error.js';
import { useApp } from '../frame/app-context.js';
import { usePlace } from '../frame/navigation.js';
import { routeOf } from '../frame/route.js';
import { modifier } from '../frame/shortcuts.js';
import { useText } from '../i18n/language.js';
import { useMay } from '../session/role.js';
import { Button, IconButton } from '../ui/button.js';
import { ErrorNotice } from '../ui/notice.js';
import { ComposerField } from './composer-field.js';
import { DraftImages, IMAGE_TYPES } from './draft-images.js';
import { ModeSwitch } from './mode-switch.js';
import { useGivenFiles } from './use-given-files.js';
import { useSending } from './use-sending.js';

/** The floating input: tell something, ask something, or answer a question of the inbox. */
export function ComposerBar() {
  const t = useText();
  const { composer } = useApp();
  const text = useStore(composer.text);
  const mode = useStore(composer.mode);
  const images = useStore(composer.images);
  const answering = useStore(composer.answering);
  const [error, setError] = useError();
  const { sending, send } = useSending(setError);
  const { add, paste, dragging } = useGivenFiles(setError);
  const bar = useRef<HTMLDivElement>(null);
  const { view } = routeOf(usePlace().pathname);
  // Over a form it would hide the next field; there it comes after the end.
  const floats = view !== 'settings' && view !== 'import';
  useHeightVariable(bar, floats);
  // The item itself is asked for: a new one may not be in the list of the inbox yet.
  const { error: gone } = useInboxItem(answering?.item ?? null);
  useEffect(() => {
    // It was answered elsewhere; the typed text stays.
    if (gone instanceof ApiError && gone.code === 'not_found') composer.answering.set(null);
  }, [gone, composer]);

  const may = useMay();
  useEffect(() => {
    if (!may.write && mode !== 'search') composer.mode.set('search');
    if (!may.write && answering !== null) composer.answering.set(null);
  }, [may.write, mode, answering, composer]);

  const kind = answering === null ? mode : 'answer';
  const empty = text.trim() === '' && (kind !== 'update' || images.length === 0);

  const write = () => composer.focus.set((count) => count + 1);

  function ask() {
    composer.mode.set('search');
    write();
  }

  function submit(event?: FormEvent) {
    event?.preventDefault();
    if (!empty) void send(kind === 'search');
  }

  return (
    <div
      ref={bar}
      className={`${floats ? 'sticky bottom-0' : ''} pointer-events-none z-20 mt-auto bg-linear-to-t from-paper via-paper/90 to-transparent px-3 pt-8 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-8 sm:pb-5 print:hidden`}
    >
      <form
        aria-label={t.composer.label}
        onSubmit={submit}
        onPaste={paste}
        className={`group pointer-events-auto relative mx-auto max-w-[44rem] rounded-2xl border bg-raised shadow-float transition-colors focus-within:border-strong-line ${RIM[kind]}`}
      >
        {error !== null && (
          <div className="px-3 pt-3">
            <ErrorNotice error={error} />
          </div>
        )}
        {answering !== null && <AnsweringBar question={answering.question} />}
        {kind === 'update' && <DraftImages store={composer.images} />}
        <ComposerField kind={kind} disabled={sending} onSubmit={submit} />
        {kind === 'update' && isQuestion(text) && <AskInstead onAsk={ask} />}
        <div className="flex items-center gap-1 px-2 pb-2">
          {answering === null && may.write && <ModeSwitch store={composer.mode} onPointed={write} />}
          {kind === 'update' && <ImagePicker onPick={add} />}
          <span
            aria-hidden
            className="flex-1 truncate pr-2 text-right text-faint text-xs opacity-0 transition-opacity group-focus-within:opacity-100 max-sm:invisible pointer-coarse:invisible"
          >
            {answering === null && t.composer.keys(modifier())}
          </span>
          <SendButton kind={kind} sending={sending} disabled={empty || sending} />
        </div>
        {dragging && (
          <div className="absolute inset-0 flex items-center justify-center rounded-2xl border-2 border-accent border-dashed bg-accent-soft font-medium text-accent text-sm">
            {t.composer.drop}
          </div>
        )}
      </form>
    </div>
  );
}

type Kind = 'update' | 'search' | 'answer';

const RIM: Record<Kind, string> = { update: 'border-line', search: 'border-line', answer: 'border-doubt' };
const FILL: Record<Kind, string> = {
  update: 'bg-accent text-on-accent',
  search: 'bg-ask text-on-ask',
  answer: 'bg-doubt text-on-doubt',
};

/** Which question of the inbox is being answered. */
function AnsweringBar({ question }: { question: string }) {
  const t = useText();
  const { composer } = useApp();
  return (
    <div className="flex items-center gap-2 rounded-t-2xl bg-doubt-soft py-1 pr-1.5 pl-4 text-sm text-doubt">
      <MessageCircleQuestion aria-hidden size={16} className="shrink-0" />
      <p className="min-w-0 flex-1 truncate">
        {t.composer.answering} <strong className="font-medium">{question}</strong>
      </p>
      <IconButton label={t.composer.stopAnswering} onClick={() => composer.answering.set(null)}>
        <X aria-hidden size={16} />
      </IconButton>
    </div>
  );
}

function isQuestion(text: string): boolean {
  return /\?["»”’)]*$/.test(text.trim());
}

/** A question that is about to be noted. */
function AskInstead({ onAsk }: { onAsk(): void }) {
  const t = useText();
  return (
    <p className="flex animate-arrive items-center gap-2 px-4 pb-1 text-sm text-soft">
      {t.composer.isQuestion}
      <Button look="outline" onClick={onAsk}>
        <Search aria-hidden size={14} /> {t.composer.askInstead}
      </Button>
    </p>
  );
}

function ImagePicker({ onPick }: { onPick(files: readonly File[]): void }) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={t.composer.image} onClick={() => input.current?.click()}>
        <ImagePlus aria-hidden size={17} />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={IMAGE_TYPES}
        onChange={(event) => {
          onPick([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </>
  );
}

function SendButton({ kind, sending, disabled }: { kind: Kind; sending: boolean; disabled: boolean }) {
  const t = useText();
  return (
    <button
      type="submit"
      disabled={disabled}
      aria-label={sending ? t.composer.sending : t.composer.send[kind]}
      title={t.composer.send[kind]}
      className={`inline-flex size-8 items-center justify-center rounded-full transition-opacity disabled:opacity-40 pointer-coarse:size-10 ${FILL[kind]}`}
    >
      {sending ? (
        <LoaderCircle aria-hidden size={17} className="animate-spin" />
      ) : (
        <ArrowUp aria-hidden size={17} strokeWidth={2.4} />
      )}
    </button>
  );
}

/** What is reached with Tab must not end up behind the input: page.css scrolls it this far above the end. */
function useHeightVariable(bar: React.RefObject<HTMLDivElement | null>, floats: boolean): void {
  useEffect(() => {
    const element = bar.current;
    if (element === null || !floats) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--composer', `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--composer');
    };
  }, [bar, floats]);
}
