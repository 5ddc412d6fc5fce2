import type { AgentEvent, Question, RunOptions } from '../../agents/answer.js';
import type { SearchAnswer, SearchRequest } from '../../search/engine.js';
import { RappelError, toldOf } from '../../shared/errors.js';
import { isId, newId } from '../../shared/ids.js';
import { nextTurn } from '../../shared/yield-to-event-loop.js';
import type { Publisher } from '../events/events.js';
import type { GivenAnswer } from '../receipts/receipt.js';
import type { RecordingAnswerer } from '../receipts/record-answers.js';
import { closed, trimmedEvent, withEvent } from '../updates/steps.js';
import type { AskedQuestion, QuestionStatus } from './question.js';
import { createStoredQuestions, questionStatus } from './stored-questions.js';

/** The questions of a service: answered at once, stored with their steps and answer. */
export interface Questions {
  /** Starts a question that runs in the background. The same id again means the same question. */
  ask(question: Question, id?: string): string;
  /** Answers while the caller waits; stored in the same way. */
  answer: RecordingAnswerer;
  /** Throws `not_found`. */
  find(id: string): AskedQuestion;
  /** Newest first. */
  list(limit: number): QuestionStatus[];
  /** Interrupts a running one. Throws `not_found`. */
  stop(id: string): void;
  /** Interrupts all and waits for them to end. */
  close(): Promise<void>;
}

interface QuestionsDeps {
  root: string;
  find(request: SearchRequest): Promise<SearchAnswer>;
  events: Publisher<{ question: QuestionStatus; step: { id: string; event: AgentEvent } }>;
  answer: RecordingAnswerer;
  isThere(): boolean;
}

interface Running {
  asked: AskedQuestion;
  stop: AbortController;
  ended: Promise<unknown>;
}

export function createQuestions({ root, find, events, answer, isThere }: QuestionsDeps): Questions {
  const stored = createStoredQuestions(root);
  const running = new Map<string, Running>();

  const keep = (asked: AskedQuestion) => stored.keep(asked, isThere());

  function begin(question: Question, id: string, { onEvent, signal }: RunOptions = {}): Promise<GivenAnswer> {
    const stop = new AbortController();
    const one: Running = { asked: fresh(question, id), stop, ended: Promise.resolve() };
    running.set(id, one);
    keep(one.asked);
    publish(one.asked);
    const answered = answer(question, {
      id,
      signal: signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]),
      onEvent: (event) => {
        tell(one, event);
        onEvent?.(event);
      },
    });
    one.ended = answered
      .then(
        (found): Partial<AskedQuestion> => ({ state: 'done', answer: found, passages: found.files.length }),
        (error): Partial<AskedQuestion> => {
          const isStopped = stop.signal.aborted || signal?.aborted === true;
          return isStopped ? { state: 'stopped' } : { state: 'failed', ...wordsOf(error) };
        },
      )
      .then(async (change) => {
        // Who asked gets the answer before it is stored and its lines are looked up.
        await nextTurn();
        finish(one, change);
        await addMatches(one);
      })
      .finally(() => running.delete(id));
    return answered;
  }

  function tell(one: Running, event: AgentEvent): void {
    const draft = event.type === 'draft' && { answer: event.answer, passages: event.answer.files.length };
    one.asked = { ...one.asked, ...draft, run: withEvent(one.asked.run, event, Date.now()) };
    events.publish('step', { id: one.asked.id, event: trimmedEvent(event) });
  }

  function finish(one: Running, change: Partial<AskedQuestion>): void {
    const now = Date.now();
    one.asked = { ...one.asked, ...change, ended: now, run: closed(one.asked.run, now) };
    keep(one.asked);
    publish(one.asked);
  }

  /** The answer is complete without them. */
  async function addMatches(one: Running): Promise<void> {
    const matches = await matchingLines(find, one.asked).catch(() => ({}));
    if (Object.keys(matches).length === 0) return;
    one.asked = { ...one.asked, matches };
    keep(one.asked);
    publish(one.asked);
  }

  function publish(asked: AskedQuestion): void {
    events.publish('question', questionStatus(asked));
  }

  /** One that a killed service left behind does not run any more. */
  function current<Kept extends QuestionStatus>(kept: Kept): Kept {
    if (kept.state !== 'running' || running.has(kept.id)) return kept;
    return { ...kept, state: 'stopped', ended: kept.started };
  }

  return {
    ask(question, id = newId()) {
      if (!isId(id)) throw new RappelError('invalid_input', 'input.id', { given: JSON.stringify(id) });
      if (!running.has(id) && stored.find(id) === null) begin(question, id).catch(() => {});
      return id;
    },
    answer: (question, { id = newId(), ...options } = {}) => begin(question, id, options),
    find(id) {
      const found = running.get(id)?.asked ?? stored.find(id);
      if (found === null || found === undefined)
        throw new RappelError('not_found', 'question.unknown', { id });
      return current(found);
    },
    list(limit) {
      const now = [...running.values()].map(({ asked }) => questionStatus(asked));
      const past = stored.list(limit).filter(({ id }) => !running.has(id));
      return [...now, ...past.map(current)].sort((a, b) => b.started - a.started).slice(0, limit);
    },
    stop(id) {
      const one = running.get(id);
      if (one === undefined) this.find(id);
      else one.stop.abort();
    },
    async close() {
      const all = [...running.values()];
      for (const { stop } of all) stop.abort();
      await Promise.allSettled(all.map(({ ended }) => ended));
    },
  };
}

/** Which lines of the passages match the question, by path, from a fast search in just those files. */
async function matchingLines(
  find: QuestionsDeps['find'],
  asked: AskedQuestion,
): Promise<Record<string, string[]>> {
  const scopes = [...new Set(asked.answer?.files.map(({ path }) => path))];
  if (scopes.length === 0) return {};
  const request = { queries: [asked.question], mode: 'fast' as const, scopes, limit: 50 };
  const { results } = await find(request);
  const matches: Record<string, string[]> = {};
  for (const { path, match_lines } of results) matches[path] = [...(matches[path] ?? []), match_lines];
  return matches;
}

function fresh({ question, scopes, date_from, date_to }: Question, id: string): AskedQuestion {
  return {
    id,
    question,
    scopes: scopes ?? null,
    date_from: date_from ?? null,
    date_to: date_to ?? null,
    state: 'running',
    started: Date.now(),
    ended: null,
    passages: 0,
    reason: null,
    hint: null,
    error: null,
    run: [],
    answer: null,
    matches: {},
  };
}

function wordsOf(error: unknown): Pick<QuestionStatus, 'reason' | 'hint' | 'error'> {
  const told = toldOf(error);
  return { reason: told.message, hint: told.hint, error: told };
}
