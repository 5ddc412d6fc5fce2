import type { AgentEvent } from '../api/types.js';

/** One thing an agent did, as it is shown. */
export interface Step {
  kind: 'thinking' | 'tool' | 'text';
  /** The call's own id, to find it when its result comes. */
  call: string | null;
  tool: string | null;
  /** What the tool was used on, or what was thought or said. */
  text: string;
  ok: boolean | null;
  startedAt: number;
  endedAt: number | null;
}

/** Words that come in pieces are one step; a tool's result closes the call it belongs to. */
export function withEvent(steps: readonly Step[], event: AgentEvent, at: number): readonly Step[] {
  if (event.type === 'tool-call') {
    const { id, tool } = event;
    const step = { call: id, tool, text: subjectOf(event.input), ok: null, startedAt: at, endedAt: null };
    return [...closeWords(steps, at), { kind: 'tool', ...step }];
  }
  if (event.type === 'tool-result') {
    return steps.map((step) =>
      step.call === event.id && step.endedAt === null ? { ...step, ok: event.ok, endedAt: at } : step,
    );
  }
  if (event.type === 'thinking' || event.type === 'text') {
    const last = steps.at(-1);
    if (last?.kind === event.type && last.endedAt === null) {
      return [...steps.slice(0, -1), { ...last, text: last.text + event.text }];
    }
    const step = { call: null, tool: null, text: event.text, ok: null, startedAt: at, endedAt: null };
    return [...closeWords(steps, at), { kind: event.type, ...step }];
  }
  return event.type === 'done' ? steps.map((step) => ({ ...step, endedAt: step.endedAt ?? at })) : steps;
}

/** What a tool was called on: paths, questions. */
export function subjectOf(input: unknown): string {
  const given = (input ?? {}) as {
    path?: string;
    paths?: string | string[];
    queries?: string[];
    from?: string;
    to?: string;
    files?: { path: string }[];
  };
  if (given.from !== undefined && given.to !== undefined) return `${given.from} → ${given.to}`;
  const files = given.files?.map(({ path }) => path);
  return [given.path ?? given.paths ?? given.queries ?? files ?? '']
    .flat()
    .filter((part) => typeof part === 'string')
    .join(', ')
    .slice(0, 300);
}

function closeWords(steps: readonly Step[], at: number): readonly Step[] {
  return steps.map((step) =>
    step.kind !== 'tool' && step.endedAt === null ? { ...step, endedAt: at } : step,
  );
}
