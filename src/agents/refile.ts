import { RappelError } from '../shared/errors.js';
import { projectOf } from '../vault/paths.js';
import { teach } from './clerk/routing/lessons.js';
import type { UpdateHandler } from './update.js';

/** A handler that takes out what an update refiles before it files it anew, and remembers the move. */
export function refiling(handler: UpdateHandler): UpdateHandler {
  return async (run) => {
    const { refiles, text, project, origin = null } = run.input;
    if (refiles == null) return handler(run);
    const paths = await run.takeBack(refiles);
    if (paths === null) throw new RappelError('stale', 'filing.note_changed');
    const from = paths.map(projectOf).find((project) => project !== null) ?? null;
    const outcome = await handler(run);
    teach(run.context.vault, { id: run.id, text, project: project || null, from, origin });
    return outcome;
  };
}
