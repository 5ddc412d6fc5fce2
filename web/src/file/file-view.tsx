import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  ChevronRight,
  Code,
  Eye,
  FilePlus,
  FileQuestion,
  FileSymlink,
  FileText,
  FileX,
  Folder,
  FolderOpen,
  FolderPen,
  History,
  Image,
  PencilLine,
  RotateCcw,
} from 'lucide-react';
import { Fragment, Suspense, useMemo, useState } from 'react';
import { fileAddress } from '../api/file-address.js';
import { fileQuery, useHistoryList, useMovedTo, useTree } from '../api/queries.js';
import { run } from '../api/run.js';
import { saveNote } from '../api/save-note.js';
import { ApiError } from '../api/send.js';
import { useStore } from '../api/store.js';
import type { TreeNode } from '../api/types.js';
import { useError } from '../api/use-error.js';
import { useApp } from '../frame/app-context.js';
import { lazyView } from '../frame/lazy-view.js';
import { Link, navigate, usePlace } from '../frame/navigation.js';
import { anchorOf, fileHref, rangeOf } from '../frame/route.js';
import { useTitle } from '../frame/title.js';
import { useText } from '../i18n/language.js';
import { splitFile } from '../markdown/frontmatter.js';
import { boxLabel, headingText, type Tick, TickContext, toggled } from '../markdown/tick.js';
import { useMay } from '../session/role.js';
import { findNode } from '../tree/visible-rows.js';
import { Button, buttonClass, IconButton } from '../ui/button.js';
import { CopyButton } from '../ui/copy-button.js';
import { Empty } from '../ui/empty.js';
import { Loading } from '../ui/loading.js';
import { ErrorNotice, Notice } from '../ui/notice.js';
import { Time } from '../ui/time.js';
import { formatTokens } from '../ui/tokens.js';
import { drafts } from './edit/drafts.js';
import { TextFile } from './text-file.js';
import { viewKey } from './view-key.js';

/** Loaded when something is edited: most visits only read. */
const EditNote = lazyView(async () => (await import('./edit/edit-note.js')).EditNote);

/** A file or a folder of the vault. */
export function FileView({ path }: { path: string }) {
  useTitle(path.split('/').at(-1) || 'vault');
  const { data: root, isPending } = useTree();
  const node = root ? findNode(root, path) : null;
  if (isPending) return <Loading />;
  if (node?.children) return <FolderView node={node} />;
  if (/\.(?:png|jpe?g|gif|webp)$/i.test(path)) return <ImageFile path={path} />;
  return <LoadedFile key={viewKey(path)} path={path} />;
}

function LoadedFile({ path }: { path: string }) {
  const t = useText();
  const [raw, setRaw] = useState(false);
  const { data: text, error, isPending } = useQuery(fileQuery(path));
  const [tick, tickError] = useTick(path, text);
  const { hash, search, visit } = usePlace();
  const may = useMay();
  const isEditing = search === '?edit' && may.write;
  const range = rangeOf(hash);
  const anchor = range === null ? anchorOf(hash) : null;
  if (isPending) return <Loading />;
  const isGone = error instanceof ApiError && error.code === 'not_found';
  // Whoever edits a file that is deleted meanwhile decides what becomes of the text.
  if (isGone && !(isEditing && text !== undefined)) return <MissingFile path={path} />;
  if (error instanceof ApiError && error.code === 'not_text') {
    return (
      <>
        <FileHeader path={path} />
        <Empty icon={FileQuestion} title={t.file.notText} />
      </>
    );
  }
  if (text === undefined) return <ErrorNotice error={error} />;
  const edit = () => navigate(`${fileHref(path)}?edit`);
  if (isEditing) {
    return (
      <>
        <FileHeader path={path} text={text} raw={raw} onRaw={setRaw} />
        <Suspense fallback={<Loading />}>
          <EditNote
            key={String(raw)}
            path={path}
            text={text}
            isGone={isGone}
            raw={raw}
            onLeave={() => navigate(fileHref(path), { replace: true })}
          />
        </Suspense>
      </>
    );
  }
  return (
    <>
      <FileHeader
        path={path}
        text={text}
        raw={raw}
        onRaw={setRaw}
        {...(path !== 'tree.md' && { onEdit: edit })}
      />
      {drafts.has(path) && (
        <div className="mb-4">
          <Notice title={t.file.unsavedDraft}>
            <Button look="outline" onClick={edit}>
              {t.file.continueEditing}
            </Button>
          </Notice>
        </div>
      )}
      {tickError !== null && <ErrorNotice error={tickError} />}
      <TickContext value={tick}>
        <TextFile path={path} text={text} raw={raw} range={range} anchor={anchor} visit={visit} />
      </TickContext>
    </>
  );
}

