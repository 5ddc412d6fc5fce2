import { RappelError } from '../shared/errors.js';
import type { ToolContext } from '../tools/define-tool.js';
import { afterChangesAlone } from './after-changes-alone.js';
import { createChangeRecord, watchChanges } from './watch-changes.js';
import { announceWriter } from './writers.js';

/**
 * The context of a command that writes: its changes are remembered, and `finish` does what a service would do after
 * them. The changes themselves are done by then: what goes wrong there is worth a word, not a failure.
 */
export function recordedContext(context: ToolContext) {
  const { vault } = context;
  const record = createChangeRecord(vault);
  let done: (() => void) | null = null;
  const watched = watchChanges(vault, (change, again) => {
    done ??= announceWriter(vault.root);
    record.tell(change, again);
  });
  return {
    context: { ...context, vault: watched },
    /** `reason`: what was done; empty where every call failed. */
    async finish(reason: string, complain: (problem: string) => void): Promise<void> {
      if (record.paths.length === 0) return;
      try {
        const engine = await context.engine();
        const afterChanges = await afterChangesAlone(context.vault, engine);
        await afterChanges(record.paths, { source: 'tool', reason, before: record.before });
        engine.close();
      } catch (error) {
        if (!(error instanceof RappelError)) throw error;
        // Without a reason nothing was done: the error of the tool itself says why.
        if (reason !== '') complain(`the change is done, but ${error.message}`);
      } finally {
        done?.();
      }
    },
  };
}
