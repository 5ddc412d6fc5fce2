import { localDate } from '../../shared/clock.js';
import { readText } from '../../vault/files.js';
import { fieldOf, splitFrontmatter } from '../../vault/frontmatter.js';
import { trimLineEnds } from '../../vault/lines.js';
import type { VaultPath } from '../../vault/paths.js';
import type { Language } from '../../vault/starter.js';
import { languageOf } from '../language.js';
import type { UpdateOutcome, UpdateRun } from '../update.js';
import { type Choice, choicesIn, type Target, targetOf } from './choices.js';
import { correctedLines } from './corrected-lines.js';
import { fileCorrection } from './file-as/correction.js';
import { type Job, projectOf } from './file-as/job.js';
import { fileDone } from './file-as/task.js';
import type { Material } from './filing.js';
import { correctionOf } from './implied-correction.js';
import { readInboxMaterial } from './inbox-material.js';
import { openTasks } from './kinds/done.js';
import type { Kind } from './kinds/kind.js';
import { ALL, CORRECT_ALL, KEEP, NONE, RIGHT, statementOf, taskLabel } from './labels.js';
import { editLabel, isEditOf } from './line-edits.js';
import { fileAs, fileAtTarget, fileInAll, kindIn } from './place-input.js';
import { listProjects } from './projects.js';
import { type Reply, readReply } from './reply.js';
import type { Asks } from './review.js';
import { teach } from './routing/lessons.js';
import { fileDrawing } from './sessions/file-drawing.js';
import { suggestionIn } from './sessions/labels.js';
import { dayOf } from './sessions/turns.js';
import { chooseVersion, versionIn } from './sync-answer.js';

interface Item {
  run: UpdateRun;
  name: string;
  folder: VaultPath;
  review: string;
  choices: Choice[];
  material: Material;
  reply: Reply;
  language: Language;
}

/** What was done, in words; null where the answer does not say. */
type Answer = (item: Item) => Promise<string | null>;

/** Carries out the answer to an inbox item and closes it; an unclear answer leaves it open, and asks again. */
export async function answerItem(run: UpdateRun, name: string, fallback: Language): Promise<UpdateOutcome> {
  const { context, input } = run;
  const { vault } = context;
  const { folder, review, material } = readInboxMaterial(vault, name);
  const language = languageOf(review, fallback);
  const choices = choicesIn(review);
  const reply = readReply(input.text, choices, listProjects(vault));
  const images = [...material.images, ...input.images];
  const item: Item = {
    run,
    name: folder.slice(folder.indexOf('/') + 1),
    folder,
    review,
    choices,
    material: { ...material, images },
    reply,
    language,
  };
  const asks = (fieldIn(review, 'asks') ?? 'place') as Asks;
  const done = (await (ANSWERS[asks] ?? place)(item)) ?? (FILED.includes(asks) ? null : await place(item));
  if (done === null) {
    const summary = SAY[language].again(input.text.trim().slice(0, 80));
    return { state: 'needs_answer', summary, inbox: item.name };
  }
  // A filing that was taken back took its question along.
  if (vault.locate(folder).kind === 'folder') vault.remove(vault.locate(folder));
  if (asks === 'place' || asks === 'right') learnFrom(item);
  return { state: 'done', summary: done, inbox: null };
}

/** Remembers where the user said that the input belongs; what was deleted belongs nowhere. */
function learnFrom(item: Item): void {
  const { run, material, review } = item;
  const from = filedIn(review);
  const [target] = targetsOf(item);
  if (target?.kind === 'discard') return;
  const project = target === undefined ? from : 'project' in target ? target.project : null;
  teach(run.context.vault, { id: run.id, text: material.text, project, from });
}

/** Questions about something that is filed: their answers put nothing anywhere. */
const FILED: readonly Asks[] = ['right', 'statements', 'session', 'outdated', 'sync'];

/** The project that an item's review says its input was filed in. */
function filedIn(review: string): string | null {
  return projectOf(/^→ (\S+)/m.exec(review)?.[1] ?? '');
}

function fieldIn(review: string, name: string): string | null {
  return fieldOf(splitFrontmatter(review).yaml, name);
}

/** Takes the filing back that an item asks about; false where later changes stand in the way. */
async function takeBack({ run, review }: Item): Promise<boolean> {
  return (await run.takeBack(fieldIn(review, 'update') ?? '')) !== null;
}

