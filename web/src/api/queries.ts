import { queryOptions, useQuery } from '@tanstack/react-query';
import { fileAddress } from './file-address.js';
import { load, request, run } from './run.js';
import { movedTo } from './save-note.js';
import { send } from './send.js';
import type { SessionState } from './types.js';

export const useHealth = () => useQuery({ queryKey: ['health'], queryFn: () => load('health') });

export const useHome = () => useQuery({ queryKey: ['home'], queryFn: () => load('home') });

export const useClients = () =>
  useQuery({
    queryKey: ['clients'],
    queryFn: () => run('clients/list'),
    // Other programs change it.
    staleTime: 30_000,
  });

/** Asked for by owners only. */
export const useSettings = (enabled = true) =>
  useQuery({
    enabled,
    queryKey: ['settings'],
    queryFn: () => run('settings/read'),
    // A terminal changes them too.
    staleTime: 0,
  });

export const CAPTURE = ['capture'];

/** The sessions of assistants. */
export const useCapture = () =>
  useQuery({
    queryKey: CAPTURE,
    queryFn: () => load('capture/status'),
    // Hooks and a terminal change it.
    staleTime: 0,
  });

export const TREE = ['tree'];

export const useTree = () =>
  useQuery({
    queryKey: TREE,
    queryFn: async () => (await load('tree')).tree,
    // Comparing two large trees in depth costs more than drawing the rows that are seen.
    structuralSharing: false,
  });

export const fileQuery = (path: string) =>
  queryOptions({
    queryKey: ['file', path],
    queryFn: async () => (await send(fileAddress(path))).text(),
    structuralSharing: false,
  });

/** Other names of notes, from their frontmatter. */
export const useAliases = () =>
  useQuery({
    queryKey: ['aliases'],
    queryFn: async () => (await load('links/aliases')).aliases,
  });

/** Where a file that is gone was moved to, without `vault/`; asked again whenever the history has a new entry. */
export const useMovedTo = (path: string, isGone: boolean) =>
  useQuery({ queryKey: ['history', 'moved', path], queryFn: () => movedTo(path), enabled: isGone });

/** What other notes say of a file. */
export const useLinksTo = (path: string) =>
  useQuery({
    queryKey: ['links', path],
    queryFn: () => run('links/to', { path }),
  });

export const useInbox = () =>
  useQuery({
    queryKey: ['inbox'],
    queryFn: async () => (await load('inbox/list')).items,
  });

export const useInboxItem = (item: string | null) =>
  useQuery({
    queryKey: ['inbox', item],
    queryFn: () => run('inbox/read', { item: item ?? '' }),
    enabled: item !== null,
  });

export const useActivities = () =>
  useQuery({
    queryKey: ['activities'],
    queryFn: async () => (await load('activities/list')).activities,
  });

export const useActivity = (id: string) =>
  useQuery({
    queryKey: ['activity', id],
    queryFn: () => run('activities/find', { id }),
  });

export const FINDINGS = ['findings'];

/** What to look at in the files. */
export const useFindings = () =>
  useQuery({
    queryKey: FINDINGS,
    queryFn: () => load('findings/list'),
    // Every change may be about it: examined whenever the view is opened.
    staleTime: 0,
  });

/** What the fix of a finding would change. */
export const useFixPreview = (id: string) =>
  useQuery({
    queryKey: ['fix', id],
    queryFn: () => run('findings/preview', { id }),
    staleTime: 0,
  });

export const useSession = () =>
  useQuery({ queryKey: ['session'], queryFn: () => request<SessionState>('/api/session') });

export const useHistoryList = (path: string | null) =>
  useQuery({
    queryKey: ['history', 'list', path],
    queryFn: async () => (await run('history/list', { limit: 1_000, path })).entries,
  });

export const useHistoryEntry = (id: string | null) =>
  useQuery({
    queryKey: ['history', 'entry', id],
    queryFn: () => run('history/show', { id: id ?? '' }),
    enabled: id !== null,
  });

export const useUndoPreview = (id: string) =>
  useQuery({
    queryKey: ['history', 'preview', id],
    queryFn: () => run('history/preview', { id }),
    // A file may have changed since it was looked up last.
    staleTime: 0,
  });

/** What became of the lines that an answer cites. */
/** How an answer came about; asked for only where somebody wants to know. */
export const useReceipt = (id: string, isWanted: boolean) =>
  useQuery({
    queryKey: ['receipt', id],
    queryFn: () => run('answers/explain', { id }),
    enabled: isWanted,
    retry: false,
  });

export const useVerified = (refs: readonly string[]) =>
  useQuery({
    queryKey: ['verified', ...refs],
    queryFn: async () => (await run('verify', { refs: [...refs] })).results,
    enabled: refs.length > 0,
  });
