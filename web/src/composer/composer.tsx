import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowUp, ImagePlus, LoaderCircle, MessageCircleQuestion, PenLine, Search, X } from 'lucide-react';
import {
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { followUpHref } from '../activity/follow-up.js';
import { withoutBase } from '../api/base.js';
import { newId } from '../api/new-id.js';
import { useInboxItem } from '../api/queries.js';
import { ApiError } from '../api/send.js';
import { type Store, useStore } from '../api/store.js';
import { useError } from '../api/use-error.js';
import { useApp } from '../frame/app-context.js';
import { navigate, usePlace } from '../frame/navigation.js';
import { routeOf } from '../frame/route.js';
import { modifier } from '../frame/shortcuts.js';
import { useText } from '../i18n/language.js';
import { droppedFiles } from '../import/incoming.js';
import { useMay } from '../session/role.js';
import { Button, IconButton } from '../ui/button.js';
import { ErrorNotice } from '../ui/notice.js';
import type { Mode } from './composer-state.js';
import type { DraftImage } from './kept-images.js';
import { sendInput } from './send-input.js';

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

const MODES = [
  ['update', PenLine, 'peer-checked:bg-accent-soft peer-checked:text-accent'],
  ['search', Search, 'peer-checked:bg-ask-soft peer-checked:text-ask'],
] as const;

/** Update or Search. Who points at one goes on to write; with the keyboard, arrows go on through the modes. */
function ModeSwitch({ store, onPointed }: { store: Store<Mode>; onPointed(): void }) {
  const t = useText();
  const mode = useStore(store);
  return (
    <fieldset className="flex rounded-lg p-0.5">
      <legend className="sr-only">{t.composer.mode}</legend>
      {MODES.map(([name, Icon, colours]) => (
        <label key={name} className="relative cursor-pointer">
          <input
            type="radio"
            name="mode"
            checked={mode === name}
            onChange={() => store.set(name)}
            onClick={({ detail }) => detail > 0 && onPointed()}
            className="peer sr-only"
          />
          <span
            className={`inline-flex h-8 items-center gap-1.5 rounded-lg px-2.5 font-medium text-faint text-sm transition-colors hover:text-ink peer-focus-visible:outline-2 peer-focus-visible:outline-accent pointer-coarse:h-10 ${colours}`}
          >
            <Icon aria-hidden size={15} />
            {t.composer[name]}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Sends the input and opens its activity. */
function useSending(onError: (error: unknown) => void) {
  const { composer } = useApp();
  const queries = useQueryClient();
  const [sending, setSending] = useState(false);

  async function send(isQuestion: boolean): Promise<void> {
    if (sending) return;
    setSending(true);
    onError(null);
    try {
      const before = openQuestion(queries);
      const from = location.href;
      const id = await sendInput(composer);
      // Someone who went elsewhere meanwhile stays there.
      if (location.href !== from) return;
      navigate(isQuestion && before ? followUpHref(id, before) : `/activity/${id}`);
    } catch (problem) {
      onError(problem);
    } finally {
      setSending(false);
    }
  }

  return { sending, send };
}

/** The question that is open on the page: the next one is asked below it. */
function openQuestion(queries: QueryClient): { id: string; search: string } | null {
  const route = routeOf(withoutBase(location.pathname));
  if (route.view !== 'activity' || route.id === null) return null;
  const isQuestion = queries.getQueryData<{ kind: string }>(['activity', route.id])?.kind === 'question';
  return isQuestion ? { id: route.id, search: location.search } : null;
}

/** Files that are picked, pasted or dropped: images belong to a note; anything else is imported. */
function useGivenFiles(onError: (error: unknown) => void) {
  const t = useText();
  const { composer, incoming } = useApp();
  const may = useMay();
  const dragging = useDroppedFiles(drop);

  function add(files: readonly File[]) {
    if (files.length === 0 || !may.write) return;
    composer.mode.set('update');
    const problem = addImages(composer.images, files, t.composer);
    onError(problem === null ? null : new Error(problem));
  }

  function drop(dropped: DataTransfer) {
    if (!may.write) return;
    const files = [...dropped.files];
    if (files.every(isImage)) {
      add(files);
      return;
    }
    onError(null);
    droppedFiles(dropped).then((found) => {
      incoming.set(found);
      navigate('/import');
    }, onError);
  }

  function paste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    add(files);
  }

  return { add, paste, dragging };
}

/**
 * Takes files that are dropped anywhere on the page: the browser would open them in its place. True while files are being
 * dragged over it. An element that takes a drop itself prevents its default.
 */
function useDroppedFiles(onDrop: (dropped: DataTransfer) => void): boolean {
  const [dragging, setDragging] = useState(false);
  const take = useRef(onDrop);
  useEffect(() => {
    take.current = onDrop;
  });
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setDragging(true);
    };
    const leave = (event: DragEvent) => {
      // Between two elements of the page it names the one it enters.
      if (event.relatedTarget === null) setDragging(false);
    };
    const drop = (event: DragEvent) => {
      setDragging(false);
      const { dataTransfer } = event;
      if (event.defaultPrevented || dataTransfer === null || dataTransfer.files.length === 0) return;
      event.preventDefault();
      take.current(dataTransfer);
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, []);
  return dragging;
}

const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const MOST_BYTES = 20 * 1024 * 1024;

const IMAGE_TYPES = TYPES.join();

function isImage({ type }: File): boolean {
  return TYPES.includes(type);
}

/** Adds what is an image; gives back what is wrong with the rest. */
function addImages(
  store: Store<readonly DraftImage[]>,
  files: readonly File[],
  say: { notImage(name: string): string; tooLarge: string },
): string | null {
  const images = files.filter(isImage);
  const wrong = files.find((file) => !isImage(file));
  const all = [...store.get().map(({ file }) => file), ...images];
  if (all.reduce((sum, { size }) => sum + size, 0) > MOST_BYTES) return say.tooLarge;
  const drafts = images.map((file) => ({ id: newId(), file, preview: URL.createObjectURL(file) }));
  if (drafts.length > 0) store.set((known) => [...known, ...drafts]);
  return wrong === undefined ? null : say.notImage(wrong.name);
}

function DraftImages({ store }: { store: Store<readonly DraftImage[]> }) {
  const t = useText();
  const images = useStore(store);
  if (images.length === 0) return null;
  const remove = ({ id, preview }: DraftImage) => {
    URL.revokeObjectURL(preview);
    store.set((all) => all.filter((image) => image.id !== id));
  };
  return (
    <ul className="flex flex-wrap gap-2 px-3 pt-3">
      {images.map((image) => (
        <li key={image.id} className="relative animate-arrive">
          <img
            src={image.preview}
            alt={image.file.name}
            className="size-16 rounded-lg border border-line object-cover"
          />
          <button
            type="button"
            aria-label={t.composer.removeImage(image.file.name)}
            onClick={() => remove(image)}
            className="absolute -top-1.5 -right-1.5 flex size-6 items-center justify-center rounded-full border border-line bg-raised text-soft shadow-sm hover:text-ink"
          >
            <X aria-hidden size={14} />
          </button>
        </li>
      ))}
    </ul>
  );
}

interface ComposerFieldProps {
  kind: 'update' | 'search' | 'answer';
  disabled: boolean;
  onSubmit(): void;
}

/** The text itself: grows with what is written, remembers what was sent. */
function ComposerField({ kind, disabled, onSubmit }: ComposerFieldProps) {
  const t = useText();
  const { composer } = useApp();
  const text = useStore(composer.text);
  const focus = useStore(composer.focus);
  const field = useRef<HTMLTextAreaElement>(null);
  const [earlier, setEarlier] = useState(-1);
  const hint = useId();

  useEffect(() => {
    if (focus > 0) field.current?.focus();
  }, [focus]);

  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      onSubmit();
    } else if (event.key === 'Escape') {
      event.currentTarget.blur();
      document.getElementById('content')?.focus();
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') recall(event);
  }

  /** Up goes back through what was sent, from an empty field or while going through it. */
  function recall(event: KeyboardEvent<HTMLTextAreaElement>) {
    const sent = composer.sent.get();
    const browsing = text === '' || text === sent[earlier];
    const next = earlier + (event.key === 'ArrowUp' ? 1 : -1);
    if (!browsing || next >= sent.length || next < -1) return;
    event.preventDefault();
    setEarlier(next);
    composer.text.set(sent[next] ?? '');
  }

  return (
    <>
      <span id={hint} className="sr-only">
        {t.composer.hint}
      </span>
      {/* The hidden copy of the text gives the field its height. */}
      <div className="grid max-h-[40dvh] overflow-y-auto px-4 pt-3 pb-1 [&>*]:col-start-1 [&>*]:row-start-1">
        <div aria-hidden className="invisible whitespace-pre-wrap break-words">{`${text}\u200b`}</div>
        <textarea
          ref={field}
          rows={1}
          value={text}
          readOnly={disabled}
          aria-label={PLACEHOLDER(t)[kind]}
          aria-describedby={hint}
          placeholder={PLACEHOLDER(t)[kind]}
          onChange={(event) => {
            setEarlier(-1);
            composer.text.set(event.target.value);
          }}
          onKeyDown={press}
          className="resize-none overflow-hidden bg-transparent placeholder:text-faint focus-visible:outline-none"
        />
      </div>
    </>
  );
}

const PLACEHOLDER = ({ composer }: ReturnType<typeof useText>) => ({
  update: composer.updatePlaceholder,
  search: composer.searchPlaceholder,
  answer: composer.answerPlaceholder,
});
