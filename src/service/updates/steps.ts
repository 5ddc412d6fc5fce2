import { type AgentEvent, subjectOf } from '../../agents/answer.js';

/** One step of a run and its times, in milliseconds since 1970. */
export interface Step {
  kind: 'thinking' | 'tool' | 'text';
  /** The call's id, to match its result. */
  call: string | null;
  tool: string | null;
  /** What the tool was used on, or what was thought or said. */
  text: string;
  ok: boolean | null;
  startedAt: number;
  endedAt: number | null;
}

export const MOST_STEPS = 500;
const MOST_CHARACTERS = 2_000;

/** Text that arrives in pieces is one step; a tool's result completes its call. Endless text is cut. */
export function withEvent(steps: readonly Step[], event: AgentEvent, at: number): readonly Step[] {
  if (event.type === 'tool-call') {
    const { id, tool } = event;
    const step = { call: id, tool, text: subjectOf(event.input), ok: null, startedAt: at, endedAt: null };
    return added(steps, { kind: 'tool', ...step }, at);
  }
  if (event.type === 'tool-result') {
    return steps.map((step) =>
      step.call === event.id && step.endedAt === null ? { ...step, ok: event.ok, endedAt: at } : step,
    );
  }
  if (event.type === 'thinking' || event.type === 'text') {
    const last = steps.at(-1);
    if (last?.kind === event.type && last.endedAt === null) {
      const text = (last.text + event.text).slice(0, MOST_CHARACTERS);
      return text === last.text ? steps : [...steps.slice(0, -1), { ...last, text }];
    }
    const text = event.text.slice(0, MOST_CHARACTERS);
    const step = { call: null, tool: null, text, ok: null, startedAt: at, endedAt: null };
    return added(steps, { kind: event.type, ...step }, at);
  }
  return event.type === 'done' ? closed(steps, at) : steps;
}

const MOST_SHOWN = 200;
const MOST_ITEMS = 20;

/** An event as sent to watching clients and kept for returning ones: long texts are cut, with a note. */
export function trimmedEvent(event: AgentEvent): AgentEvent {
  if (event.type === 'tool-result') return { ...event, text: cut(event.text, MOST_SHOWN) };
  if (event.type === 'tool-call') return { ...event, input: trimmed(event.input) };
  if (event.type === 'thinking' || event.type === 'text')
    return { ...event, text: cut(event.text, MOST_CHARACTERS) };
  return event;
}

function trimmed(value: unknown): unknown {
  if (typeof value === 'string') return cut(value, MOST_SHOWN);
  if (Array.isArray(value)) {
    const more = value.length - MOST_ITEMS;
    return [...value.slice(0, MOST_ITEMS).map(trimmed), ...(more > 0 ? [`… ${more} more`] : [])];
  }
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).slice(0, MOST_ITEMS);
  return Object.fromEntries(fields.map(([key, field]) => [cut(key, MOST_SHOWN), trimmed(field)]));
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length - most} more characters)`;
}

/** Marks every open step as ended. */
export function closed(steps: readonly Step[], at: number): readonly Step[] {
  return steps.map((step) => ({ ...step, endedAt: step.endedAt ?? at }));
}

/** A text step ends when another kind begins. */
function added(steps: readonly Step[], step: Step, at: number): readonly Step[] {
  if (steps.length >= MOST_STEPS) return steps;
  const before = steps.map((one) =>
    one.kind !== 'tool' && one.endedAt === null ? { ...one, endedAt: at } : one,
  );
  return [...before, step];
}
