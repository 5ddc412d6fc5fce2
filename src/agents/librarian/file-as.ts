import { localDate } from '../../shared/clock.js';
import type { ToolContext } from '../../tools/define-tool.js';
import { joinPath, ROOT, showPath, type VaultPath } from '../../vault/paths.js';
import type { Language } from '../../vault/starter.js';
import { languageOf } from '../language.js';
import { applyEdits, type LineEdit, outdatedLine, placeOf } from './contradictions.js';
import { addTask, fileImages, fileInBucket, log, type Material, removeLines } from './filing.js';
import { isMoved } from './kinds/appointment.js';
import { dayIn, type NamedDay, weekdayOf } from './kinds/day-in.js';
import { decisionTitle, withoutTag } from './kinds/decision.js';
import { type OpenTask, tasksFile } from './kinds/done.js';
import { type ProfileSection, profileSection, withoutLeadIn } from './kinds/fact.js';
import { capitalised, entryOf, titleOf } from './kinds/sentences.js';
import { dueDay, tasksIn } from './kinds/task.js';
import { movedDeadline } from './moved-deadline.js';
import { addToSection, type Section } from './sections.js';

/** Something to file, and where. */
export interface Job {
  context: ToolContext;
  material: Material;
  /** Null for what belongs to no project. */
  project: string | null;
  language: Language;
}

/** What was done: a sentence, and the title and file of the entry that others can link to. */
export interface Filed {
  summary: string;
  title: string;
  path: VaultPath;
}

/** Texts up to here are an entry of the changelog; longer ones lie in the bucket, and the entry links to them. */
const MOST_ENTRY = 700;

/** A note: an entry of its own; a long text, or one without a project, lies whole in the bucket. */
export function fileNote(job: Job, prefix = (title: string) => title): Filed {
  const { context, material, project, language } = job;
  const { vault } = context;
  const { title, body } = entryOf(material.text || (material.images[0]?.name ?? 'image'));
  const changelog = changelogOf(project);
  if (project === null || !isShort(material.text)) return fileRaw(job);
  const images = fileImages(vault, bucketOf(project), material);
  const changed = changedFact(job);
  log(vault, changelog, prefix(title), [...linesOf(body), ...changed.map(shownEdit), ...linksTo(images)]);
  const more = changed.map((edit) => `${placeOf(edit)}: ${edit.after.trim()}`);
  return {
    summary: [SAY[language].noted(project, prefix(title)), ...more].join('\n'),
    title,
    path: changelog,
  };
}

/** Raw material: whole into the bucket, with an entry that links to it. */
export function fileRaw({ context: { vault }, material, project, language }: Job): Filed {
  const filed = fileInBucket(vault, bucketOf(project), material);
  const title = titleOf(material.text) || (material.images[0]?.name ?? 'image');
  log(vault, changelogOf(project), SAY[language].filed(title), linksTo(filed));
  const paths = filed.map((path) => showPath(path)).join(', ');
  return { summary: `${SAY[language].filed(title)} (${paths})`, title, path: filed[0]! };
}

export function fileDecision(job: Job): Filed {
  const { context, material, project, language } = job;
  const text = withoutTag(material.text);
  if (!isShort(text))
    return fileNote({ ...job, project: project }, (title) => decisionTitle(title, language));
  const { title, body } = entryOf(text);
  const tagged = decisionTitle(capitalised(title), language);
  const images = fileImages(context.vault, bucketOf(project), material);
  log(context.vault, changelogOf(project), tagged, [...linesOf(body), ...linksTo(images)]);
  return { summary: SAY[language].decided(project, title), title: tagged, path: changelogOf(project) };
}

