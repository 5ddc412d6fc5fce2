import { type Task, tasksFile } from '../../../vault/tasks.js';
import { addTask, fileImages, log, removeTask } from '../filing.js';
import { entryOf } from '../kinds/sentences.js';
import { dueDay, headerOf, tasksIn, titleWithout } from '../kinds/task.js';
import type { Mandate } from '../mandate.js';
import {
  bucketOf,
  changelogOf,
  dayInWords,
  eventDay,
  type Filed,
  type Job,
  linesOf,
  linksTo,
  readingDay,
  withDay,
} from './job.js';

/** One task or several, each with its deadline; one entry logs them. */
export async function fileTasks(job: Job): Promise<Filed> {
  const { context, material, project, language } = job;
  const { vault } = context;
  const today = readingDay(job);
  const path = tasksFile(project);
  const images = fileImages(vault, bucketOf(project), material);
  const added: string[] = [];
  for (const task of job.tasks ?? tasksIn(material.text)) {
    const { title, body } = entryOf(task);
    const due = dueDay(title, today);
    const shown = titleWithout(due, title);
    await addTask(
      context,
      path,
      {
        title: shown,
        deadline: due?.day ?? null,
        details: [...linesOf(body), ...linksTo(images), ...(job.sources ?? [])],
        project,
      },
      language,
    );
    added.push(due === null ? shown : `${shown} (${dayInWords(due.day, language)})`);
  }
  const [first = ''] = added;
  const title = added.length === 1 ? SAY[language].task(first) : SAY[language].tasks(added.length);
  // What is said above a list is of all its items.
  const header = headerOf(material.text);
  const isSaid = header === '' || added.some((task) => task.includes(header));
  const lines = added.length === 1 ? [] : [...(isSaid ? [] : [header]), ...added.map((task) => `- ${task}`)];
  log(vault, changelogOf(project), title, [...lines, ...linksTo([path])]);
  return { summary: SAY[language].taskIn(project, added), title, path };
}

/** A task leaves its file and becomes an entry of the changelog, with the words that closed it. */
export function fileDone(
  { context: { vault }, material, language }: Job,
  task: Task,
  mandate: Mandate,
): Filed {
  removeTask(mandate, task);
  const said = material.text.trim();
  const body = said === task.title ? [] : linesOf(said);
  const images = fileImages(vault, bucketOf(task.project), material);
  const path = changelogOf(task.project);
  const title = SAY[language].done(task.title);
  const day = eventDay(material);
  log(vault, path, title, [...body, ...linesOf(task.body), ...linksTo(images)], day);
  return {
    summary: withDay(SAY[language].doneIn(task.project, task.title), day, language),
    title,
    path,
    day,
  };
}

const SAY = {
  en: {
    task: (title: string) => `Task added: ${title}`,
    tasks: (count: number) => `${count} tasks added`,
    taskIn: (project: string | null, added: string[]) =>
      `${added.length === 1 ? 'Task' : `${added.length} tasks`} added to ${project ?? 'the general tasks'}: ${added.join('; ')}`,
    done: (title: string) => `Done: ${title}`,
    doneIn: (project: string | null, title: string) =>
      `Task closed in ${project ?? 'the general tasks'}: ${title}`,
  },
  fr: {
    task: (title: string) => `Tâche ajoutée : ${title}`,
    tasks: (count: number) => `${count} tâches ajoutées`,
    taskIn: (project: string | null, added: string[]) =>
      `${added.length === 1 ? 'Tâche ajoutée' : `${added.length} tâches ajoutées`} ${project === null ? 'aux tâches générales' : `à ${project}`} : ${added.join(' ; ')}`,
    done: (title: string) => `Fait : ${title}`,
    doneIn: (project: string | null, title: string) =>
      `Tâche terminée dans ${project ?? 'les tâches générales'} : ${title}`,
  },
} as const;
