import { weekdayName } from '../../shared/calendar-words.js';
import { localDate } from '../../shared/clock.js';
import { maskSecrets } from '../../shared/secrets.js';
import { readTimes } from '../../shared/times.js';
import type { ToolContext } from '../../tools/define-tool.js';
import { joinPath, projectOf, ROOT, showPath, type VaultPath } from '../../vault/paths.js';
import { type Task, tasksFile } from '../../vault/tasks.js';
import type { Language } from '../../words/language.js';
import { languageOf } from '../language.js';
import { applyEdits, editLabel, type LineEdit, shownEdit } from './changes.js';
import { addTask, fileImages, fileInBucket, log, type Material, removeTask } from './filing.js';
import type { AddedKind } from './kinds.js';
import type { Mandate } from './mandate.js';
import { withoutLabel } from './routing/names.js';
import { addToSection, type SectionNames } from './sections.js';
import { entryOf, onOneLine, titleOf } from './titles.js';

/** Something to file, and where. */
export interface Job {
  context: ToolContext;
  material: Material;
  /** Null for what belongs to no project. */
  project: string | null;
  language: Language;
  /** Of the caller. */
  title?: string | null;
  /** The day that the caller gives it, or that its words name: `YYYY-MM-DD`, perhaps with a time. */
  due?: string | null;
  /** Lines for its entry that say where it comes from. */
  sources?: readonly string[];
}

/** What was done: a sentence, and the title and file of the entry that others can link to. */
export interface Filed {
  summary: string;
  title: string;
  path: VaultPath;
}

export const PROFILE = joinPath(ROOT, 'profile.md');

/** Texts up to here are an entry of the changelog; longer ones lie in the bucket, and the entry links to them. */
const MOST_ENTRY = 700;

/** Adds a text as a kind. It only adds: no line that is there changes. */
export async function fileAs(job: Job, kind: AddedKind): Promise<Filed> {
  if (job.material.text.trim() === '') return fileRaw(job);
  switch (kind) {
    case 'task':
      return fileTask(job);
    case 'appointment':
      return fileAppointment(job);
    case 'decision':
      return fileEntry(job, 'decision');
    case 'preference':
      return fileFact(job, 'preference');
    case 'fact':
      return job.project === null ? fileFact(job, 'fact') : fileEntry(job, 'note');
    default:
      return job.project === null ? fileRaw(job) : fileEntry(job, 'note');
  }
}

/** A task: its title as a heading, its fields, then the rest of the text. */
async function fileTask(job: Job): Promise<Filed> {
  const { context, material, project, language } = job;
  const path = tasksFile(project);
  const { title, body } = entryOf(saidIn(job), job.title);
  const due = job.due ?? dueIn(material.text, readingDay(job));
  const images = fileImages(context.vault, bucketOf(project), material);
  const details = [...linesOf(body), ...linkLines(images), ...(job.sources ?? [])];
  await addTask(context, path, { title, deadline: due, details, project }, language);
  const shown = due === null ? title : `${title} (${dayInWords(due, language)})`;
  log(context.vault, changelogOf(project), SAY[language].task(shown), linkLines([path]));
  return { summary: SAY[language].taskIn(project, shown), title: SAY[language].task(shown), path };
}

/** An appointment: a dated line in the state of its project, else a task with a deadline. Without a day it is a note. */
async function fileAppointment(job: Job): Promise<Filed> {
  const { context, material, project, language } = job;
  const { vault } = context;
  const due = job.due ?? dueIn(material.text, readingDay(job));
  if (due === null) return fileAs(job, 'note');
  if (project === null) return fileTask({ ...job, due });
  const path = joinPath(homeOf(project), 'state.md');
  const { title, body } = entryOf(saidIn(job), job.title);
  vault.save(vault.locate(path), (current) => {
    const colon = languageOf(current ?? material.text, language) === 'fr' ? ' :' : ':';
    return addToSection(current ?? '', DEADLINES, withFullStop(`- ${due}${colon} ${title}`));
  });
  const images = fileImages(vault, bucketOf(project), material);
  const entry = SAY[language].dated(dayInWords(due, language), title);
  log(vault, changelogOf(project), entry, [
    ...linesOf(body),
    ...(job.sources ?? []),
    ...linkLines([...images, path]),
  ]);
  return { summary: SAY[language].dateIn(project, dayInWords(due, language), title), title: entry, path };
}

const DEADLINES: SectionNames = {
  names: ['deadlines', 'deadline', 'echeances', 'echeance', 'dates', 'calendrier', 'calendar'],
  heading: 'Deadlines',
};

