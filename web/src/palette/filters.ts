import type { TreeNode } from '../api/types.js';

export type When = 'any' | 'week' | 'month' | 'year' | 'range';

export interface Filters {
  /** A folder with its slash, or null for everywhere. */
  scope: string | null;
  when: When;
  from: string;
  to: string;
}

export const NO_FILTERS: Filters = { scope: null, when: 'any', from: '', to: '' };

const BACK: Record<When, string | null> = {
  any: null,
  week: '7 days ago',
  month: '30 days ago',
  year: '365 days ago',
  range: null,
};

/** The filters as the service takes them. */
export function searchFilters({ scope, when, from, to }: Filters) {
  const own = when === 'range';
  return {
    scopes: scope === null ? null : [scope],
    date_from: own ? from || null : BACK[when],
    date_to: own ? to || null : null,
  };
}

/** Where one can look: the top folders and each project. */
export function scopesIn(root: TreeNode | undefined): string[] {
  const top = (root?.children ?? []).filter(({ children, path }) => children !== null && path !== 'inbox');
  const projects = top.find(({ path }) => path === 'projects')?.children ?? [];
  return [
    ...top.map(({ path }) => `${path}/`),
    ...projects.filter(({ children }) => children !== null).map(({ path }) => `${path}/`),
  ].sort();
}
