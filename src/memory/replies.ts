import type { Route } from '../agents/clerk/routing/route.js';
import type { Brief } from '../agents/librarian/orientation/brief-text.js';
import type { SearchAnswer } from '../search/engine.js';
import type { Verification } from '../service/citations/verify.js';
import type { GivenAnswer } from '../service/receipts/receipt.js';
import type { InboxItem, LoadedInboxItem } from '../service/updates/inbox.js';
import type { UpdateStatus } from '../service/updates/update-status.js';
import type { TreeNode } from '../vault/tree.js';
import type { ExplainedReceipt, ListedAnswer } from './answers.js';
import type { FindingList, FixedFinding, FixPreview } from './findings.js';
import type { ListedFile, MemoryStatus } from './memory.js';
import type { WireReport } from './wire.js';

/** The routes that the memory uses through the running service, and what the HTTP door replies on each. */
export interface Replies {
  'POST /api/search': GivenAnswer;
  'POST /api/tools/search': SearchAnswer;
  'POST /api/orient': Brief;
  'POST /api/verify': { results: Verification[] };
  'GET /api/answers': { answers: ListedAnswer[] };
  'GET /api/answers/:id': ExplainedReceipt;
  'POST /api/calls': WireReport;
  'POST /api/update': Accepted;
  'GET /api/updates': { updates: UpdateStatus[] };
  'GET /api/updates/:id': UpdateStatus;
  'POST /api/updates/:id/retry': UpdateStatus;
  'POST /api/updates/:id/dismiss': UpdateStatus;
  'POST /api/updates/:id/refile': Accepted;
  'POST /api/route': Route;
  'GET /api/inbox': { items: InboxItem[] };
  'GET /api/inbox/:item': LoadedInboxItem;
  'GET /api/tree': { tree: TreeNode };
  'GET /api/files': { files: ListedFile[] };
  'GET /api/findings': FindingList;
  'GET /api/findings/:id': FixPreview;
  'POST /api/findings/:id/fix': FixedFinding;
  'POST /api/findings/:id/dismiss': FindingList;
  'POST /api/findings/:id/restore': FindingList;
  'GET /api/status': MemoryStatus;
}

export interface Accepted {
  status: 'accepted';
  id: string;
}
