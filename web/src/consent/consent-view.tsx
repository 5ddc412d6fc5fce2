import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTree } from '../api/queries.js';
import { request } from '../api/run.js';
import type { TreeNode } from '../api/types.js';
import { Mark } from '../frame/mark.js';
import { useTitle } from '../frame/title.js';
import { usePanels } from '../i18n/panels.js';
import { useAction } from '../settings/use-action.js';
import { Button } from '../ui/button.js';
import { Choices } from '../ui/choices.js';
import { Loading } from '../ui/loading.js';
import { ErrorNotice } from '../ui/notice.js';

/** An assistant that runs elsewhere asks to be let in. Nothing else is in sight: the answer should be about this alone. */
export function ConsentView({ uid }: { uid: string }) {
  const t = usePanels().consent;
  useTitle(t.title);
  const { data, error } = useQuery({
    queryKey: ['consent', uid],
    queryFn: () => request<Omit<QuestionProps, 'uid'>>(consentAddress(uid)),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-4 py-10">
      <div className="w-full max-w-md animate-arrive">
        <Mark />
        <h1 className="mt-5 font-semibold text-xl tracking-tight">{t.title}</h1>
        {data === undefined ? (
          <div className="mt-4">{error === null ? <Loading /> : <ErrorNotice error={error} />}</div>
        ) : (
          <Question uid={uid} {...data} />
        )}
      </div>
    </main>
  );
}

function consentAddress(uid: string): string {
  return `/api/consent/${encodeURIComponent(uid)}`;
}

interface QuestionProps {
  uid: string;
  client: string;
  site: string | null;
  returnsTo: string | null;
  vault: string | null;
  read_only: boolean;
}

function Question({ uid, client, site, returnsTo, vault, read_only }: QuestionProps) {
  const t = usePanels().consent;
  const [scope, setScope] = useState<'all' | 'some'>('all');
  const [does, setDoes] = useState<'read' | 'write'>(read_only ? 'read' : 'write');
  const [folders, setFolders] = useState<ReadonlySet<string>>(new Set());
  const { busy, error, run } = useAction();
  const isIncomplete = scope === 'some' && folders.size === 0;
  const answer = (allow: boolean) =>
    run(async () => {
      const seen = allow && scope === 'some' ? [...folders] : null;
      const said = { allow, folders: seen, read_only: does === 'read' };
      const { redirect } = await request<{ redirect: string }>(consentAddress(uid), 'POST', said);
      location.assign(redirect);
    });
  return (
    <>
      <p className="mt-3">
        <strong className="break-words font-semibold">
          <bdi>{client}</bdi>
        </strong>{' '}
        {t.asks}
      </p>
      <dl className="mt-4 rounded-xl border border-line bg-raised px-4 py-3 text-sm">
        {vault !== null && (
          <>
            <dt className="text-faint">{t.vault}</dt>
            <dd className="mb-2 break-all font-mono">{vault}</dd>
          </>
        )}
        <dt className="text-faint">{t.returnsTo}</dt>
        <dd className="break-all font-mono">{returnsTo ?? t.thisComputer}</dd>
        {site !== null && (
          <>
            <dt className="mt-2 text-faint">{t.site}</dt>
            <dd className="break-all font-mono">{site}</dd>
          </>
        )}
      </dl>
      <p className="mt-3 text-soft text-sm">{t.careful}</p>
      <div className="mt-5">
        <Choices<'all' | 'some'>
          name={t.sees}
          chosen={scope}
          onChoose={setScope}
          options={[
            ['all', t.everything],
            ['some', t.someFolders],
          ]}
        />
      </div>
      {scope === 'some' && <Folders chosen={folders} onChoose={setFolders} />}
      {!read_only && (
        <div className="mt-4">
          <Choices<'read' | 'write'>
            name={t.does}
            chosen={does}
            onChoose={setDoes}
            options={[
              ['write', t.readAndWrite],
              ['read', t.readOnly],
            ]}
          />
        </div>
      )}
      <p className="mt-4 text-soft text-sm">
        {does === 'read' ? t.mayRead : t.may} {vault === null ? t.takeBack : t.takeBackAtHub}
      </p>
      <div className="mt-5 flex gap-3">
        <Button
          look="solid"
          className="min-h-11 flex-1 rounded-xl"
          disabled={busy || isIncomplete}
          onClick={() => void answer(true)}
        >
          {t.allow}
        </Button>
        <Button
          look="outline"
          className="min-h-11 flex-1 rounded-xl"
          disabled={busy}
          onClick={() => void answer(false)}
        >
          {t.refuse}
        </Button>
      </div>
      {error !== null && (
        <div className="mt-4">
          <ErrorNotice error={error} />
        </div>
      )}
    </>
  );
}

function Folders({
  chosen,
  onChoose,
}: {
  chosen: ReadonlySet<string>;
  onChoose(folders: ReadonlySet<string>): void;
}) {
  const t = usePanels().consent;
  const { data: tree } = useTree();
  const toggle = (path: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(path);
    else next.delete(path);
    onChoose(next);
  };
  return (
    <fieldset className="mt-3 max-h-60 overflow-y-auto rounded-xl border border-line px-4 py-2">
      <legend className="sr-only">{t.someFolders}</legend>
      {tree !== undefined &&
        foldersIn(tree).map((path) => (
          <label key={path} className="flex min-h-9 items-center gap-2.5">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={chosen.has(path)}
              onChange={(event) => toggle(path, event.target.checked)}
            />
            <bdi className="break-all font-mono text-sm">{path}/</bdi>
          </label>
        ))}
    </fieldset>
  );
}

/** The folders of the vault, and each project. */
function foldersIn(tree: TreeNode): string[] {
  const below = (node: TreeNode) => (node.children ?? []).filter(({ children }) => children !== null);
  return below(tree).flatMap((folder) => [
    folder.path,
    ...(folder.path === 'projects' ? below(folder).map(({ path }) => path) : []),
  ]);
}
