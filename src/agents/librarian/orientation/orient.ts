import { timesIn } from '../../../search/query/asked-time.js';
import { dayAsked } from '../../../search/query/date-bounds.js';
import { questionPattern } from '../../../search/text/question-pattern.js';
import { wordsOf } from '../../../search/text/words.js';
import { FIRST_DAY, LAST_DAY, type Span } from '../../../shared/calendar.js';
import type { ToolContext } from '../../../tools/define-tool.js';
import { type ProjectName, projectNames } from '../../../tools/project-names.js';
import type { Citation } from '../../../vault/citation.js';
import { formatRanges } from '../../../vault/line-ranges.js';
import { projectOf, showPath, type VaultPath } from '../../../vault/paths.js';
import type { Vault } from '../../../vault/vault.js';
import type { Language } from '../../../words/language.js';
import type { Question } from '../../answer.js';
import { type LoggedDay, loggedDays } from './days.js';
import { type Gathered, gather } from './gather.js';
import { fitting } from './pieces.js';
import { mayBeOrientation, type Orientation, type OrientationKind, recognise } from './recognise.js';
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

/** A time that a question names by what happened then. */
interface NamedEvent {
  /** `since the launch` */
  phrase: string;
  /** The same by its day: `since 2025-07-21` */
  dated: string;
}

/**
 * Looks up `since the launch` in the changelogs: the entry whose heading says it with the fewest other words, the newest of
 * equals. Null where the question names no such time, or no heading holds all of its words.
 */
function findEvent(
  vault: Vault,
  folders: () => readonly VaultPath[],
  question: string,
  askedOn: string,
): NamedEvent | null {
  const match = EVENT.exec(question);
  if (match === null || timesIn(match[0], askedOn).length > 0) return null;
  const wanted = stemsOf(match[2]!);
  if (wanted.length === 0 || wanted.length > MOST_WORDS) return null;
  let best: { day: string; others: number } | null = null;
  for (const { day, entries } of loggedDays(vault, folders())) {
    for (const entry of entries) {
      const stems = stemsOf(entry.heading);
      const holdsAll = wanted.every((stem) => stems.some((other) => other.some((key) => stem.includes(key))));
      const others = stems.length - wanted.length;
      if (holdsAll && (best === null || others < best.others)) best = { day, others };
    }
  }
  return best && { phrase: match[0].trim(), dated: `${match[1]} ${best.day}` };
}

const EVENT = questionPattern(
  (letters, digits) =>
    `(?<![${letters}${digits}])(since|before|after|depuis|avant|après)\\s+(?:(?:the|our|my|le|la|les|mon|ma|mes|notre|nos)\\s+|l['’])([^?!.,;:]+)`,
  'iu',
);
const MOST_WORDS = 4;

/** The stems of each telling word, in both languages. */
function stemsOf(text: string): string[][] {
  return wordsOf(text)
    .filter(({ stops }) => !stops.fr && !stops.en)
    .map(({ folded, fr, en }) => [folded, fr.text, en.text]);
}

/** The first lines of an overview: the one that answers, then what comes next and what came last. */
function describe(
  { kind, project, spans }: Orientation,
  { tasks, deadlines, openTasks, days, status, isElsewhen, pieces }: Gathered,
  projects: readonly { name: string }[],
  language: Language,
): string[] {
  const say = language === 'fr' ? FRENCH : ENGLISH;
  const next = [
    ...tasks.map(({ title, deadline }) => ({ day: deadline ?? '9', text: say.task(title, deadline) })),
    ...deadlines,
  ]
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
    .slice(0, 3)
    .map(({ text }) => shortened(text));
  const entryOf = (day: LoggedDay) => describeDay(day, { isNamed: project === null, colon: say.colon });
  const newest = days.slice(0, 1).map(entryOf);
  const time = spans === null ? '' : say.time(spans[0]!);
  // A day without an entry may have something due.
  switch (kind === 'period' && next.length > 0 ? 'tasks' : kind) {
    case 'profile':
      return [say.profile];
    case 'projects':
      return [say.projects(projects.map(({ name }) => name))];
    case 'tasks':
      if (isElsewhen) return [say.noneDue(time), ...listed(say.next, next)];
      return [...(tasks.length > 0 ? [say.tasks(tasks.length, openTasks)] : []), ...listed(say.next, next)];
    case 'period':
    case 'recent':
      if (isElsewhen) return [say.nothingThen(time), ...listed(say.last, newest)];
      if (days.length === 0) return [say.notes(pieces.length, time)];
      return days.length === 1 ? newest : [say.days(days.length, time), ...days.slice(0, 3).map(entryOf)];
    default:
      return [
        `${project?.title ?? say.all}${say.colon} ${shortened(status ?? '')}`.trim(),
        ...listed(say.next, next),
        ...listed(say.last, newest),
      ];
  }
}

