import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../api/client.js';
import { type Filters, searchFilters } from './filters.js';

/** Passages as one types, by the fast mode. What was found stays until the next comes. */
export function usePassages(query: string, filters: Filters) {
  const wanted = useSettled(query.trim(), 90);
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

/** A value once it has stood still for a moment. */
function useSettled<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
