import { useQuery } from '@tanstack/react-query';
import { FileQuestion } from 'lucide-react';
import { Suspense, useState } from 'react';
import { fileAddress } from '../api/file-address.js';
import { fileQuery, useTree } from '../api/queries.js';
import { ApiError } from '../api/send.js';
import { useStore } from '../api/store.js';
import { useApp } from '../frame/app-context.js';
import { lazyView } from '../frame/lazy-view.js';
import { navigate, usePlace } from '../frame/navigation.js';
import { anchorOf, fileHref, rangeOf } from '../frame/route.js';
import { useTitle } from '../frame/title.js';
import { useText } from '../i18n/language.js';
import { TickContext } from '../markdown/tick.js';
import { useMay } from '../session/role.js';
import { findNode } from '../tree/visible-rows.js';
import { Button } from '../ui/button.js';
import { Empty } from '../ui/empty.js';
import { Loading } from '../ui/loading.js';
import { ErrorNotice, Notice } from '../ui/notice.js';
import { drafts } from './edit/drafts.js';
import { FileHeader } from './file-header.js';
import { FolderView } from './folder-view.js';
import { MissingFile } from './missing-file.js';
import { TextFile } from './text-file.js';
import { useTick } from './use-tick.js';
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
