import type { Clock } from '../../shared/clock.js';
import { RappelError } from '../../shared/errors.js';
import type { SearchRequest } from '../engine.js';
import { dayAsked, parseBound } from './date-bounds.js';
import { parseQuery, type Query } from './parse-query.js';
import { parseScopes } from './scopes.js';

/** A request that was understood. */
export interface Plan {
  queries: Query[];
  /** The day from which the question is seen. */
  askedOn: string;
  request: SearchRequest;
  scopes: ReturnType<typeof parseScopes> | null;
  from: string | null;
  to: string | null;
  limit: number;
  context: number;
  min_score: number;
}

/** Throws `invalid_input` for a request that makes no sense. */
export function planOf(request: SearchRequest, clock: Clock): Plan {
  if (request.queries.length === 0) {
    throw new RappelError('invalid_input', 'search.no_queries', { parameter: 'queries' });
  }
  const askedOn = dayAsked(request.asked_on, clock.now());
  const scopes = request.scopes == null ? null : parseScopes(request.scopes);
  return {
    queries: request.queries.slice(0, MAX_QUERIES).map((query) => parseQuery(query, askedOn)),
    askedOn,
    request,
    scopes: scopes?.some(({ base, takes }) => base === '' && takes('x')) ? null : scopes,
    from: request.date_from ? parseBound('date_from', request.date_from, 'from', askedOn) : null,
    to: request.date_to ? parseBound('date_to', request.date_to, 'to', askedOn) : null,
    limit: request.limit ?? DEFAULT_LIMIT,
    context: request.context ?? DEFAULT_CONTEXT,
    min_score: request.min_score ?? 0,
  };
}

const DEFAULT_LIMIT = 10;
const DEFAULT_CONTEXT = 2;
const MAX_QUERIES = 32;
