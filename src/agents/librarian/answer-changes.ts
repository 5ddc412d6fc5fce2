import { allOpenTasks, type Task } from '../../vault/tasks.js';
import { type Answer, type AnsweredItem, fieldIn, filedIn, isFiled, isNone, jobOf } from './answered-item.js';
import type { Choice } from './choices.js';
import { fileCorrection } from './file-as/correction.js';
import { isShort } from './file-as/note.js';
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
export async function change(item: AnsweredItem): Promise<string | null> {
  const { review, mandate } = item;
  if (editsIn(item).length === 0 || mandate === null) return null;
  const isTold = !(await takeBackNote(item));
  // Looked for again: what was taken back moved lines.
  return fileCorrection(jobOf(item, filedIn(review)), editsIn(item), mandate, isTold).summary;
}

/** Takes the note back that was filed until the user had said what it changes; true where its text has to be told now. */
async function takeBackNote({ run, review, material }: AnsweredItem): Promise<boolean> {
  if (!isFiled(review)) return true;
  if (!isShort(material.text) || fieldIn(review, 'asks') === 'right') return false;
  return (await run.takeBack(fieldIn(review, 'update') ?? '')) !== null;
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
export async function end(item: AnsweredItem, tasks: readonly Task[]): Promise<string | null> {
  const { mandate, material } = item;
  if (mandate === null) return null;
  const isTold = !(await takeBackNote(item));
  const summaries = tasks.flatMap((task, index) => {
    // Looked up anew: ending one moves the lines of those below it.
    const now = openTasksFor(item).find((open) => taskLabel(open) === taskLabel(task));
    if (now === undefined) return [];
    const text = isTold ? '' : material.text;
    const images = index === 0 && !isTold ? material.images : [];
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