/** One task or several, each with its deadline; one entry logs them. */
export async function fileTasks({ context, material, project, language }: Job): Promise<Filed> {
  const { vault } = context;
  const today = localDate(vault.clock.now());
  const path = tasksFile(project);
  const images = fileImages(vault, bucketOf(project), material);
  const added: string[] = [];
  for (const task of tasksIn(material.text)) {
    const { title, body } = entryOf(task);
    const due = dueDay(title, today);
    const shown = due?.isRelative ? withoutDay(title, due) : title;
    await addTask(
      context,
      path,
      { title: shown, deadline: due?.day ?? null, details: [...linesOf(body), ...linksTo(images)], project },
      language,
    );
    added.push(due === null ? shown : `${shown} (${dayInWords(due.day, language)})`);
  }
  const [first = ''] = added;
  const title = added.length === 1 ? SAY[language].task(first) : SAY[language].tasks(added.length);
  const lines = added.length === 1 ? [] : added.map((task) => `- ${task}`);
  log(vault, changelogOf(project), title, [...lines, ...linksTo([path])]);
  return { summary: SAY[language].taskIn(project, added), title, path };
}

/** A task leaves its file and becomes an entry of the changelog, with the words that closed it. */
export function fileDone({ context: { vault }, material, language }: Job, task: OpenTask): Filed {
  removeLines(vault, task.path, { first: task.first, last: task.last, start: task.title });
  const said = material.text.trim();
  const body = said === task.title ? [] : linesOf(said);
  const images = fileImages(vault, bucketOf(task.project), material);
  const path = changelogOf(task.project);
  const title = SAY[language].done(task.title);
  log(vault, path, title, [...body, ...linesOf(task.body), ...linksTo(images)]);
  return { summary: SAY[language].doneIn(task.project, task.title), title, path };
}

/** A fact about the user or their people: into its section of the profile; a value that it replaces is named. */
export function fileFact({ context, material, language }: Job): Filed {
  const { vault } = context;
  const path = joinPath(ROOT, 'profile.md');
  const fact = withoutLeadIn(material.text);
  const edit = outdatedLine(vault, [path], fact, 1);
  const { title, body } = entryOf(capitalised(fact));
  if (edit !== null) {
    applyEdits(context, [edit]);
    log(vault, changelogOf(null), SAY[language].factChanged, [
      ...linesOf(fact),
      shownEdit(edit),
      ...linksTo([path]),
    ]);
    return { summary: SAY[language].factReplaced(edit.before.trim(), edit.after.trim()), title, path };
  }
  const section = profileSections(language)[profileSection(fact) ?? 'preferences'];
  const line = `- ${[title, ...linesOf(body)].join(' ')}${/[.!?…]$/.test(fact.trim()) || body !== '' ? '' : '.'}`;
  vault.save(vault.locate(path), (current) => addToSection(current ?? '', section, withFullStop(line)));
  const images = fileImages(vault, bucketOf(null), material);
  log(vault, changelogOf(null), SAY[language].fact(title), linksTo([path, ...images]));
  return { summary: SAY[language].factAdded(title, section.heading), title, path };
}

/** An appointment or a deadline: a dated line in the state of its project, else a task with a deadline. */
export async function fileAppointment(job: Job, day: NamedDay): Promise<Filed> {
  const { context, material, project, language } = job;
  const { vault } = context;
  const { title, body } = entryOf(material.text);
  const named = dayIn(title, localDate(vault.clock.now()));
  const what = capitalised(named === null ? title : withoutDay(title, named));
  const when = dayInWords(day.day, language);
  const images = fileImages(vault, bucketOf(project), material);
  if (project === null) {
    await addTask(
      context,
      tasksFile(null),
      { title: what, deadline: day.day, details: [...linesOf(body), ...linksTo(images)], project },
      language,
    );
    log(vault, changelogOf(null), SAY[language].appointment(when, what), linksTo([tasksFile(null)]));
    return { summary: SAY[language].appointmentIn(project, when, what), title: what, path: tasksFile(null) };
  }
  const path = joinPath(homeOf(project), 'state.md');
  const moved = isMoved(material.text) ? movedDeadline(vault, path, what, day.day) : null;
  if (moved !== null) applyEdits(context, [moved]);
  else
    vault.save(vault.locate(path), (current) => {
      const colon = languageOf(current ?? material.text, language) === 'fr' ? ' :' : ':';
      return addToSection(current ?? '', DEADLINES, withFullStop(`- ${day.day}${colon} ${what}`));
    });
  const lines = [
    ...linesOf(body),
    ...(moved === null ? [] : [shownEdit(moved)]),
    ...linksTo([path, ...images]),
  ];
  log(vault, changelogOf(project), SAY[language].appointment(when, what), lines);
  return { summary: SAY[language].appointmentIn(project, when, what), title: what, path };
}

