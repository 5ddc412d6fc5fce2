import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { run } from '../api/run.js';
import { type Filters, searchFilters } from './filters.js';

/** While one types fast, a search is sent at most this often. */
const BETWEEN_MS = 80;

/** Passages while the user types, in fast mode. The last results stay until the next ones arrive. */
export function usePassages(query: string, filters: Filters) {
  const wanted = useThrottled(query.trim(), BETWEEN_MS);
  const { scopes, date_from, date_to } = searchFilters(filters);
  return useQuery({
    queryKey: ['passages', wanted, scopes, date_from, date_to],
    enabled: wanted.length > 1,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 60_000,
    queryFn: async ({ signal }) => {
      const asked = {
        queries: [wanted],
        mode: 'fast' as const,
        scopes,
        date_from,
        date_to,
        limit: 12,
        context: 0,
      };
      return (await run('tools/search', asked, { signal })).results;
    },
  });
}

/** The value: at once after a rest, then at most every `ms`, and the last one in any case. */
function useThrottled<Value>(value: Value, ms: number): Value {
  const [shown, setShown] = useState({ value, at: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    if (Object.is(shown.value, value)) return;
    const wait = Math.max(0, shown.at + ms - performance.now());
    const timer = setTimeout(() => setShown({ value, at: performance.now() }), wait);
    return () => clearTimeout(timer);
  }, [value, ms, shown]);
  return shown.value;
}
