import { joinPath } from '../../../vault/paths.js';
import type { LineEdit } from '../line-edits.js';
import { changedLine, outdatedLines, saysChange } from '../outdated-lines.js';
import { withoutLabel } from '../routing/names.js';
import { homeOf, type Job } from './job.js';

const MOST_DOUBTFUL = 4;

/**
 * The lines of the project's state and description that a text makes wrong, without a doubt or perhaps, but for those that
 * are seen to already.
 */
export function outdatedBy(
  { context, material, project, isOutdated }: Job,
  seen: readonly LineEdit[] = [],
): { certain: LineEdit[]; doubtful: LineEdit[] } {
  if (project === null) return { certain: [], doubtful: [] };
  const paths = ['state.md', 'description.md'].map((name) => joinPath(homeOf(project), name));
  // The name of the project before a colon would be read as the key of a keyed line.
  const stated = withoutLabel(material.text, [project]);
  const isSeen = ({ path, line }: LineEdit) => seen.some((edit) => edit.path === path && edit.line === line);
  const found = outdatedLines(context.vault, paths, stated).filter((edit) => !isSeen(edit));
  if (isOutdated !== undefined) return { certain: found.filter(isOutdated), doubtful: [] };
  const best = changedLine(found, stated);
  if (best !== null) return { certain: [best], doubtful: [] };
  const isChange = saysChange(stated);
  const doubtful = found.filter(({ shared, isSameSubject }) => isSameSubject || (isChange && shared > 1));
  return { certain: [], doubtful: doubtful.slice(0, MOST_DOUBTFUL) };
}