/** Corrects lines, and names what they said. */
export function fileCorrection(
  { context, material, project, language }: Job,
  edits: readonly LineEdit[],
): Filed {
  const written = applyEdits(context, edits);
  const path = changelogOf(projectOf(written[0]?.path) ?? project);
  const { title } = entryOf(material.text);
  const body = entryOf(material.text).body;
  log(context.vault, path, SAY[language].corrected(title), [
    ...linesOf(body),
    ...written.map(shownEdit),
    ...linksTo([...new Set(written.map((edit) => edit.path))]),
  ]);
  return {
    summary: [
      SAY[language].corrected(title),
      ...written.map((edit) => `${placeOf(edit)}: ${edit.after.trim()}`),
    ].join('\n'),
    title,
    path,
  };
}

/** A second project that an input belongs to gets a link to where it lies. */
export function linkFrom({ context: { vault } }: Job, project: string, { title, path }: Filed): void {
  log(vault, changelogOf(project), title, linksTo([path]));
}

/** A keyed line of the project that the text makes wrong, changed. Only where there is no doubt. */
function changedFact({ context, material, project }: Job): LineEdit[] {
  if (project === null || !CHANGE.test(material.text)) return [];
  const paths = ['state.md', 'description.md'].map((name) => joinPath(homeOf(project), name));
  const edit = outdatedLine(context.vault, paths, material.text, 2);
  return edit === null ? [] : applyEdits(context, [edit]);
}

const CHANGE =
  /\b(?:now|from now on|changed|changes|raised|lowered|increased|decreased|goes? (?:up|down) to|went (?:up|down) to|no longer|updated to|désormais|maintenant|passe à|passe de|passent à|est passée?|augmente|baisse|change|changé)\b/iu;

export function homeOf(project: string | null): VaultPath {
  return project === null ? ROOT : joinPath(joinPath(ROOT, 'projects'), project);
}

export function changelogOf(project: string | null): VaultPath {
  return joinPath(homeOf(project), 'changelog.md');
}

export function bucketOf(project: string | null): VaultPath {
  return joinPath(homeOf(project), 'bucket');
}

export function projectOf(path: VaultPath | undefined): string | null {
  return /^projects\/([^/]+)\//.exec(path ?? '')?.[1] ?? null;
}

