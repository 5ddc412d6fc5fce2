import { joinPath } from '../../../vault/paths.js';
import { isMoved } from '../kinds/appointment.js';
import type { LineEdit } from '../line-edits.js';
import { changedLine, outdatedLines, saysChange } from '../outdated-lines.js';
import { restatedLines } from '../restated-lines.js';
import { withoutLabel } from '../routing/names.js';
import { homeOf, type Job, readingDay } from './job.js';

const MOST_OFFERED = 4;

/**
 * The lines of the overview and of the project's structured files that a text may make wrong, for the user to say; `seen` are those of its
 * state that are dated by it.
 */
export function outdatedBy(job: Job, seen: readonly LineEdit[] = []): LineEdit[] {
  const { context, material, project } = job;
  if (project === null) return [];
  // The name of the project before a colon would be read as the key of a keyed line.
  const stated = withoutLabel(material.text, [project]);
  const restated = restatedLines(context.vault, project, stated, readingDay(job));
  const found = distinct([...seen, ...worded(job, project, stated), ...restated.same]);
  return distinct([...found, ...restated.again(found)]).slice(0, MOST_OFFERED);
}

/** Those of the state and the description that share words with the text. */
function worded({ context }: Job, project: string, stated: string): LineEdit[] {
  const paths = ['state.md', 'description.md'].map((name) => joinPath(homeOf(project), name));
  const found = outdatedLines(context.vault, paths, stated);
  const best = changedLine(found, stated);
  if (best !== null) return [best];
  const isChange = saysChange(stated) || isMoved(stated);
  return found.filter(({ shared, isSameSubject }) => isSameSubject || (isChange && shared > 1));
}

function distinct(edits: readonly LineEdit[]): LineEdit[] {
  return edits.filter(
    (edit, index) => edits.findIndex(({ path, line }) => path === edit.path && line === edit.line) === index,
  );
}
