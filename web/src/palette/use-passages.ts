import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { request } from '../api/request.js';
import type { SearchResult } from '../api/types.js';
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
      const body = {
        queries: [wanted],
        mode: 'fast',
        scopes,
        date_from,
        date_to,
        limit: 12,
        context: 0,
      };
      return (await request<{ results: SearchResult[] }>('POST', '/tools/search', { body, signal })).results;
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
