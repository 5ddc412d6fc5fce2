import { useQueryClient } from '@tanstack/react-query';
import { Eye, PencilLine } from 'lucide-react';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { fileQuery, useMovedTo } from '../../api/queries.js';
import { useError } from '../../api/use-error.js';
import { navigate } from '../../frame/navigation.js';
import { fileHref } from '../../frame/route.js';
import { useText } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { ErrorNotice } from '../../ui/notice.js';
import { TextFile } from '../text-file.js';
import { moveViewKey } from '../view-key.js';
import { type AttachOptions, attachImages } from './attach-images.js';
import { type CodeEditor, createCodeEditor } from './code-editor.js';
import { drafts } from './drafts.js';
import { createNoteSaver, type NoteSaver } from './note-saver.js';
import { SaveProblem, SaveStatus } from './save-status.js';
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
