import { joinPath } from '../../../vault/paths.js';
import { isMoved } from '../kinds/appointment.js';
import type { LineEdit } from '../line-edits.js';
import { changedLine, outdatedLines, saysChange } from '../outdated-lines.js';
import { restatedLines } from '../restated-lines.js';
import { withoutLabel } from '../routing/names.js';
import { homeOf, type Job, readingDay } from './job.js';

const MOST_DOUBTFUL = 4;

/** Lines that something makes wrong. */
interface Outdated {
  certain: LineEdit[];
  doubtful: LineEdit[];
}

/**
 * The lines of the overview and of the project's structured files that a text makes wrong, without a doubt or perhaps. `seen` are those of
 * its state that are dated by it: the first ones are certain, the others doubtful.
 */
export function outdatedBy(job: Job, seen: Outdated = { certain: [], doubtful: [] }): Outdated {
  const { context, material, project, isOutdated } = job;
  if (project === null) return { certain: [], doubtful: [] };
  // The name of the project before a colon would be read as the key of a keyed line.
  const stated = withoutLabel(material.text, [project]);
  const restated = restatedLines(context.vault, project, stated, readingDay(job));
  const known = (one: LineEdit) => isAmong([...seen.certain, ...seen.doubtful], one);
  const { certain, doubtful } = worded(job, stated, known);
  const isChange = saysChange(stated) || isMoved(stated);
  const isSure = isOutdated ?? (() => isChange);
  const same = restated.same.filter((one) => !known(one));
  const sure = distinct([...seen.certain, ...certain, ...same.filter(isSure)]);
  const again = restated.again(sure).filter((one) => isOutdated?.(one) ?? true);
  const asked = distinct([...seen.doubtful, ...doubtful, ...same]);
  const open = distinct([...asked, ...restated.again(asked)]).filter(
    (one) => !isAmong([...sure, ...again], one),
  );
  return {
    certain: distinct([...sure, ...again]),
    doubtful: isOutdated === undefined ? open.slice(0, MOST_DOUBTFUL) : [],
  };
}

/** Those of the state and the description that share words with the text. */
function worded(
  { context, project, isOutdated }: Job,
  stated: string,
  known: (one: LineEdit) => boolean,
): Outdated {
  const paths = ['state.md', 'description.md'].map((name) => joinPath(homeOf(project), name));
  const found = outdatedLines(context.vault, paths, stated).filter((edit) => !known(edit));
  if (isOutdated !== undefined) return { certain: found.filter(isOutdated), doubtful: [] };
  const best = changedLine(found, stated);
  if (best !== null) return { certain: [best], doubtful: [] };
  const isChange = saysChange(stated);
  const doubtful = found.filter(({ shared, isSameSubject }) => isSameSubject || (isChange && shared > 1));
  return { certain: [], doubtful };
}

function isAmong(edits: readonly LineEdit[], { path, line }: LineEdit): boolean {
  return edits.some((edit) => edit.path === path && edit.line === line);
}

function distinct(edits: readonly LineEdit[]): LineEdit[] {
  return edits.filter((edit, index) => !isAmong(edits.slice(0, index), edit));
}
