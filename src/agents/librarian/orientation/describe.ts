import { FIRST_DAY, LAST_DAY, type Span } from '../../../shared/calendar.js';
import { projectOf } from '../../../vault/paths.js';
import type { Language } from '../../../words/language.js';
import type { LoggedDay } from './days.js';
import type { Gathered } from './gather.js';
import type { Orientation } from './recognise.js';

/** The first lines of an overview: the one that answers, then what comes next and what came last. */
export function describe(
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