/** Files the input at the place that the answer names, with what else it says. */
const place: Answer = async (item) => {
  const { run, reply, language } = item;
  const material = withWords(item.material, reply.words);
  const targets = targetsOf(item);
  if (targets.length === 0) return null;
  const projects = targets.flatMap((target) => (target.kind === 'project' ? [target.project] : []));
  if (projects.length > 1) {
    const kind = reply.kind ?? kindIn(run.context, material, projects[0]!);
    return (
      await fileInAll(
        { context: run.context, material, language },
        projects,
        kind === 'fact' || kind === 'question' ? 'note' : kind,
      )
    ).summary;
  }
  return fileAtTarget(run.context, material, targets[0]!, { kind: reply.kind, language });
};

function targetsOf({ run, reply }: Item): Target[] {
  const projects = listProjects(run.context.vault);
  const chosen = reply.chosen.flatMap(({ label }) => targetOf(label, projects) ?? []);
  if (chosen.length > 0) return chosen;
  if (reply.newProject !== null) return [{ kind: 'new-project', project: reply.newProject }];
  if (reply.projects.length > 0) return reply.projects.map((project) => ({ kind: 'project', project }));
  if (reply.place !== null) return [{ kind: reply.place }];
  // A kind alone: what has no project has a place of its own.
  return reply.kind === 'task' ? [{ kind: 'task' }] : [];
}

function withWords(material: Material, words: string): Material {
  return words === '' ? material : { ...material, text: `${material.text.trimEnd()}\n\n${words}`.trim() };
}

function jobOf({ run, material, language }: Item, project: string | null): Job {
  return { context: run.context, material, project, language };
}

/** `Right` closes the question; another place moves what was filed. */
const right: Answer = async (item) => {
  const { reply, language } = item;
  if (reply.plain === 'yes' || reply.chosen.some(({ label }) => RIGHT.some((word) => label.startsWith(word))))
    return SAY[language].kept;
  if (targetsOf(item).length === 0) return null;
  if (!(await takeBack(item))) return SAY[language].changedSince;
  return place(item);
};

const correction: Answer = async (item) => {
  const { run, material, reply, choices } = item;
  const { vault } = run.context;
  const found = correctionOf(vault, material.text, null);
  const edits =
    found === null ? [] : correctedLines(vault, material.text, found, null, localDate(vault.clock.now()));
  const labels = reply.plain === 'yes' ? choices.slice(0, 1) : reply.chosen;
  const isAll = labels.some(({ label }) => CORRECT_ALL.some((word) => label.startsWith(word)));
  // Only the lines that the question showed.
  const wanted = edits.filter((edit) =>
    (isAll ? choices : labels).some(({ label }) => label === editLabel(edit)),
  );
  return wanted.length === 0 ? null : fileCorrection(jobOf(item, null), wanted).summary;
};

const done: Answer = async (item) => {
  const summaries: string[] = [];
  for (const { label } of item.reply.chosen) {
    // Looked up anew: closing one moves the lines of those below it.
    const task = openTasks(item.run.context.vault).find((open) => taskLabel(open) === label);
    if (task === undefined) continue;
    const job = jobOf(item, task.project);
    const images = summaries.length === 0 ? job.material.images : [];
    summaries.push(fileDone({ ...job, material: { ...job.material, images } }, task).summary);
  }
  return summaries.length === 0 ? null : summaries.join('\n');
};

function isNone({ plain, place: at, chosen }: Reply): boolean {
  return plain === 'no' || at === 'discard' || chosen.some(({ label }) => NONE.includes(label));
}

/** Files the input again, with the lines changed that the user chose. */
const outdated: Answer = async (item) => {
  const { review, reply, choices, language } = item;
  if (isNone(reply)) return SAY[language].kept;
  const chosen = reply.plain === 'yes' ? choices.slice(0, -1) : reply.chosen;
  if (chosen.length === 0) return null;
  if (!(await takeBack(item))) return SAY[language].changedSince;
  const job = jobOf(item, filedIn(review));
  const isOutdated: Job['isOutdated'] = (edit) => chosen.some(({ label }) => isEditOf(label, edit));
  const { summary } = await fileAs({ ...job, isOutdated }, (fieldIn(review, 'kind') ?? 'note') as Kind);
  return summary;
};

