import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../api/client.js';
import { type Filters, searchFilters } from './filters.js';

/** Passages while the user types, in fast mode. The last results stay until the next ones arrive. */
export function usePassages(query: string, filters: Filters) {
  const wanted = useDebounced(query.trim(), 90);
  const { scopes, date_from, date_to } = searchFilters(filters);
  return useQuery({
    queryKey: ['passages', wanted, scopes, date_from, date_to],
    enabled: wanted.length > 1,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 60_000,
    queryFn: async ({ signal }) => {
      const json = {
        queries: [wanted],
        mode: 'fast' as const,
        scopes,
        date_from,
        date_to,
        limit: 12,
        context: 0,
      };
      return (await (await api.tools.search.$post({ json }, { init: { signal } })).json()).results;
    },
  });
}

/** A value that has not changed for a moment. */
function useDebounced<Value>(value: Value, ms: number): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return debounced;
}
