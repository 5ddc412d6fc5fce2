import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { withBase } from '../api/base.js';
import { run, run as runOperation } from '../api/run.js';
import { saveNote } from '../api/save-note.js';
import { useStore } from '../api/store.js';
import { useError } from '../api/use-error.js';
import { type FileAction, useApp } from '../frame/app-context.js';
import { Link, navigate } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { useText } from '../i18n/language.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { ErrorNotice, Notice } from '../ui/notice.js';
import { useDebounced } from '../ui/use-debounced.js';

/** Creates a note, or renames, moves or deletes a file or folder. */
export function FileDialog() {
  const t = useText();
  const { fileAction } = useApp();
  const action = useStore(fileAction);
  const close = () => fileAction.set(null);
  return (
    <Dialog
      label={action?.kind === 'new' ? t.file.newNote : t.file.manage}
      open={action !== null}
      onClose={close}
      className="mx-auto mt-[max(1rem,15dvh)] w-[min(30rem,calc(100vw-1.5rem))] rounded-2xl border border-line bg-raised p-5 text-ink shadow-float open:animate-arrive"
    >
      {action && <PathForm action={action} onClose={close} />}
    </Dialog>
  );
}

function PathForm({ action, onClose }: { action: FileAction; onClose(): void }) {
  const t = useText();
  const id = useId();
  const isNew = action.kind === 'new';
  const [path, setPath] = useState(
    action.to ?? (isNew && action.path !== '' ? `${action.path}/` : action.path),
  );
  const [error, setError] = useError();
  const [isBusy, setBusy] = useState(false);
  const [unfinished, setUnfinished] = useState<UnfinishedMove | null>(null);
  const { live } = useApp();

  function leave(href: string | null): void {
    onClose();
    if (href !== null) navigate(href);
  }

  async function run(work: () => Promise<string | UnfinishedMove>): Promise<void> {
    live.progress.set(null);
    setBusy(true);
    setError(null);
    try {
      const done = await work();
      if (typeof done === 'string') leave(done);
      else if (done.failed.length === 0 && done.warning === null) leave(done.href);
      else setUnfinished(done);
    } catch (failed) {
      setError(failed);
      setBusy(false);
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(() => (isNew ? create(path) : move(action.path, path)));
  };
  const remove = () =>
    run(async () => {
      await runOperation('files/delete', { path: action.path });
      // There it can be restored at once.
      return fileHref(action.path);
    });

  if (unfinished !== null) return <UnfinishedLinks {...unfinished} onClose={() => leave(unfinished.href)} />;
  return (
    <form onSubmit={submit} className="space-y-4 text-sm">
      <h2 className="font-semibold text-base">{isNew ? t.file.newNote : t.file.manage}</h2>
      <div>
        <label htmlFor={id} className="mb-1 block font-medium text-faint text-xs">
          {t.file.path}
        </label>
        <input
          id={id}
          value={path}
          required
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setPath(event.target.value)}
          className="h-9 w-full rounded-lg border border-strong-line bg-paper px-2.5 pointer-coarse:h-11"
        />
        {!isNew && (
          <p role="status" className="mt-1 min-h-4 text-faint text-xs">
            {isBusy ? <FollowingLinks /> : <LinksToFollow from={action.path} to={path} />}
          </p>
        )}
      </div>
      {error !== null && <ErrorNotice error={error} />}
      <div className="flex flex-wrap gap-2">
        <Button look="solid" type="submit" disabled={isBusy || path.trim() === '' || path === action.path}>
          {isNew ? t.file.create : t.file.move}
        </Button>
        <Button onClick={onClose}>{t.file.cancel}</Button>
        {!isNew && (
          <Button look="outline" className="ml-auto text-bad" disabled={isBusy} onClick={() => void remove()}>
            <Trash2 aria-hidden size={14} /> {t.file.delete}
          </Button>
        )}
      </div>
    </form>
  );
}

/** A name without an ending is a note. */
async function create(typed: string): Promise<string> {
  const path = /\.\w+$/.test(typed) ? typed : `${typed.trim()}.md`;
  const name = path
    .split('/')
    .at(-1)!
    .replace(/\.\w+$/, '');
  await saveNote(path, { base: null, text: path.endsWith('.md') ? `# ${name}\n` : '\n' });
  return `${fileHref(path)}?edit`;
}

/** Where the page goes then; an editor of the file follows it by itself. */
async function move(from: string, to: string): Promise<UnfinishedMove> {
  const isEdited = location.pathname === withBase(fileHref(from)) && location.search === '?edit';
  const moved = await runOperation('files/move', { from, to: to.trim() });
  return { ...moved, href: isEdited ? null : fileHref(to.trim()) };
}

/** How many links will follow, before anything is moved. */
function LinksToFollow({ from, to }: { from: string; to: string }) {
  const t = useText();
  const wanted = useDebounced(to.trim(), 150);
  const { data } = useQuery({
    queryKey: ['links', 'move', from, wanted],
    enabled: wanted !== '' && wanted !== from,
    retry: false,
    queryFn: () => run('files/move/preview', { from, to: wanted }),
  });
  const isKnown = data !== undefined && wanted === to.trim() && wanted !== from;
  return isKnown ? (data.links === 0 ? t.file.noLinks : t.file.linksFollow(data.links, data.notes)) : null;
}

/** How many have followed, while it takes long. */
function FollowingLinks() {
  const t = useText();
  const progress = useStore(useApp().live.progress);
  if (progress?.work !== 'linking' || progress.total === null) return t.file.moving;
  return t.file.followingLinks(progress.done, progress.total);
}

/** A move that is done, with something left to do by hand. */
interface UnfinishedMove {
  /** Where the page goes then; null where it is. */
  href: string | null;
  /** Notes whose links could not be changed, `vault/…`. */
  failed: readonly string[];
  /** Why the history could not follow. */
  warning: string | null;
}

function UnfinishedLinks({ failed, warning, onClose }: UnfinishedMove & { onClose(): void }) {
  const t = useText();
  return (
    <div className="space-y-4 text-sm">
      <Notice tone="bad" title={failed.length > 0 ? t.file.linksFailed(failed.length) : t.file.moved}>
        {failed.length > 0 && (
          <ul className="mt-2 max-h-48 space-y-1 overflow-y-auto">
            {failed.map((path) => (
              <li key={path} className="truncate">
                <Link
                  href={fileHref(path.replace(/^vault\//, ''))}
                  onClick={onClose}
                  className="text-accent underline"
                >
                  {path.replace(/^vault\//, '')}
                </Link>
              </li>
            ))}
          </ul>
        )}
        {warning !== null && <p className="mt-2">{warning}</p>}
      </Notice>
      <Button look="solid" onClick={onClose}>
        {t.file.done}
      </Button>
    </div>
  );
}