/** Files the lines that the user confirmed; the text itself is filed already. */
const statements: Answer = async (item) => {
  const { run, review, reply, choices, language } = item;
  const isAll = reply.plain === 'yes' || reply.chosen.some(({ label }) => ALL.includes(label));
  if (isNone(reply)) return SAY[language].kept;
  const wanted = (isAll ? choices : reply.chosen).flatMap(({ label }) => statementOf(label) ?? []);
  if (wanted.length === 0) return null;
  const project = filedIn(review);
  const summaries: string[] = [];
  for (const { kind, text } of wanted) {
    const job: Job = { context: run.context, material: { text, images: [] }, project, language };
    summaries.push((await fileAs(job, kind)).summary);
  }
  return summaries.join('\n');
};

/** Files the suggestions of a session that the user wants, with links to their lines. */
const session: Answer = async (item) => {
  const { run, review, reply, choices, language, material } = item;
  if (isNone(reply)) return SAY[language].kept;
  const isAll = reply.plain === 'yes' || reply.chosen.some(({ label }) => ALL.includes(label));
  const wanted = (isAll ? choices : reply.chosen).flatMap(({ label }) => suggestionIn(label) ?? []);
  if (wanted.length === 0) return null;
  const { context } = run;
  const at = context.vault.resolve(fieldIn(review, 'session') ?? '');
  const transcript = at.path;
  // The transcript may be gone since.
  const day = at.kind === 'file' ? dayOf(readText(at)) : null;
  const given = day ?? material.given ?? localDate(context.vault.clock.now());
  const place = { context, transcript, project: projectOf(transcript), language, given };
  const summaries: string[] = [];
  for (const drawing of wanted) {
    const filed = await fileDrawing(place, drawing);
    summaries.push(filed?.summary ?? SAY[language].known(drawing.text));
  }
  return summaries.join('\n');
};

/** Kept: filed like any other text, and found from then on. */
const secret: Answer = async (item) => {
  const { reply, run } = item;
  const isKept = reply.plain === 'yes' || reply.chosen.some(({ label }) => KEEP.includes(label));
  if (!isKept) return null;
  const [project] = listProjects(run.context.vault).filter((name) => item.material.text.includes(name));
  return fileAtTarget(
    run.context,
    item.material,
    project === undefined ? { kind: 'bucket' } : { kind: 'project', project },
    { kind: null, language: item.language },
  );
};

/** Puts the version in place that the user chose, on this machine: the others get it like any change. */
const answerSync: Answer = async ({ run, folder, review, reply, language }) => {
  const { vault } = run.context;
  const place = vault.resolve(fieldIn(review, 'path') ?? '');
  const texts = readInboxMaterial(vault, folder).texts.map(({ text }) => trimLineEnds(text, 'end'));
  const choice = versionIn(reply);
  if (choice === null) return null;
  const outcome = chooseVersion(vault, place, texts, choice);
  return SAY[language][outcome](place.shown);
};

const ANSWERS: Record<Asks, Answer> = {
  place,
  right,
  correction,
  outdated,
  done,
  statements,
  session,
  sync: answerSync,
  secret,
};

const SAY = {
  en: {
    again: (answer: string) => `"${answer}" does not say what to do.`,
    kept: 'Nothing to change: it stays where it is.',
    known: (text: string) => `Already saved: ${text}`,
    changedSince: 'It changed since, so it stays where it is. Move it by hand.',
    asItIs: (path: string) => `${path} stays as it is.`,
    changed: (path: string) => `Changed ${path}.`,
    elsewhere: (path: string) => `${path} changed since, so it stays as it is. Change it by hand.`,
  },
  fr: {
    again: (answer: string) => `« ${answer} » ne dit pas quoi faire.`,
    kept: 'Rien à changer : tout reste en place.',
    known: (text: string) => `Déjà enregistré : ${text}`,
    changedSince: 'Le texte a changé entre-temps et reste en place. Déplacez-le à la main.',
    asItIs: (path: string) => `${path} reste tel quel.`,
    changed: (path: string) => `${path} modifié.`,
    elsewhere: (path: string) => `${path} a changé entre-temps et reste tel quel. Modifiez-le à la main.`,
  },
} as const;