/** An entry can't hold headings or code: they would end it. */
function isShort(text: string): boolean {
  return text.length <= MOST_ENTRY && !/^(?:#{1,6} |```|~~~)/m.test(text);
}

function linesOf(text: string): string[] {
  return text.trim() === '' ? [] : text.trim().split('\n');
}

/** The title of the entry about raw material. */
export function filedTitle(title: string, language: Language): string {
  return SAY[language].filed(title);
}

export function linksTo(paths: readonly VaultPath[]): string[] {
  return paths.map((path) => `→ ${showPath(path)}`);
}

function shownEdit({ before, after }: LineEdit): string {
  return `${before.trim()} → ${after.trim()}`;
}

/** A title without the words of its day, which the date beside it says. */
function withoutDay(title: string, { start, end }: NamedDay): string {
  const before = title.slice(0, start).replace(/[\s,:;(–—-]+$/, '');
  const after = title.slice(end).replace(/^[\s:;–—-]+|^\s*\)/, '');
  const clean = `${before}${/^,|^$/.test(after) || before === '' ? '' : ' '}${after}`.replace(
    /^[\s,]+|(?:[\s,:;]|\s(?:is|est|à|le|on|the|pour|for))+$/giu,
    '',
  );
  return /\p{L}{2}/u.test(clean) ? clean : title;
}

function withFullStop(line: string): string {
  return /[.!?…]$/.test(line) ? line : `${line}.`;
}

/** `Thursday 2025-07-17` */
export function dayInWords(day: string, language: Language): string {
  return `${weekdayOf(day, language)} ${day}`;
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

function profileSections(language: Language): Record<ProfileSection, Section> {
  const isFrench = language === 'fr';
  return {
    identity: {
      names: ['identite', 'identity', 'about me', 'moi'],
      heading: isFrench ? 'Identité' : 'Identity',
    },
    work: { names: ['travail', 'work', 'job', 'metier'], heading: isFrench ? 'Travail' : 'Work' },
    people: {
      names: ['proches', 'people', 'family', 'famille', 'contacts', 'entourage', 'relations'],
      heading: isFrench ? 'Proches' : 'People',
    },
    preferences: {
      names: ['preferences', 'gouts', 'habitudes', 'habits'],
      heading: isFrench ? 'Préférences' : 'Preferences',
    },
  };
}

const SAY = {
  en: {
    filed: (title: string) => `Filed: ${title}`,
    noted: (project: string, title: string) => `Noted in ${project}: ${title}`,
    decided: (project: string | null, title: string) =>
      `Decision logged in ${project ?? 'the general changelog'}: ${title}`,
    task: (title: string) => `Task added: ${title}`,
    tasks: (count: number) => `${count} tasks added`,
    taskIn: (project: string | null, added: string[]) =>
      `${added.length === 1 ? 'Task' : `${added.length} tasks`} added to ${project ?? 'the general tasks'}: ${added.join('; ')}`,
    done: (title: string) => `Done: ${title}`,
    doneIn: (project: string | null, title: string) =>
      `Task closed in ${project ?? 'the general tasks'}: ${title}`,
    fact: (title: string) => `Profile: ${title}`,
    factChanged: 'Profile changed',
    factReplaced: (before: string, after: string) => `Profile changed: ${before} → ${after}`,
    factAdded: (title: string, section: string) => `Added to your profile (${section}): ${title}`,
    appointment: (when: string, what: string) => `${when}: ${what}`,
    appointmentIn: (project: string | null, when: string, what: string) =>
      `Date added to ${project ?? 'the general tasks'}: ${when}, ${what}`,
    corrected: (title: string) => `Corrected: ${title}`,
  },
  fr: {
    filed: (title: string) => `Classé : ${title}`,
    noted: (project: string, title: string) => `Noté dans ${project} : ${title}`,
    decided: (project: string | null, title: string) =>
      `Décision notée dans ${project ?? 'le changelog général'} : ${title}`,
    task: (title: string) => `Tâche ajoutée : ${title}`,
    tasks: (count: number) => `${count} tâches ajoutées`,
    taskIn: (project: string | null, added: string[]) =>
      `${added.length === 1 ? 'Tâche ajoutée' : `${added.length} tâches ajoutées`} ${project === null ? 'aux tâches générales' : `à ${project}`} : ${added.join(' ; ')}`,
    done: (title: string) => `Fait : ${title}`,
    doneIn: (project: string | null, title: string) =>
      `Tâche terminée dans ${project ?? 'les tâches générales'} : ${title}`,
    fact: (title: string) => `Profil : ${title}`,
    factChanged: 'Profil modifié',
    factReplaced: (before: string, after: string) => `Profil modifié : ${before} → ${after}`,
    factAdded: (title: string, section: string) => `Ajouté à votre profil (${section}) : ${title}`,
    appointment: (when: string, what: string) => `${when} : ${what}`,
    appointmentIn: (project: string | null, when: string, what: string) =>
      `Date ajoutée à ${project ?? 'vos tâches'} : ${when}, ${what}`,
    corrected: (title: string) => `Corrigé : ${title}`,
  },
} as const;
