import { ApiError, request, send } from '../api/request.js';
import { readEvents } from '../api/sse.js';
import { createKeptStore, type Store } from '../api/store.js';
import type { AgentEvent, Answer, SearchResult } from '../api/types.js';
import { type Step, withEvent } from './steps.js';

export interface QuestionFilters {
  scopes: string[] | null;
  dateFrom: string | null;
  dateTo: string | null;
}

/** A question and what became of it. The service keeps none: they stay in this browser. */
export interface AskedQuestion {
  id: string;
  question: string;
  filters: QuestionFilters;
  startedAt: number;
  endedAt: number | null;
  steps: readonly Step[];
  answer: Answer | null;
  /** The lines that matched, by shown path. */
  matches: Record<string, string[]>;
  error: { message: string; hint: string | null } | null;
}

export interface Questions {
  store: Store<readonly AskedQuestion[]>;
  /** Starts a question and returns its id at once. */
  ask(question: string, filters: QuestionFilters): string;
  cancel(id: string): void;
}

const KEPT = 60;
const MOST_KEPT_CHARACTERS = 1_500_000;

export function createQuestions(newId: () => string, interrupted: () => string): Questions {
  const store = createKeptStore<readonly AskedQuestion[]>('rappel.questions', []);
  const running = new Map<string, AbortController>();
  store.set((all) => all.map((asked) => (asked.endedAt === null ? cutOff(asked, interrupted()) : asked)));

  function change(id: string, next: (asked: AskedQuestion) => Partial<AskedQuestion>): void {
    store.set((all) => all.map((asked) => (asked.id === id ? { ...asked, ...next(asked) } : asked)));
  }

  async function run(id: string, question: string, filters: QuestionFilters, signal: AbortSignal) {
    const body = { question, scopes: filters.scopes, date_from: filters.dateFrom, date_to: filters.dateTo };
    const response = await send('POST', '/search', { body, signal, accept: 'text/event-stream' });
    if (!/^text\/event-stream/.test(response.headers.get('content-type') ?? '')) {
      return (await response.json()) as Answer;
    }
    for await (const { type, data } of readEvents(response.body!)) {
      const told = JSON.parse(data);
      if (type === 'answer') return told as Answer;
      if (type === 'error') throw new ApiError(told.error.code, told.error.message, told.error.hint);
      change(id, ({ steps }) => ({ steps: withEvent(steps, told as AgentEvent, Date.now()) }));
    }
    throw new ApiError('offline', interrupted());
  }

  return {
    store,
    ask(question, filters) {
      const id = `q-${newId()}`;
      const stop = new AbortController();
      running.set(id, stop);
      const asked: AskedQuestion = { ...FRESH, id, question, filters, startedAt: Date.now() };
      store.set((all) => trimmed([asked, ...all]));
      run(id, question, filters, stop.signal)
        .then(async (answer) => {
          change(id, ({ steps }) => ({
            answer,
            endedAt: Date.now(),
            steps: withEvent(steps, { type: 'done' }, Date.now()),
          }));
          const matches = await matchesOf(question, answer).catch(() => ({}));
          change(id, () => ({ matches }));
        })
        .catch((error: Error) => {
          const hint = error instanceof ApiError ? error.hint : null;
          const message = error.name === 'AbortError' ? interrupted() : error.message;
          change(id, () => ({ endedAt: Date.now(), error: { message, hint } }));
        })
        .finally(() => running.delete(id));
      return id;
    },
    cancel: (id) => running.get(id)?.abort(),
  };
}

const FRESH: Omit<AskedQuestion, 'id' | 'question' | 'filters' | 'startedAt'> = {
  endedAt: null,
  steps: [],
  answer: null,
  matches: {},
  error: null,
};

/** Which lines of the passages speak to the question: a fast search in just those files says so. */
async function matchesOf(question: string, answer: Answer): Promise<Record<string, string[]>> {
  const paths = [...new Set(answer.files.map(({ path }) => path))];
  if (paths.length === 0) return {};
  const { results } = await request<{ results: SearchResult[] }>('POST', '/tools/search', {
    body: { queries: [question], mode: 'fast', scopes: paths, limit: 50 },
  });
  const matches: Record<string, string[]> = {};
  for (const { path, match_lines } of results) matches[path] = [...(matches[path] ?? []), match_lines];
  return matches;
}

function cutOff(asked: AskedQuestion, message: string): AskedQuestion {
  return { ...asked, endedAt: asked.startedAt, error: { message, hint: null } };
}

/** The latest ones, as many as a browser is glad to keep. */
function trimmed(all: readonly AskedQuestion[]): readonly AskedQuestion[] {
  let characters = 0;
  return all.slice(0, KEPT).filter(({ answer }) => {
    characters += answer?.text.length ?? 0;
    return characters < MOST_KEPT_CHARACTERS;
  });
}
