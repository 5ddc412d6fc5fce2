import { tellingWords } from '../../../search/text/shared-words.js';
import { joinPath } from '../../../vault/paths.js';
import { openTasksIn, tasksFile } from '../../../vault/tasks.js';
import type { Vault } from '../../../vault/vault.js';
import { languageOf } from '../../language.js';
import { addTask, fileImages, log } from '../filing.js';
import { atTimeOf, datedEntry, isMoved, withoutMove } from '../kinds/appointment.js';
import { dayIn, type NamedDay } from '../kinds/day-in.js';
import { matchingTasks } from '../kinds/done.js';
import { withoutOpening } from '../kinds/opening.js';
import { capitalised } from '../kinds/sentences.js';
import { withoutDay } from '../kinds/without-day.js';
import { type LineEdit, linesIn } from '../line-edits.js';
import { type OutdatedLine, outdatedLines } from '../outdated-lines.js';
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
import { fileLogged } from './note.js';
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

/**
 * An appointment or a deadline: a dated line in the state of its project, else a task with a deadline. One that moves another is kept as a note
 * where its caller can ask.
 */
export async function fileAppointment(job: Job, { day }: NamedDay): Promise<Filed> {
  const { material, project, language } = job;
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
    details: [...linesOf(body), ...(job.sources ?? [])],
  };
  return project === null ? fileDatedTask(job, dated) : fileDatedLine(job, project, dated);
}

async function fileDatedTask(job: Job, dated: Dated): Promise<Filed> {
  const { context, material, language } = job;
  const { day, what, entry, summary, details } = dated;
  const path = tasksFile(null);
  const moved = job.canAsk && isMoved(material.text) ? movedDeadline(context.vault, what, day) : null;
  if (moved !== null) return { ...fileLogged(job), offers: [moved], isHeldBack: true };
  const images = linksTo(fileImages(context.vault, bucketOf(null), material));
  const task = { title: what, deadline: day, details: [...details, ...images], project: null };
  await addTask(context, path, task, language);
  log(context.vault, changelogOf(null), entry, linksTo([path]));
  return { summary, title: what, path };
}

/** The deadline of the only task that this can mean; null where none or several can be meant. */
function movedDeadline(vault: Vault, what: string, day: string): LineEdit | null {
  const [task, ...others] = matchingTasks(what, openTasksIn(vault, tasksFile(null)));
  if (task?.due == null || others.length > 0) return null;
  const { line, start, value } = task.due;
  const before = linesIn(vault, [task.path]).find((one) => one.line === line)!;
  const text = before.before;
  return { ...before, after: text.slice(0, start) + day + text.slice(start + value.length) };
}

function fileDatedLine(job: Job, project: string, dated: Dated): Filed {
  const { context, material, language } = job;
  const { vault } = context;
  const { day, what, subject, entry, summary, details } = dated;
  const path = joinPath(homeOf(project), 'state.md');
  const isMeant = namesNothing(subject, project)
    ? ({ before }: LineEdit) => isMoved(material.text) && isAhead(before, readingDay(job))
    : ({ isSameSubject }: OutdatedLine) => isSameSubject;
  const same = outdatedLines(vault, [path], subject, { text: day, unit: 'date' })
    .filter(isMeant)
    .map((edit) => ({ ...edit, after: atTimeOf(what, edit.after) }));
  // `Opening: 1 September` in the description, beside the dated lines of the state.
  const offers = outdatedBy(job, same);
  if (job.canAsk && isMoved(material.text) && offers.length > 0)
    return { ...fileLogged(job), offers, isHeldBack: true };
  vault.save(vault.locate(path), (current) => {
    const colon = languageOf(current ?? material.text, language) === 'fr' ? ' :' : ':';
    return addToSection(current ?? '', DEADLINES, withFullStop(`- ${day}${colon} ${what}`));
  });
  const images = fileImages(vault, bucketOf(project), material);
  log(vault, changelogOf(project), entry, [...details, ...linksTo([...images, path])]);
  return { summary, title: what, path, offers };
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
  },
  fr: {
    entry: (when: string, what: string) => `${when} : ${what}`,
    added: (project: string | null, when: string, what: string) =>
      `Date ajoutée à ${project ?? 'vos tâches'} : ${when}, ${what}`,
  },
} as const;
