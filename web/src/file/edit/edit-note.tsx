import type { EditorState, TransactionSpec } from '@codemirror/state';
import { StateEffect, StateField } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useQueryClient } from '@tanstack/react-query';
import { Eye, PencilLine } from 'lucide-react';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { fileQuery, useMovedTo } from '../../api/queries.js';
import { run } from '../../api/run.js';
import { useStore } from '../../api/store.js';
import { useError } from '../../api/use-error.js';
import { useApp } from '../../frame/app-context.js';
import { navigate } from '../../frame/navigation.js';
import { fileHref } from '../../frame/route.js';
import { UndoChoices } from '../../history/undo-choices.js';
import { useText } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { ErrorNotice, Notice } from '../../ui/notice.js';
import { TextFile } from '../text-file.js';
import { moveViewKey } from '../view-key.js';
import { type CodeEditor, createCodeEditor } from './code-editor.js';
import { drafts } from './drafts.js';
import { createNoteSaver, holdsSecret, isDeleted, type NoteSaver } from './note-saver.js';
import { openingOf, splitNote } from './split-note.js';

interface EditNoteProps {
  path: string;
  /** The whole file as it was last seen. */
  text: string;
  /** It is no longer there. */
  isGone: boolean;
  /** The frontmatter is edited too. */
  raw: boolean;
  onLeave(): void;
}

/**
 * The source of a note, and what it looks like: beside it where there is room, else in its place. A file that is moved
 * keeps its editor, with cursor and undo.
 */
