import { tellingWords } from '../../../search/text/shared-words.js';
import { joinPath } from '../../../vault/paths.js';
import type { Vault } from '../../../vault/vault.js';
import { languageOf } from '../../language.js';
import { addTask, fileImages, log } from '../filing.js';
import { atTimeOf, datedEntry, isMoved, withoutMove } from '../kinds/appointment.js';
import { dayIn, type NamedDay } from '../kinds/day-in.js';
import { matchingTasks, openTasks, tasksFile } from '../kinds/done.js';
import { withoutOpening } from '../kinds/opening.js';
import { capitalised } from '../kinds/sentences.js';
import { withoutDay } from '../kinds/without-day.js';
import { applyEdits, editLabel, type LineEdit, linesIn, shownEdit } from '../line-edits.js';
import { leading, type OutdatedLine, outdatedLines } from '../outdated-lines.js';
import { withoutAnnouncement } from '../projects.js';
import { withoutLabel } from '../routing/names.js';
import { addToSection, type Section } from '../sections.js';
import {
  bucketOf,
  changelogOf,
  dayInWords,
  type Filed,
  homeOf,
  type Job,
  linesOf,
  linksTo,
  readingDay,
  withFullStop,
} from './job.js';
import { outdatedBy } from './outdated.js';

/** What an appointment says, and the texts about it. */
interface Dated {
  day: string;
  what: string;
  /** What it is about, without the words that move it. */
  subject: string;
  /** The title of its entry in the changelog. */
  entry: string;
  summary: string;
  /** The rest of the text, and links to its pictures. */
  details: string[];
}

/** An appointment or a deadline: a dated line in the state of its project, else a task with a deadline. */
export async function fileAppointment(job: Job, { day }: NamedDay): Promise<Filed> {
  const { context, material, project, language } = job;
  const said = withoutAnnouncement(material.text);
  const { title, body } = datedEntry(
    withoutOpening(withoutLabel(said, project === null ? [] : [project])),
    day,
    readingDay(job),
  );
  const named = dayIn(title, readingDay(job));
  const short = named === null ? title : withoutDay(title, named);
  const subject = withoutMove(
    named === null ? title : withoutDay(title, { ...named, isOneOfSeveral: false }),
  );
  // `Finalement le 19 décembre`: without its day nothing would be left.
  const what = capitalised(tellingWords(subject).length === 0 ? title : short);
  const when = dayInWords(day, language);
  const dated = {
    day,
    what,
    subject,
    entry: SAY[language].entry(when, what),
    summary: SAY[language].added(project, when, what),
    details: [
      ...linesOf(body),
      ...linksTo(fileImages(context.vault, bucketOf(project), material)),
      ...(job.sources ?? []),
    ],
  };
  return project === null ? fileDatedTask(job, dated) : fileDatedLine(job, project, dated);
}

async function fileDatedTask({ context, material, language }: Job, dated: Dated): Promise<Filed> {
  const { vault } = context;
  const { day, what, entry, summary, details } = dated;
  const path = tasksFile(null);
  const moved = isMoved(material.text) ? movedDeadline(vault, what, day) : null;
  if (moved !== null && applyEdits(vault, [moved.edit]).length > 0) {
    const { title } = moved;
    log(vault, changelogOf(null), entry, [...details, shownEdit(moved.edit), ...linksTo([path])]);
    return { summary: SAY[language].moved(null, dayInWords(day, language), title), title, path };
  }
  await addTask(context, path, { title: what, deadline: day, details, project: null }, language);
  log(vault, changelogOf(null), entry, linksTo([path]));
  return { summary, title: what, path };
}

/** The deadline of the only task that this can mean; null where none or several can be meant. */
function movedDeadline(vault: Vault, what: string, day: string): { title: string; edit: LineEdit } | null {
  const tasks = openTasks(vault).filter(({ project }) => project === null);
  const [task, ...others] = matchingTasks(what, tasks);
  if (task === undefined || others.length > 0) return null;
  const { path, title, first, last } = task;
  const before = linesIn(vault, [path]).find(
    ({ line, before: text }) => line > first && line <= last && text.startsWith('deadline:'),
  );
  return before === undefined ? null : { title, edit: { ...before, after: `deadline: ${day}` } };
}