function ImageFile({ path }: { path: string }) {
  // A changed image has the same address: its number makes the browser look again.
  const change = useStore(useApp().changes.store).get(path) ?? 0;
  const address = fileAddress(path);
  return (
    <>
      <FileHeader path={path} />
      <a href={address} target="_blank" rel="noreferrer" className="mt-4 inline-block">
        <img
          src={change === 0 ? address : `${address}?${change}`}
          alt={path.split('/').at(-1)}
          className="max-h-[70dvh] max-w-full rounded-xl border border-line"
        />
      </a>
    </>
  );
}

/** Checkboxes of a file that can be ticked; the error is that of the last one. */
function useTick(path: string, text: string | undefined): [Tick | null, unknown] {
  const queries = useQueryClient();
  const [error, setError] = useError();
  const may = useMay();
  const tick = useMemo(() => {
    if (text === undefined || path === 'tree.md' || !may.write) return null;
    const { queryKey } = fileQuery(path);
    return {
      labelOf: (line: number) => boxLabel(text, line),
      titleOf: (line: number) => headingText(text, line),
      async finish(line: number, title: string) {
        setError(null);
        try {
          await run('files/finish', { path, title, line });
        } catch (failed) {
          setError(failed);
        }
        await queries.invalidateQueries({ queryKey });
      },
      async toggle(line: number) {
        const next = toggled(text, line);
        if (next === null) return;
        setError(null);
        queries.setQueryData(queryKey, next);
        try {
          queries.setQueryData(queryKey, await saveNote(path, { base: text, text: next }));
        } catch (failed) {
          setError(failed);
          await queries.invalidateQueries({ queryKey });
        }
      },
    };
  }, [path, text, queries, setError, may.write]);
  return [tick, error];
}

/** Nothing is at this path. What was deleted there can come back. */
export function MissingFile({ path }: { path: string }) {
  const t = useText();
  const may = useMay();
  const { data: entries = [] } = useHistoryList(path);
  const [error, setError] = useError();
  const [isBusy, setBusy] = useState(false);
  const { data: moved = null } = useMovedTo(path, true);
  if (moved !== null)
    return (
      <Empty icon={FileSymlink} title={t.file.movedTo(moved)}>
        <Link
          href={fileHref(moved)}
          onClick={() => drafts.move(path, moved)}
          className={buttonClass('solid')}
        >
          {t.file.open}
        </Link>
      </Empty>
    );
  // The newest entry took it away: before that it was there.
  const [, last] = entries;
  const restore = async (id: string) => {
    setBusy(true);
    try {
      await run('history/restore', { path, at: { id } });
    } catch (failed) {
      setError(failed);
    }
    setBusy(false);
  };
  return (
    <Empty icon={FileX} title={t.file.gone}>
      <p>{t.file.goneHint}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-2">
        {last !== undefined && may.write && (
          <Button look="solid" disabled={isBusy} onClick={() => void restore(last.id)}>
            <RotateCcw aria-hidden size={14} /> {t.file.restore}
          </Button>
        )}
        <Link href={`/history?path=${encodeURIComponent(path)}`} className={buttonClass('outline')}>
          {t.file.history}
        </Link>
      </div>
      {error !== null && <ErrorNotice error={error} />}
    </Empty>
  );
}

const MOST = 500;