export function EditNote({ path, text, isGone, raw, onLeave }: EditNoteProps) {
  const t = useText();
  const host = useRef<HTMLDivElement>(null);
  const [saver, setSaver] = useState<NoteSaver | null>(null);
  const [shown, setShown] = useState(text);
  const drawn = useDeferredValue(shown);
  const [isPreview, setPreview] = useState(false);
  const isMarkdown = /\.(?:md|markdown)$/i.test(path);
  const [error, setError] = useError();
  const [isAttaching, setAttaching] = useState(false);
  const queries = useQueryClient();
  const leave = useRef<() => Promise<void>>(null);
  leave.current = async () => {
    const saved = (await saver?.finish()) ?? null;
    if (saved !== null) queries.setQueryData(fileQuery(path).queryKey, saved);
    onLeave();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor has the text from then on
  useEffect(() => {
    const edit = openEditor(host.current!, {
      path,
      text,
      isSplit: isMarkdown && !raw,
      isMarkdown,
      label: t.file.editor(path.split('/').at(-1)!),
      onShow: setShown,
      onLeave: () => void leave.current?.(),
      onMoved(from, to, saved) {
        queries.setQueryData(fileQuery(to).queryKey, saved);
        moveViewKey(from, to);
        navigate(`${fileHref(to)}?edit`, { replace: true });
      },
      attach: { onFail: setError, onBusy: setAttaching },
    });
    setSaver(edit.saver);
    return edit.close;
  }, []);

  useEffect(() => {
    if (!isGone) saver?.seen(text);
  }, [saver, text, isGone]);
  const { data: moved } = useMovedTo(path, isGone);
  // Also while the history does not know where to: then it says that the file is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again when the history knows more
  useEffect(() => {
    if (isGone) void saver?.save();
  }, [saver, isGone, moved]);

  return (
    <div className={isMarkdown ? WIDE : ''}>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        {saver && <SaveStatus saver={saver} />}
        <div className="ml-auto flex gap-2">
          {isMarkdown && (
            <Button
              look="outline"
              aria-pressed={isPreview}
              onClick={() => setPreview(!isPreview)}
              className="@min-[60rem]:hidden"
            >
              {isPreview ? <PencilLine aria-hidden size={14} /> : <Eye aria-hidden size={14} />}
              {isPreview ? t.file.source : t.file.rendered}
            </Button>
          )}
          <Button look="solid" onClick={() => void leave.current?.()}>
            {t.file.done}
          </Button>
        </div>
      </div>
      {isAttaching && (
        <p role="status" className="mb-2 text-faint text-sm">
          {t.file.uploading}
        </p>
      )}
      {error !== null && <ErrorNotice error={error} />}
      {saver && <SaveProblem saver={saver} onDiscard={onLeave} />}
      <div className={isMarkdown ? 'gap-8 @min-[60rem]:grid @min-[60rem]:grid-cols-2' : ''}>
        <div
          ref={host}
          className={`min-w-0 rounded-xl border border-line bg-raised focus-within:border-accent ${isPreview ? 'hidden @min-[60rem]:block' : ''}`}
        />
        {isMarkdown && (
          <section
            aria-label={t.file.rendered}
            className={`min-w-0 ${isPreview ? '' : 'hidden @min-[60rem]:block'}`}
          >
            <TextFile
              path={path}
              text={drawn}
              raw={false}
              range={null}
              anchor={null}
              visit={0}
              outline={false}
            />
          </section>
        )}
      </div>
    </div>
  );
}

/** Wider than a text that is only read. */
const WIDE =
  '@min-[60rem]:relative @min-[60rem]:left-1/2 @min-[60rem]:w-[min(100cqw,88rem)] @min-[60rem]:-translate-x-1/2';

interface OpenEditorOptions {
  path: string;
  text: string;
  isSplit: boolean;
  isMarkdown: boolean;
  label: string;
  onShow(text: string): void;
  onLeave(): void;
  onMoved(from: string, to: string, saved: string): void;
  attach: Omit<AttachOptions, 'path'>;
}

/** An editor and what saves its text; a draft that an earlier page left is continued. */
function openEditor(host: HTMLElement, options: OpenEditorOptions): { saver: NoteSaver; close(): void } {
  const { path, isSplit, isMarkdown, onShow } = options;
  const draft = drafts.take(path);
  const split = (text: string, opening = '') =>
    isSplit ? splitNote(text, opening) : { head: '', body: text };
  const first = split(draft?.text ?? options.text);
  let { head } = first;
  let isOpen = true;

  const read = () => head + editor.read();
  const saver = createNoteSaver(path, draft?.base ?? options.text, {
    read,
    mark: () => editor.mark(),
    replace(sent, saved) {
      const from = sent.slice(head.length);
      const { head: nextHead, body } = split(saved, openingOf(from));
      editor.patch(from, body);
      head = nextHead;
      onShow(read());
    },
    moved(from, to) {
      if (isOpen) options.onMoved(from, to, read());
    },
  });
  const editor: CodeEditor = createCodeEditor(host, {
    text: first.body,
    label: options.label,
    isMarkdown,
    onChange() {
      saver.changed();
      onShow(read());
    },
    onSave: () => void saver.save(),
    onLeave: options.onLeave,
    extensions: isMarkdown ? attachImages({ ...options.attach, path: () => saver.path }) : [],
  });
  onShow(read());
  editor.focus();
  if (draft !== null) void saver.save();
  return {
    saver,
    close() {
      isOpen = false;
      saver.stop();
      editor.destroy();
    },
  };
}

interface AttachOptions {
  /** The note that gets the picture. */
  path(): string;
  onFail(error: unknown): void;
  onBusy(isBusy: boolean): void;
}

/** Pictures that are pasted or dropped are kept in the vault, and linked where the cursor is. */
function attachImages({ path, onFail, onBusy }: AttachOptions) {
  async function attach(view: EditorView, files: readonly File[], at: number): Promise<void> {
    onBusy(true);
    // The person goes on typing while a picture is on its way.
    const { id, effects } = trackPlace(at);
    view.dispatch({ effects });
    try {
      for (const file of files) {
        const note = path();
        const image = { note, name: file.name, data: await base64(file) };
        const { path: kept } = await run('files/attach', image);
        const link = `![](${relativeLink(note, kept.replace(/^vault\//, ''))})`;
        view.dispatch(insertAt(view.state, id, link));
      }
    } catch (error) {
      onFail(error);
    }
    onBusy(false);
  }

  const handlers = EditorView.domEventHandlers({
    paste: (event, view) => take(view, event, event.clipboardData, view.state.selection.main.from),
    drop: (event, view) =>
      take(
        view,
        event,
        event.dataTransfer,
        view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.state.doc.length,
      ),
    dragover(event) {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
      return false;
    },
  });
  return [trackedPlaces, handlers];

  function take(view: EditorView, event: Event, data: DataTransfer | null, at: number): boolean {
    const files = [...(data?.files ?? [])].filter(({ type }) => /^image\/(?:png|jpeg|gif|webp)$/.test(type));
    if (files.length === 0) return false;
    event.preventDefault();
    event.stopPropagation();
    void attach(view, files, at);
    return true;
  }
}

async function base64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/** The address of a file, from the folder of a note. */
function relativeLink(note: string, target: string): string {
  const [from, to] = [note.split('/').slice(0, -1), target.split('/')];
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared).map(encodeURIComponent)].join('/');
}

