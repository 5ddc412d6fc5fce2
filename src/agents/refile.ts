import { RappelError } from '../shared/errors.js';
import { teach } from './librarian/routing/lessons.js';
import type { UpdateHandler } from './update.js';

/** A handler that takes out what an update replaces before it files it anew, and remembers the move. */
export function refiling(handler: UpdateHandler): UpdateHandler {
  return async (run) => {
    const { replaces, text, project, origin = null } = run.input;
    if (replaces == null) return handler(run);
    const paths = await run.takeBack(replaces);
    if (paths === null)
      throw new RappelError('stale', 'the note was changed since it was filed, so it stays where it is', {
        hint: 'Move it by hand.',
      });
    const from = paths.map((path) => /^projects\/([^/]+)\//.exec(path)?.[1]).find(Boolean) ?? null;
    const outcome = await handler(run);
    teach(run.context.vault, { id: run.id, text, project: project || null, from, origin });
    return outcome;
  };
}
