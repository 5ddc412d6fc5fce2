import { queryOptions, useQuery } from '@tanstack/react-query';
import { encodePath } from './encode-path.js';
import { request, send } from './request.js';
import type {
  Activity,
  Health,
  HistoryEntry,
  InboxItem,
  LoadedActivity,
  LoadedInboxItem,
  SessionState,
  TreeNode,
} from './types.js';

export const useHealth = () =>
  useQuery({ queryKey: ['health'], queryFn: () => request<Health>('GET', '/health') });

export const useTree = () =>
  useQuery({
    queryKey: ['tree'],
    queryFn: async () => (await request<{ tree: TreeNode }>('GET', '/tree')).tree,
    // Comparing two large trees in depth costs more than drawing the rows that are seen.
    structuralSharing: false,
  });

export const fileQuery = (path: string) =>
  queryOptions({
    queryKey: ['file', path],
    queryFn: async () => (await send('GET', `/files/${encodePath(path)}`)).text(),
    structuralSharing: false,
  });

export const useInbox = () =>
  useQuery({
    queryKey: ['inbox'],
    queryFn: async () => (await request<{ items: InboxItem[] }>('GET', '/inbox')).items,
  });

export const useInboxItem = (item: string) =>
  useQuery({
    queryKey: ['inbox', item],
    queryFn: () => request<LoadedInboxItem>('GET', `/inbox/${encodeURIComponent(item)}`),
  });

export const useActivities = () =>
  useQuery({
    queryKey: ['activities'],
    queryFn: async () => (await request<{ activities: Activity[] }>('GET', '/activities')).activities,
  });

export const useActivity = (id: string) =>
  useQuery({
    queryKey: ['activity', id],
    queryFn: () => request<LoadedActivity>('GET', `/activities/${encodeURIComponent(id)}`),
  });

export const useSession = () =>
  useQuery({ queryKey: ['session'], queryFn: () => request<SessionState>('GET', '/session') });

export const useHistoryList = (path: string | null) =>
  useQuery({
    queryKey: ['history', 'list', path],
    queryFn: async () => {
      const filter = path === null ? '' : `&path=${encodeURIComponent(path)}`;
      return (await request<{ entries: HistoryEntry[] }>('GET', `/history?limit=200${filter}`)).entries;
    },
  });

export const useHistoryEntry = (id: string | null) =>
  useQuery({
    queryKey: ['history', 'entry', id],
    queryFn: () =>
      request<HistoryEntry & { diff: string }>('GET', `/history/${encodeURIComponent(id ?? '')}`),
    enabled: id !== null,
    // An entry never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