/** What lasts of the user, or of what they know: a line of the profile. */
export function fileFact(job: Job, kind: 'fact' | 'preference'): Filed {
  const { context, material, language } = job;
  const { vault } = context;
  const { text } = material;
  const title = job.title ?? titleOf(text);
  const images = fileImages(vault, bucketOf(null), material);
  const section = SECTIONS[kind];
  const heading = section.heading[language];
  // A list item holds one paragraph; what is longer lies beside it.
  const isShort = text.length <= MOST_LINE && !text.trim().includes('\n\n');
  const rest = isShort ? [] : fileInBucket(vault, bucketOf(null), { text, images: [] });
  const line = `- ${withFullStop(onOneLine(isShort ? text : title))}${rest.map((path) => ` → ${showPath(path)}`).join('')}`;
  vault.save(vault.locate(PROFILE), (current) =>
    addToSection(current ?? '', { names: section.names, heading }, line),
  );
  const links = [...linkLines([PROFILE, ...images]), ...(job.sources ?? [])];
  log(vault, changelogOf(null), SAY[language].profile(title), links);
  return { summary: SAY[language].added(title, heading), title, path: PROFILE };
}

const MOST_LINE = 400;

const SECTIONS = {
  preference: {
    names: ['preferences', 'gouts', 'habitudes', 'habits'],
    heading: { en: 'Preferences', fr: 'Préférences' },
  },
  fact: {
    names: ['facts', 'a savoir', 'faits', 'good to know'],
    heading: { en: 'Facts', fr: 'À savoir' },
  },
} as const;

/** A note, a decision, or an error with what solved it: an entry of a changelog. */
export function fileEntry(job: Job, kind: 'note' | 'decision' | 'fix'): Filed {
  const { context, material, project, language } = job;
  const { vault } = context;
  const titled = (title: string) => `${TAGS[kind][language]}${title}`;
  const said = material.text || (material.images[0]?.name ?? 'image');
  if (!isShort(said)) return fileRaw(job, titled);
  const { title, body } = entryOf(said, job.title);
  const images = fileImages(vault, bucketOf(project), material);
  const path = changelogOf(project);
  log(vault, path, titled(title), [...linesOf(body), ...linkLines(images), ...(job.sources ?? [])]);
  return { summary: SAY[language][kind](project, title), title: titled(title), path };
}

const TAGS = {
  note: { en: '', fr: '' },
  decision: { en: '[decision] ', fr: '[décision] ' },
  fix: { en: '[fix] ', fr: '[solution] ' },
} as const;

