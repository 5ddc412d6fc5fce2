import type { Invocation, Option } from './command.js';

/** Where and when to search: the options that `search` and `find` share. */
export const SEARCH_OPTIONS: Record<string, Option> = {
  scope: { value: 'PATHS', summary: 'paths or globs to search in, separated by commas', parameter: 'scopes' },
  from: {
    value: 'DATE',
    summary: 'the first day to include: 2025-07-14, "last week", "il y a 7 jours"',
    parameter: 'date_from',
  },
  to: { value: 'DATE', summary: 'the last day to include', parameter: 'date_to' },
  'asked-on': { value: 'DATE', summary: 'the day to which "last week" refers (default: today)' },
};

export function searchOptions(invocation: Invocation) {
  return {
    // Commas separate, except inside the braces of a glob.
    scopes:
      invocation
        .text('scope')
        ?.match(/(?:\{[^}]*\}|[^,{])+/g)
        ?.map((scope) => scope.trim()) ?? null,
    date_from: invocation.text('from') ?? null,
    date_to: invocation.text('to') ?? null,
    asked_on: invocation.text('asked-on') ?? null,
  };
}
