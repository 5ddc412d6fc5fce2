/** What the service says, by its own types: a change there that the page does not know fails the type check. */
export type { Candidate } from '../../../src/agents/librarian/candidates.js';
export type { Choice } from '../../../src/agents/librarian/choices.js';
export type { Activity, LoadedActivity } from '../../../src/memory/activity.js';
export type { SearchResult, Stage } from '../../../src/search/engine.js';
export type { HistoryEntry, Source } from '../../../src/service/history/history.js';
export type { AskedQuestion, QuestionStatus } from '../../../src/service/questions/question.js';
export type { InboxItem, LoadedInboxItem } from '../../../src/service/updates/inbox.js';
export type { Step } from '../../../src/service/updates/steps.js';
export type { UpdateState, UpdateStatus } from '../../../src/service/updates/update-status.js';
export type { ErrorCode } from '../../../src/shared/errors.js';
export type { TreeNode } from '../../../src/vault/tree.js';

export interface Health {
  status: 'ok' | 'degraded';
  version: string;
  problems: string[];
  files: number;
  chunks: number;
  waiting: number;
  /** The model that answers and files; null where none is set. */
  model: string | null;
}

/** Whether the service wants a token, and whether this browser was let in. */
export interface SessionState {
  needed: boolean;
  open: boolean;
}