function fileDatedLine(job: Job, project: string, dated: Dated): Filed {
  const { context, material, language, isOutdated } = job;
  const { vault } = context;
  const { day, what, subject, entry, summary, details } = dated;
  const path = joinPath(homeOf(project), 'state.md');
  const isMeant = namesNothing(subject, project)
    ? ({ before }: LineEdit) => isMoved(material.text) && isAhead(before, readingDay(job))
    : ({ isSameSubject }: OutdatedLine) => isSameSubject;
  const same = outdatedLines(vault, [path], subject, { text: day, unit: 'date' })
    .filter(isMeant)
    .map((edit) => ({ ...edit, after: atTimeOf(what, edit.after) }));
  const moved =
    isOutdated === undefined ? (isMoved(material.text) ? leading(same) : null) : same.find(isOutdated);
  const isDecided = moved || isOutdated !== undefined;
  // `Opening: 1 September` in the description, beside the dated lines of the state.
  const { certain, doubtful } = outdatedBy(job, {
    certain: moved ? [moved] : [],
    doubtful: isDecided ? [] : same,
  });
  applyEdits(vault, certain);
  if (!moved)
    vault.save(vault.locate(path), (current) => {
      const colon = languageOf(current ?? material.text, language) === 'fr' ? ' :' : ':';
      return addToSection(current ?? '', DEADLINES, withFullStop(`- ${day}${colon} ${what}`));
    });
  log(vault, changelogOf(project), entry, [...details, ...certain.map(shownEdit), ...linksTo([path])]);
  const others = certain.filter((edit) => edit !== moved);
  const told = moved ? SAY[language].moved(project, dayInWords(day, language), textOf(moved.after)) : summary;
  return { summary: [told, ...others.map(editLabel)].join('\n'), title: what, path, doubtful };
}

/** True for `new date` and `Étoile du Nord is postponed`: any date of the project may be meant. */
function namesNothing(subject: string, project: string): boolean {
  const names = tellingWords(project).flat();
  return tellingWords(subject.replace(DATE, '')).every(([word]) => names.includes(word!));
}

const DATE = /(?<!\p{L})(?:dates?|deadlines?|échéances?)(?!\p{L})/giu;

/** Whether a dated line is not over. */
function isAhead(line: string, today: string): boolean {
  return (/\d{4}-\d\d-\d\d/.exec(line)?.[0] ?? '') >= today;
}

/** Of a dated line: `- 2026-11-24 : Réunion.` */
function textOf(line: string): string {
  return line.replace(/^\s*[-*]\s+(?:\d{4}-\d\d-\d\d\s?:\s+)?/, '').replace(/\.$/, '');
}

const DEADLINES: Section = {
  names: [
    'deadlines',
    'deadline',
    'echeances',
    'echeance',
    'dates',
    'dates limites',
    'calendrier',
    'calendar',
  ],
  heading: 'Deadlines',
};

const SAY = {
  en: {
    entry: (when: string, what: string) => `${when}: ${what}`,
    added: (project: string | null, when: string, what: string) =>
      `Date added to ${project ?? 'the general tasks'}: ${when}, ${what}`,
    moved: (project: string | null, when: string, what: string) =>
      `Date moved in ${project ?? 'the general tasks'}: ${when}, ${what}`,
  },
  fr: {
    entry: (when: string, what: string) => `${when} : ${what}`,
    added: (project: string | null, when: string, what: string) =>
      `Date ajoutée à ${project ?? 'vos tâches'} : ${when}, ${what}`,
    moved: (project: string | null, when: string, what: string) =>
      `Date déplacée dans ${project ?? 'vos tâches'} : ${when}, ${what}`,
  },
} as const;
