import { RappelError } from '../shared/errors.js';
import type { ToolContext } from '../tools/define-tool.js';
import { afterChangesAlone } from './after-changes-alone.js';
import { type ChangeRecord, createChangeRecord } from './change-record.js';
import { watchChanges } from './watch-changes.js';
import { withWriter } from './writers.js';

/**
 * Runs `work` in a context that remembers its changes, then does what a service would do after them, also if `work` fails:
 * what it changed until then is changed. A problem with that is only reported, because the changes themselves are done.
 */
export function recordChanges<Result>(
  context: ToolContext,
  work: (context: ToolContext) => Promise<Result>,
  /** What was done, for the history; empty where every call failed. */
  reasonOf: (result: Result) => string,
  complain: (problem: string) => void,
): Promise<Result> {
  return withWriter(context.vault.root, async (announce) => {
    const record = createChangeRecord(context.vault);
    const vault = watchChanges(context.vault, (change, again) => {
      announce();
      record.tell(change, again);
    });
    let reason = '';
    try {
      const result = await work({ ...context, vault });
      reason = reasonOf(result);
      return result;
    } finally {
      await finish(context, record, reason, complain);
    }
  });
}

async function finish(
  context: ToolContext,
  record: ChangeRecord,
  reason: string,
  complain: (problem: string) => void,
): Promise<void> {
  if (record.paths.length === 0) return;
  try {
    const engine = await context.engine();
    try {
      const afterChanges = await afterChangesAlone(context.vault, engine);
      await afterChanges(record.paths, { source: 'tool', reason, before: record.before });
    } finally {
      engine.close();
    }
  } catch (error) {
    if (!(error instanceof RappelError)) throw error;
    // Without a reason nothing was done: the error of the tool itself says why.
    if (reason !== '') complain(`the change is done, but ${error.message}`);
  }
}