/** An entry can't hold headings or code: they would end it. */
function isShort(text: string): boolean {
  return text.length <= MOST_ENTRY && !/^(?:#{1,6} |```|~~~)/m.test(text);
}

/** Raw material: whole into the bucket, with an entry that links to it. */
export function fileRaw(job: Job, titled = (title: string) => filedTitle(title, job.language)): Filed {
  const { context, material, project, language } = job;
  const filed = fileInBucket(context.vault, bucketOf(project), material);
  const title = job.title ?? (titleOf(maskSecrets(material.text)) || (material.images[0]?.name ?? 'image'));
  log(context.vault, changelogOf(project), titled(title), [...linkLines(filed), ...(job.sources ?? [])]);
  const paths = filed.map((path) => showPath(path)).join(', ');
  return { summary: `${SAY[language].filed(title)} (${paths})`, title, path: filed[0]! };
}

/** The title of the entry about raw material. */
export function filedTitle(title: string, language: Language): string {
  return SAY[language].filed(title);
}

/** A second project that an input belongs to gets a link to where it lies. */
export function linkFrom({ context: { vault } }: Job, project: string, { title, path }: Filed): void {
  log(vault, changelogOf(project), title, linkLines([path]));
}

/** A task leaves its file and becomes an entry of the changelog, with the words that ended it. */
export function fileDone({ context, material, language }: Job, task: Task, mandate: Mandate): Filed {
  const { vault } = context;
  removeTask(mandate, task);
  const said = material.text.trim();
  const images = fileImages(vault, bucketOf(task.project), material);
  const path = changelogOf(task.project);
  const title = SAY[language].done(task.title);
  const lines = [...(said === task.title ? [] : linesOf(said)), ...linesOf(task.body), ...linkLines(images)];
  log(vault, path, title, lines);
  return { summary: SAY[language].doneIn(task.project, task.title), title, path };
}

/** Corrects lines, as somebody asked, and logs what they said. */
export function fileCorrection(
  { context: { vault }, material, project, language, title: given }: Job,
  edits: readonly LineEdit[],
  mandate: Mandate,
): Filed {
  const written = applyEdits(mandate, edits);
  const home = projectOf(written[0]?.path ?? '') ?? project;
  const path = changelogOf(home);
  // A text that is filed already is not told again.
  const said = material.text.trim() === '' ? onOneLine(written[0]?.after ?? '') : material.text;
  const { title, body } = entryOf(said, given);
  const heading = SAY[language].corrected(title);
  const images = fileImages(vault, bucketOf(home), material);
  const files = linkLines([...new Set(written.map((edit) => edit.path)), ...images]);
  log(vault, path, heading, [...linesOf(body), ...written.map(shownEdit), ...files]);
  return { summary: [heading, ...written.map(editLabel)].join('\n'), title: heading, path };
}

/** The text of a task or a date; in a file of a project that it names with a colon, without that name. */
function saidIn({ material, project }: Job): string {
  return project === null ? material.text : withoutLabel(material.text, [project]);
}

export function homeOf(project: string | null): VaultPath {
  return project === null ? ROOT : joinPath(joinPath(ROOT, 'projects'), project);
}

export function changelogOf(project: string | null): VaultPath {
  return joinPath(homeOf(project), 'changelog.md');
}

export function bucketOf(project: string | null): VaultPath {
  return joinPath(homeOf(project), 'bucket');
}

export function linkLines(paths: readonly VaultPath[]): string[] {
  return paths.map((path) => `→ ${showPath(path)}`);
}

function linesOf(text: string): string[] {
  return text.trim() === '' ? [] : text.trim().split('\n');
}

function withFullStop(line: string): string {
  return /[.!?…]$/.test(line) ? line : `${line}.`;
}

/** The day on which the words of an input about days were written; today where that is not known. */
export function readingDay({ context, material }: Pick<Job, 'context' | 'material'>): string {
  return material.given ?? localDate(context.vault.clock.now());
}

/** Longer texts speak of many days. */
const MOST_DATED = 500;

/**
 * The day that a text gives what it speaks of, with the time where it says one: the first that is to come. Of a period only the end is a
 * day, and only where something is due by then.
 */
export function dueIn(text: string, today: string): string | null {
  if (text.length > MOST_DATED) return null;
  for (const { from, to, lead, at } of readTimes(text, { today, towards: 'future' })) {
    const day = from === to ? from : lead === 'by' ? to : null;
    if (day !== null && day >= today) return at === null ? day : `${day} ${at}`;
  }
  return null;
}

/** `Thursday 2025-07-17` */
export function dayInWords(day: string, language: Language): string {
  return `${weekdayName(day.slice(0, 10), language)} ${day}`;
}

const SAY = {
  en: {
    filed: (title: string) => `Filed: ${title}`,
    note: (project: string | null, title: string) =>
      `Noted in ${project ?? 'the general changelog'}: ${title}`,
    decision: (project: string | null, title: string) =>
      `Decision logged in ${project ?? 'the general changelog'}: ${title}`,
    fix: (project: string | null, title: string) =>
      `Fix logged in ${project ?? 'the general changelog'}: ${title}`,
    task: (title: string) => `Task added: ${title}`,
    taskIn: (project: string | null, title: string) =>
      `Task added to ${project ?? 'the general tasks'}: ${title}`,
    dated: (when: string, what: string) => `${when}: ${what}`,
    dateIn: (project: string, when: string, what: string) => `Date added to ${project}: ${when}, ${what}`,
    profile: (title: string) => `Profile: ${title}`,
    added: (title: string, section: string) => `Added to your profile (${section}): ${title}`,
    done: (title: string) => `Done: ${title}`,
    doneIn: (project: string | null, title: string) =>
      `Task closed in ${project ?? 'the general tasks'}: ${title}`,
    corrected: (title: string) => `Corrected: ${title}`,
  },
  fr: {
    filed: (title: string) => `Classé : ${title}`,
    note: (project: string | null, title: string) =>
      `Noté dans ${project ?? 'le changelog général'} : ${title}`,
    decision: (project: string | null, title: string) =>
      `Décision notée dans ${project ?? 'le changelog général'} : ${title}`,
    fix: (project: string | null, title: string) =>
      `Solution notée dans ${project ?? 'le changelog général'} : ${title}`,
    task: (title: string) => `Tâche ajoutée : ${title}`,
    taskIn: (project: string | null, title: string) =>
      `Tâche ajoutée ${project === null ? 'aux tâches générales' : `à ${project}`} : ${title}`,
    dated: (when: string, what: string) => `${when} : ${what}`,
    dateIn: (project: string, when: string, what: string) => `Date ajoutée à ${project} : ${when}, ${what}`,
    profile: (title: string) => `Profil : ${title}`,
    added: (title: string, section: string) => `Ajouté à votre profil (${section}) : ${title}`,
    done: (title: string) => `Fait : ${title}`,
    doneIn: (project: string | null, title: string) =>
      `Tâche terminée dans ${project ?? 'les tâches générales'} : ${title}`,
    corrected: (title: string) => `Corrigé : ${title}`,
  },
} as const;
