import type { ToolContext } from '../tools/define-tool.js';
import type { UpdateInput } from './queue.js';

export interface UpdateRun {
  id: string;
  input: UpdateInput;
  /** The vault of this run, whose changes can be taken back, and its session. */
  context: ToolContext;
  /** Tells clients what is being done. */
  step(text: string): void;
  signal: AbortSignal;
}

export interface UpdateOutcome {
  state: 'done' | 'needs_answer';
  summary: string;
  /** The inbox item that waits for an answer. */
  inbox: string | null;
}

/** What files an update: an agent, the librarian, or the plain handler. Throws to fail; its changes are then taken back. */
export type UpdateHandler = (run: UpdateRun) => Promise<UpdateOutcome>;
