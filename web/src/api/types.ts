/** What the service says, by its own types: a change there that the page does not know fails the type check. */
export type { AgentEvent, Answer } from '../../../src/agents/answer.js';
export type { SearchResult, Stage } from '../../../src/search/engine.js';
export type { HistoryEntry, Source } from '../../../src/service/history/history.js';
export type { InboxItem } from '../../../src/service/inbox.js';
export type { UpdateState, UpdateStatus } from '../../../src/service/queue.js';
export type { ErrorCode } from '../../../src/shared/errors.js';
export type { TreeNode } from '../../../src/vault/tree.js';

export interface Health {
  status: 'ok' | 'degraded';
  version: string;
  problems: string[];
  files: number;
  chunks: number;
  waiting: number;
  /** The model that answers and files; null where none is set, absent where the service does not say. */
  model?: string | null;
}

export interface Choice {
  id: string;
  label: string;
}

export interface Candidate {
  project: string;
  score: number;
  evidence: { path: string; lines: string; text: string }[];
}
