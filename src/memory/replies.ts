import type { Brief } from '../agents/librarian/orientation/brief-text.js';
import type { SearchAnswer } from '../search/engine.js';
import type { Verification } from '../service/citations/verify.js';
import type { GivenAnswer } from '../service/receipts/receipt.js';
import type { TreeNode } from '../vault/tree.js';
import type { ListedFile, MemoryStatus } from './memory.js';
import type { WireReport } from './wire.js';

/** The routes that the memory uses through the running service, and what the HTTP door replies on each. */
export interface Replies {
  'POST /api/search': GivenAnswer;
  'POST /api/tools/search': SearchAnswer;
  'POST /api/orient': Brief;
  'POST /api/verify': { results: Verification[] };
  'POST /api/calls': WireReport;
  'GET /api/tree': { tree: TreeNode };
  'GET /api/files': { files: ListedFile[] };
  'GET /api/status': MemoryStatus;
}
