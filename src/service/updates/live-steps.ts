import { type AgentEvent, stepOf } from '../../agents/answer.js';
import type { Publisher } from '../events/events.js';
import type { Queue } from './queue.js';
import { closed, MOST_STEPS, type Step, trimmedEvent, withEvent } from './steps.js';
import type { UpdateStatus } from './update-status.js';

/** What clients can watch of an update. */
export interface UpdateEvents {
  update: UpdateStatus;
  step: { id: string; event: AgentEvent };
}

/** The steps of the update that runs now, with their times. */
export function createLiveSteps(queue: Queue, events: Publisher<UpdateEvents>) {
  let current: { id: string; done: readonly Step[] } | null = null;
  return {
    begin(id: string): void {
      current = { id, done: [] };
    },
    /** Every event goes to clients that watch; a tool call is also kept, as a step of the update. */
    tell(id: string, event: AgentEvent): void {
      if (current?.id === id) current = { id, done: withEvent(current.done, event, Date.now()) };
      events.publish('step', { id, event: trimmedEvent(event) });
      if (event.type !== 'tool-call') return;
      const { steps } = queue.find(id);
      if (steps.length < MOST_STEPS) events.publish('update', queue.setSteps(id, [...steps, stepOf(event)]));
    },
    /** Stores them with the update. */
    keep(id: string): void {
      if (current?.id === id) queue.keepRun(id, closed(current.done, Date.now()));
    },
    end(): void {
      current = null;
    },
    /** Null for an update that does not run now. */
    of: (id: string): readonly Step[] | null => (current?.id === id ? current.done : null),
  };
}

export type LiveSteps = ReturnType<typeof createLiveSteps>;
