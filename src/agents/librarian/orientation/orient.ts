import { dayAsked } from '../../../search/query/date-bounds.js';
import type { ToolContext } from '../../../tools/define-tool.js';
import { type ProjectName, projectNames } from '../../../tools/project-names.js';
import type { Citation } from '../../../vault/citation.js';
import { formatRanges } from '../../../vault/line-ranges.js';
import { showPath } from '../../../vault/paths.js';
import type { Vault } from '../../../vault/vault.js';
import type { Language } from '../../../words/language.js';
import type { Question } from '../../answer.js';
import { describe } from './describe.js';
import { findEvent, type NamedEvent } from './events.js';
import { gather } from './gather.js';
import { fitting } from './pieces.js';
import { mayBeOrientation, type OrientationKind, recognise } from './recognise.js';
import { workFolders } from './tasks.js';

interface OrientationAnswer {
  kind: OrientationKind;
  /** The lines of the overview. */
  overview: string[];
  files: Pick<Citation, 'path' | 'lines'>[];
  /** False where nothing is of the time that was asked for, and something else is shown. */
  isAnswered: boolean;
}

/**
 * Answers "where were we", "what should I do next", "what did we do yesterday" from the files that hold it: state, tasks,
 * changelog, profile, overview. Null for every other question, and where those files say nothing.
 */
export function orient(
  { vault }: ToolContext,
  { question, scopes, date_from, date_to, asked_on }: Question,
  language: Language,
  tokens: number,
): OrientationAnswer | null {
  if (date_from || date_to) return null;
  const askedOn = dayAsked(asked_on, vault.clock.now());
  const event = eventOf(vault, { question, asked_on: asked_on ?? null });
  const dated = event === null ? question : question.replace(event.phrase, () => event.dated);
  if (!mayBeOrientation(dated, askedOn)) return null;
  const projects = projectNames(vault);
  const scope = scopes == null ? null : projectOfScopes(scopes, projects);
  if (scopes != null && scope === null) return null;
  const asked = recognise(dated, projects, askedOn, scope);
  const found = asked && gather(asked, { vault, projects, askedOn });
  if (asked === null || found === null) return null;
  const shown = fitting(vault, found.pieces, tokens);
  return {
    kind: asked.kind,
    overview: describe(asked, found, projects, language),
    files: shown.map(({ path, ranges }) => ({ path: showPath(path), lines: formatRanges(ranges) })),
    isAnswered: !found.isElsewhen,
  };
}

/** The event by which a question names its time. */
export function eventOf(vault: Vault, { question, asked_on }: Question): NamedEvent | null {
  const askedOn = dayAsked(asked_on, vault.clock.now());
  return findEvent(vault, () => workFolders(projectNames(vault)), question, askedOn);
}

/** The project that is the only scope. */
function projectOfScopes(scopes: readonly string[], projects: readonly ProjectName[]): ProjectName | null {
  const [scope] = scopes;
  if (scope === undefined || scopes.length > 1) return null;
  const path = scope.replace(/^(?:\.\/)?(?:vault\/)?/, '').replace(/\/(?:\*\*)?$/, '');
  return projects.find((project) => project.path === path) ?? null;
}
