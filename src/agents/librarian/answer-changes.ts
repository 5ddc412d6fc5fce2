import { allOpenTasks, type Task } from '../../vault/tasks.js';
import { type Answer, type AnsweredItem, fieldIn, filedIn, isFiled, isNone, jobOf } from './answered-item.js';
import type { Choice } from './choices.js';
import { fileCorrection } from './file-as/correction.js';
import { fileDone } from './file-as/task.js';
import type { Kind } from './kinds/kind.js';
import { ADD, CORRECT_ALL, taskLabel } from './labels.js';
import { editIn, type LineEdit } from './line-edits.js';
import { fileAs, fileAtTarget } from './place-input.js';
import { listProjects } from './projects.js';

/** The edits that an answer chooses: those of the question, to the letter. */
export function editsIn({ run, reply, choices }: AnsweredItem): LineEdit[] {
  const isAll = reply.chosen.some(({ label }) => CORRECT_ALL.some((word) => label.startsWith(word)));
  const { vault } = run.context;
  const editsOf = (labels: readonly Choice[]) => labels.flatMap(({ label }) => editIn(vault, label) ?? []);
  return editsOf(isAll || reply.plain === 'yes' ? choices : reply.chosen);
}

/** Carries the edits out that an answer chooses. */
export function change(item: AnsweredItem): string | null {
  const { review, mandate } = item;
  const edits = editsIn(item);
  if (edits.length === 0 || mandate === null) return null;
  return fileCorrection(jobOf(item, filedIn(review)), edits, mandate, isFiled(review)).summary;
}

/** Changes the lines that the user chose, or files the input as something new. */
export const changeLines: Answer = async (item) => {
  const { review, reply, language } = item;
  const kind = (fieldIn(review, 'kind') ?? 'note') as Kind;
  if (reply.chosen.some(({ label }) => ADD.includes(label)))
    return (await fileAs(jobOf(item, filedIn(review)), kind)).summary;
  if (!isNone(reply)) return change(item);
  if (isFiled(review)) return STAYS[language];
  return reply.place === 'discard' ? null : keep(item);
};

/** Ends the tasks that the user chose. */
export const endTasks: Answer = async (item) => {
  const { review, reply, choices, language } = item;
  const tasks = openTasksFor(item);
  const taskOf = ({ label }: Choice) => tasks.find((open) => taskLabel(open) === label) ?? [];
  const offered = choices.flatMap(taskOf);
  const meant = reply.plain === 'yes' && offered.length === 1 ? offered : reply.chosen.flatMap(taskOf);
  if (meant.length > 0) return end(item, meant);
  if (!isNone(reply)) return null;
  if (isFiled(review)) return STAYS[language];
  return reply.place === 'discard' ? null : keep(item);
};

/** Ends tasks; a text that is filed already is not told again. */
export function end(item: AnsweredItem, tasks: readonly Task[]): string | null {
  const { mandate, review, material } = item;
  if (mandate === null) return null;
  const summaries = tasks.flatMap((task, index) => {
    // Looked up anew: ending one moves the lines of those below it.
    const now = openTasksFor(item).find((open) => taskLabel(open) === taskLabel(task));
    if (now === undefined) return [];
    const text = isFiled(review) ? '' : material.text;
    const images = index === 0 && !isFiled(review) ? material.images : [];
    const job = { ...jobOf(item, now.project), material: { ...material, text, images } };
    return fileDone(job, now, mandate).summary;
  });
  return summaries.join('\n');
}

export function openTasksFor({ run }: AnsweredItem): Task[] {
  return allOpenTasks(run.context.vault, listProjects(run.context.vault));
}

/** A text that changes nothing after all. */
async function keep({ run, material, language }: AnsweredItem): Promise<string> {
  return fileAtTarget(run.context, material, { kind: 'bucket' }, { kind: 'note', language });
}

/** Said where an answer leaves everything as it is. */
export const STAYS = {
  en: 'Nothing to change: it stays where it is.',
  fr: 'Rien à changer : tout reste en place.',
} as const;