interface Place {
  id: number;
  at: number;
}

const put = StateEffect.define<Place>();

/** Places in a text that is edited meanwhile. Each stays before what is typed at it. */
export const trackedPlaces = StateField.define<readonly Place[]>({
  create: () => [],
  update(places, { changes, effects }) {
    const added = effects.flatMap((effect) => (effect.is(put) ? [effect.value] : []));
    const moved = places
      .filter(({ id }) => added.every((other) => other.id !== id))
      .map(({ id, at }) => ({ id, at: changes.mapPos(at, -1) }));
    return moved.length + added.length === 0 ? places : [...moved, ...added];
  },
});

let last = 0;

/** Remembers a place under a new id. */
export function trackPlace(at: number): { id: number; effects: StateEffect<Place> } {
  const id = ++last;
  return { id, effects: put.of({ id, at }) };
}

/** Inserts a text at a tracked place, which is behind it then. A cursor that waits there goes along; any other stays where it is. */
export function insertAt(state: EditorState, id: number, insert: string): TransactionSpec {
  const { at } = state.field(trackedPlaces).find((place) => place.id === id)!;
  const end = at + insert.length;
  const { main } = state.selection;
  return {
    changes: { from: at, insert },
    effects: put.of({ id, at: end }),
    ...(main.empty && main.head === at && { selection: { anchor: end } }),
    userEvent: 'input.paste',
  };
}

/** One quiet line: whether everything is saved. */
function SaveStatus({ saver }: { saver: NoteSaver }) {
  const t = useText();
  const { kind } = useStore(saver.state);
  const connection = useStore(useApp().live.connection);
  useEffect(() => {
    // Not after the usual pause: the service is back.
    if (connection === 'open' && saver.state.get().kind === 'offline') void saver.save();
  }, [connection, saver]);
  return (
    <p role="status" className={`text-sm ${kind === 'offline' ? 'text-bad' : 'text-faint'}`}>
      {t.file.save[kind]}
    </p>
  );
}

interface SaveProblemProps {
  saver: NoteSaver;
  onDiscard(): void;
}

/** What needs a decision before the text can be saved. */
function SaveProblem({ saver, onDiscard }: SaveProblemProps) {
  const t = useText();
  const state = useStore(saver.state);
  if (state.kind === 'conflict') {
    return (
      <div className="mb-4">
        <UndoChoices
          obstacles={state.obstacles}
          verb={t.file.takeMine}
          onApply={(choices) => void saver.save(choices)}
        />
      </div>
    );
  }
  if (state.kind !== 'failed') return null;
  if (isDeleted(state)) {
    const discard = () => {
      drafts.drop(saver.path);
      onDiscard();
    };
    return (
      <div className="mb-4">
        <Notice tone="bad" title={t.file.deletedMeanwhile}>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button look="outline" onClick={() => void saver.recreate()}>
              {t.file.saveAgain}
            </Button>
            <Button onClick={discard}>{t.file.discardDraft}</Button>
          </div>
        </Notice>
      </div>
    );
  }
  if (holdsSecret(state)) {
    return (
      <div className="mb-4">
        <Notice tone="bad" title={t.file.secretTitle}>
          <p>{t.file.secretText}</p>
          <Button look="outline" className="mt-2" onClick={() => void saver.saveWithSecrets()}>
            {t.file.saveWithSecret}
          </Button>
        </Notice>
      </div>
    );
  }
  return (
    <div className="mb-4">
      <ErrorNotice error={state.error} title={t.file.save.failed} />
    </div>
  );
}
