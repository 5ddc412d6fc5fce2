import { localDate } from '../../shared/clock.js';
import { readText } from '../../vault/files.js';
import { trimLineEnds } from '../../vault/lines.js';
import type { Language } from '../../vault/starter.js';
import { languageOf } from '../language.js';
import type { UpdateOutcome, UpdateRun } from '../update.js';
import { change, changeLines, editsIn, end, endTasks, openTasksFor, STAYS } from './answer-changes.js';
import { type Answer, type AnsweredItem, fieldIn, filedIn, isFiled, isNone } from './answered-item.js';
import { choicesIn, type Target, targetOf } from './choices.js';
import { type Job, projectOf } from './file-as/job.js';
import type { Material } from './filing.js';
import { readInboxMaterial } from './inbox-material.js';
import { isDiscarded, keepSecret } from './keep-secret.js';
import { matchingTasks } from './kinds/done.js';
import { ALL, KEEP, RIGHT, statementOf } from './labels.js';
import { addOnly, Mandate } from './mandate.js';
import { fileAs, fileAtTarget, fileInAll, kindIn } from './place-input.js';
import { listProjects } from './projects.js';
import { readReply } from './reply.js';
import type { Asks } from './review.js';
import { teach } from './routing/lessons.js';
import { fileDrawing } from './sessions/file-drawing.js';
import { suggestionIn } from './sessions/labels.js';
import { dayOf } from './sessions/turns.js';
import { chooseVersion, versionIn } from './sync-answer.js';

/** Carries out the answer to an inbox item and closes it; an unclear answer leaves it open, and asks again. */
export async function answerItem(run: UpdateRun, name: string, fallback: Language): Promise<UpdateOutcome> {
  const { context, input } = run;
  const { vault } = context;
  const { folder, review, material } = readInboxMaterial(vault, name);
  const language = languageOf(review, fallback);
  const choices = choicesIn(review);
  const reply = readReply(input.text, choices, listProjects(vault));
  const images = [...material.images, ...input.images];
  const asks = (fieldIn(review, 'asks') ?? 'place') as Asks;
  const item: AnsweredItem = {
    run: { ...run, context: { ...context, vault: addOnly(vault) } },
    name: folder.slice(folder.indexOf('/') + 1),
    folder,
    review,
    choices,
    material: { ...material, images },
    reply,
    language,
    whole: vault,
    mandate: Mandate.ofAnswer(vault, asks) ?? Mandate.ofField(vault, reply.kind),
  };
  const done =
    (await (ANSWERS[asks] ?? place)(item)) ??
    (FILED.includes(asks) || isFiled(review) ? null : await place(item));
  if (done === null) {
    const summary = SAY[language].again(input.text.trim().slice(0, 80));
    return { state: 'needs_answer', summary, inbox: item.name };
  }
  // A filing that was taken back took its question along.
  if (vault.locate(folder).kind === 'folder') vault.remove(vault.locate(folder));
  if (asks === 'place' || asks === 'right') learnFrom(item);
  const outcome: UpdateOutcome = { state: 'done', summary: done, inbox: null };
  if (asks !== 'secret') return outcome;
  return {
    ...outcome,
    decided: { item: item.name, held: fieldIn(review, 'held'), isKept: !isDiscarded(reply) },
  };
}

/** Remembers where the user said that the input belongs; what was deleted belongs nowhere. */
function learnFrom(item: AnsweredItem): void {
  const { run, material, review } = item;
  const from = filedIn(review);
  const [target] = targetsOf(item);
  if (target?.kind === 'discard') return;
  const project = target === undefined ? from : 'project' in target ? target.project : null;
  teach(run.context.vault, { id: run.id, text: material.text, project, from });
}

/** Questions about something that is filed: their answers put nothing anywhere. */
const FILED: readonly Asks[] = ['right', 'statements', 'session', 'outdated', 'sync', 'secret'];

/** Takes the filing back that an item asks about; false where later changes stand in the way. */
async function takeBack({ run, review }: AnsweredItem): Promise<boolean> {
  return (await run.takeBack(fieldIn(review, 'update') ?? '')) !== null;
}

/** Files the input at the place that the answer names, with what else it says. */
const place: Answer = async (item) => {
  const { run, reply, language } = item;
  const material = withWords(item.material, reply.words);
  if (reply.kind === 'done') {
    const [task, ...others] = matchingTasks(material.text, openTasksFor(item));
    if (task !== undefined && others.length === 0) return end({ ...item, material }, [task]);
  }
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

function targetsOf({ run, reply }: AnsweredItem): Target[] {
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

/** `Right` closes the question; another place moves what was filed. */
const right: Answer = async (item) => {
  const { reply, language } = item;
  if (reply.plain !== 'yes' && editsIn(item).length > 0) return change(item);
  if (reply.plain === 'yes' || reply.chosen.some(({ label }) => RIGHT.some((word) => label.startsWith(word))))
    return STAYS[language];
  if (targetsOf(item).length === 0) return null;
  if (!(await takeBack(item))) return SAY[language].changedSince;
  return place(item);
};

/** Files the lines that the user confirmed; the text itself is filed already. */
const statements: Answer = async (item) => {
  const { run, review, reply, choices, language } = item;
  const isAll = reply.plain === 'yes' || reply.chosen.some(({ label }) => ALL.includes(label));
  if (isNone(reply)) return STAYS[language];
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
  if (isNone(reply)) return STAYS[language];
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

const secret: Answer = async (item) => {
  const { whole, review, reply, language } = item;
  const run = { ...item.run, context: { ...item.run.context, vault: whole } };
  const [target] = targetsOf(item);
  const isNamed = target !== undefined || reply.chosen.some(({ label }) => KEEP.includes(label));
  if (isDiscarded(reply)) return SAY[language].erased;
  if (reply.plain !== 'yes' && !isNamed) return null;
  const project = target !== undefined && 'project' in target ? target.project : null;
  return keepSecret(run, { id: fieldIn(review, 'held'), material: item.material, project }, language);
};

/** Puts the version in place that the user chose, on this machine: the others get it like any change. */
const answerSync: Answer = async ({ whole: vault, folder, review, reply, language }) => {
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
  correction: changeLines,
  outdated: changeLines,
  done: endTasks,
  statements,
  session,
  sync: answerSync,
  secret,
};

const SAY = {
  en: {
    again: (answer: string) => `"${answer}" does not say what to do.`,
    known: (text: string) => `Already saved: ${text}`,
    changedSince: 'It changed since, so it stays where it is. Move it by hand.',
    erased: 'Deleted: nothing of it is left.',
    asItIs: (path: string) => `${path} stays as it is.`,
    changed: (path: string) => `Changed ${path}.`,
    elsewhere: (path: string) => `${path} changed since, so it stays as it is. Change it by hand.`,
  },
  fr: {
    again: (answer: string) => `« ${answer} » ne dit pas quoi faire.`,
    known: (text: string) => `Déjà enregistré : ${text}`,
    changedSince: 'Le texte a changé entre-temps et reste en place. Déplacez-le à la main.',
    erased: 'Supprimé : il n’en reste rien.',
    asItIs: (path: string) => `${path} reste tel quel.`,
    changed: (path: string) => `${path} modifié.`,
    elsewhere: (path: string) => `${path} a changé entre-temps et reste tel quel. Modifiez-le à la main.`,
  },
} as const;