function FolderView({ node }: { node: TreeNode }) {
  const t = useText();
  const { fileAction } = useApp();
  const may = useMay();
  const children = node.children ?? [];
  return (
    <>
      <header className="mb-4 border-line border-b pb-3">
        <div className="flex min-h-8 items-center">
          <Breadcrumb path={node.path} />
          {may.write && (
            <IconButton
              label={t.file.newNote}
              onClick={() => fileAction.set({ kind: 'new', path: node.path })}
            >
              <FilePlus aria-hidden size={16} />
            </IconButton>
          )}
          {may.write && node.path !== '' && (
            <IconButton
              label={t.file.manage}
              onClick={() => fileAction.set({ kind: 'manage', path: node.path })}
            >
              <FolderPen aria-hidden size={16} />
            </IconButton>
          )}
        </div>
        <p className="mt-1 flex gap-x-3 text-faint text-xs">
          <span>{t.tokens(formatTokens(node.tokens))}</span>
          {node.changed && (
            <span>
              {t.file.updated} <Time at={node.changed} />
            </span>
          )}
        </p>
      </header>
      {children.length === 0 && <Empty icon={FolderOpen} title={t.file.emptyFolder} />}
      <ul className="-mx-2">
        {children.slice(0, MOST).map((child) => (
          <li key={child.path}>
            <Link
              href={fileHref(child.path)}
              className="flex h-10 items-center gap-3 rounded-lg px-2 text-sm hover:bg-panel"
            >
              <FileIcon node={child} />
              <bdi className="min-w-0 flex-1 truncate">{child.name}</bdi>
              <span className="text-faint text-xs tabular-nums">{formatTokens(child.tokens)}</span>
              <span className="w-24 text-right text-faint text-xs">
                {child.changed && <Time at={child.changed} />}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {children.length > MOST && (
        <p className="pt-2 text-faint text-sm">… {t.files(children.length - MOST)}</p>
      )}
    </>
  );
}

function FileIcon({ node }: { node: TreeNode }) {
  const Icon = node.children ? Folder : /\.(?:png|jpe?g|gif|webp)$/i.test(node.name) ? Image : FileText;
  return <Icon aria-hidden size={16} className="shrink-0 text-faint" />;
}

interface FileHeaderProps {
  path: string;
  text?: string;
  raw?: boolean;
  onRaw?(raw: boolean): void;
  onEdit?(): void;
}

/** Breadcrumb, what can be done, and the frontmatter as one quiet line. */
function FileHeader({ path, text, raw = false, onRaw, onEdit }: FileHeaderProps) {
  const t = useText();
  const { fileAction } = useApp();
  const may = useMay();
  const { fields } = useMemo(() => splitFile(text?.slice(0, 20_000) ?? ''), [text]);
  const value = (key: string) => fields.find((field) => field.key === key)?.value;
  const [created, updated, tokens, about] = ['created', 'updated', 'tokens', 'about'].map(value);
  const others = fields.filter(({ key }) => !['created', 'updated', 'tokens', 'about'].includes(key));
  return (
    <header className="mb-6 border-line border-b pb-3">
      <div className="flex min-h-8 flex-wrap items-start gap-x-2">
        <div className="min-w-0 flex-1 basis-full pt-1.5 sm:basis-0">
          <Breadcrumb path={path} />
        </div>
        <div className="-ml-3 flex shrink-0 items-center sm:ml-0">
          {onEdit && may.write && (
            <IconButton label={t.file.edit} onClick={onEdit}>
              <PencilLine aria-hidden size={16} />
            </IconButton>
          )}
          {onRaw && text !== undefined && (
            <button
              type="button"
              aria-pressed={raw}
              aria-label={t.file.raw}
              title={raw ? t.file.rendered : t.file.raw}
              onClick={() => onRaw(!raw)}
              className="inline-flex size-8 items-center justify-center rounded-lg text-soft hover:bg-hover hover:text-ink aria-pressed:bg-hover aria-pressed:text-ink pointer-coarse:size-10"
            >
              {raw ? <Eye aria-hidden size={16} /> : <Code aria-hidden size={16} />}
            </button>
          )}
          {may.write && (
            <IconButton label={t.file.manage} onClick={() => fileAction.set({ kind: 'manage', path })}>
              <FolderPen aria-hidden size={16} />
            </IconButton>
          )}
          <Link
            href={`/history?path=${encodeURIComponent(path)}`}
            aria-label={t.file.history}
            title={t.file.history}
            className="inline-flex size-8 items-center justify-center rounded-lg text-soft hover:bg-hover hover:text-ink pointer-coarse:size-10"
          >
            <History aria-hidden size={16} />
          </Link>
          {text !== undefined && <CopyButton text={text} label={t.file.copy} />}
        </div>
      </div>
      {(updated || created || tokens) && (
        <p className="mt-1 flex flex-wrap gap-x-3 text-faint text-xs">
          {updated && (
            <span>
              {t.file.updated} <Time at={updated} />
            </span>
          )}
          {created && (
            <span>
              {t.file.created} <Time at={created} style="day" />
            </span>
          )}
          {tokens && /^\d+$/.test(tokens) && <span>{t.tokens(formatTokens(Number(tokens)))}</span>}
          {others.slice(0, 6).map(({ key, value: shown }) => (
            <span key={key} className="max-w-64 truncate">
              {key}: {shown}
            </span>
          ))}
        </p>
      )}
      {about && <p className="mt-1 max-w-2xl text-faint text-sm italic">{about}</p>}
    </header>
  );
}

/** Where a file lies; each folder opens. */
function Breadcrumb({ path }: { path: string }) {
  const parts = path === '' ? [] : path.split('/');
  return (
    <nav aria-label="vault" className="min-w-0 flex-1 text-sm">
      <ol className="flex flex-wrap items-center gap-x-1">
        <li>
          <Link href="/file/" className="text-faint hover:text-ink">
            vault
          </Link>
        </li>
        {parts.map((part, index) => {
          const here = index === parts.length - 1;
          const at = parts.slice(0, index + 1).join('/');
          return (
            <Fragment key={at}>
              <li aria-hidden>
                <ChevronRight size={13} className="text-faint" />
              </li>
              <li className="min-w-0">
                <Link
                  href={fileHref(at)}
                  aria-current={here ? 'page' : undefined}
                  className={here ? 'font-medium text-ink' : 'text-faint hover:text-ink'}
                >
                  <bdi>{part}</bdi>
                </Link>
              </li>
            </Fragment>
          );
        })}
      </ol>
    </nav>
  );
}