/** `2025-07-11, tidewater: Endpoint promised for 15 July`; without the project where the question named it. */
function describeDay(
  { path, day, entries }: LoggedDay,
  { isNamed, colon }: { isNamed: boolean; colon: string },
): string {
  const project = isNamed ? projectOf(path) : null;
  const place = project === null ? day : `${day}, ${project}`;
  return entries.length === 0
    ? place
    : `${place}${isNamed ? colon : ','} ${shortened(entries.map(({ heading }) => heading).join(' · '))}`;
}

function shortened(text: string): string {
  return text.length > 160 ? `${text.slice(0, 157)}…` : text;
}

function listed(label: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`${label} ${items.join(' · ')}`];
}

const ENGLISH = {
  colon: ':',
  all: 'All projects',
  next: 'Next:',
  last: 'Last entry:',
  profile: 'From your profile.',
  projects: (names: string[]) => `${count(names.length, 'project', 'projects')}: ${names.join(', ')}.`,
  tasks: (shown: number, open: number) =>
    `${shown < open ? `${shown} of ` : ''}${count(open, 'open task', 'open tasks')}, sorted by deadline.`,
  noneDue: (time: string) => `Nothing is due ${time}.`,
  task: (title: string, deadline: string | null) =>
    deadline === null ? title : `${title} (due ${deadline})`,
  time: ({ from, to }: Span) => {
    if (from === to) return `on ${from}`;
    if (from === FIRST_DAY) return `up to ${to}`;
    return to === LAST_DAY ? `from ${from} on` : `from ${from} to ${to}`;
  },
  days: (number: number, time: string) => `${number} changelog days${time && `, ${time}`}, newest first:`,
  notes: (number: number, time: string) => `${count(number, 'note', 'notes')} ${time}.`,
  nothingThen: (time: string) => `Nothing is recorded ${time}.`,
};

const FRENCH: typeof ENGLISH = {
  colon: ' :',
  all: 'Tous les projets',
  next: 'À venir :',
  last: 'Dernière entrée :',
  profile: 'D’après votre profil.',
  projects: (names) => `${count(names.length, 'projet', 'projets')} : ${names.join(', ')}.`,
  tasks: (shown, open) =>
    `${shown < open ? `${shown} sur ` : ''}${count(open, 'tâche ouverte', 'tâches ouvertes')}, par échéance.`,
  noneDue: (time) => `Aucune échéance ${time}.`,
  task: (title, deadline) => (deadline === null ? title : `${title} (pour le ${deadline})`),
  time: ({ from, to }) => {
    if (from === to) return `le ${from}`;
    if (from === FIRST_DAY) return `jusqu’au ${to}`;
    return to === LAST_DAY ? `à partir du ${from}` : `du ${from} au ${to}`;
  },
  days: (number, time) =>
    `${number} jours du changelog${time && `, ${time}`}, du plus récent au plus ancien :`,
  notes: (number, time) => `${count(number, 'note', 'notes')} (${time}).`,
  nothingThen: (time) => `Rien n’est noté ${time}.`,
};

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
