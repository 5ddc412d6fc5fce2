import type { Embedder } from '../../search/models/embedder.js';
import { localDate } from '../../shared/clock.js';
import { showPath } from '../../vault/paths.js';
import type { Language } from '../../vault/starter.js';
import { allOpenTasks } from '../../vault/tasks.js';
import { answerDeletion } from '../deletion-request.js';
import { languageOf } from '../language.js';
import type { UpdateHandler, UpdateOutcome } from '../update.js';
import { answerItem } from './answer-item.js';
import { answerByRule } from './answer-question.js';
import { askOffers, askRight, askStatements, askWhere, askWhichLines, askWhichTask } from './ask-user.js';
import { fileCorrection } from './file-as/correction.js';
import type { Filed } from './file-as/job.js';
import { fileLogged } from './file-as/note.js';
import { fileDone } from './file-as/task.js';
import { closedTasks } from './kinds/closed-tasks.js';
import { isCompletion } from './kinds/done.js';
import { personIn } from './kinds/fact.js';
import type { Kind } from './kinds/kind.js';
import { isKeptOut, isPrivate } from './kinds/private.js';
import { headerOf, labelOf, tasksIn } from './kinds/task.js';
import { knownCopy } from './known-copy.js';
import { addOnly, Mandate } from './mandate.js';
import { correctionsIn, fileAtTarget, fileInAll, kindIn } from './place-input.js';
import { announcedProject, listProjects, nameOf } from './projects.js';
import { withoutRecalled } from './recalled.js';
import { projectsNamed, withoutLabel } from './routing/names.js';
import { routeInput } from './routing/route-input.js';
import { drawFrom } from './sessions/draw.js';
import { fileSession } from './sessions/file-session.js';
import { because, type Filing, isForNoProject, type Where, whereTo } from './where-to.js';

/**
 * Files updates without a model, deterministically: files what is certain, asks one question about the rest. What it guesses can only add.
 */
export function createLibrarian(fallback: Language, embedder: Embedder): UpdateHandler {
  return async (given) => {
    const { input } = given;
    const language = languageOf(input.text, fallback);
    if (input.inbox_ref !== null)
      return answerDeletion(given, language) ?? answerItem(given, input.inbox_ref, language);

    const mandate = Mandate.ofField(given.context.vault, input.kind);
    const context = { ...given.context, vault: addOnly(given.context.vault) };
    const run = { ...given, context };
    if (input.session != null)
      return fileSession(run, input.session, async (turns) => ({ drawings: drawFrom(turns) }), fallback);

    const text = withoutRecalled(input.text);
    if (text.trim() === '' && input.images.length === 0) return done(SAY[language].recalled);
    const known = input.images.length === 0 ? await knownCopy(context, text) : null;
    if (known !== null) return done(SAY[language].known(showPath(known)));
    const day = run.arrived ?? localDate(context.vault.clock.now());
    const isDone = input.kind === 'done' || (input.kind == null && isCompletion(text));
    const open = isDone ? allOpenTasks(context.vault, listProjects(context.vault)) : [];
    const closes = await closedTasks(text, open, embedder);
    return file({ run, material: { text, images: input.images, given: day }, language, closes, mandate });
  };
}

async function file(filing: Filing): Promise<UpdateOutcome> {
  const { run, material, closes } = filing;
  const opened = newProjectIn(filing);
  if (opened !== null) return openProject(filing, opened);
  const where = await whereTo(filing);
  if (isKeptOut(material.text)) return askWhere(filing, { ...where, project: null, others: [], reasons: [] });
  // What belongs elsewhere can't be filed from behind a wall, whether it is there or not: the user decides.
  if (run.context.vault.behind !== undefined && (where.isGlobal || namesOther(filing, where)))
    return askWhere(filing, where);
  const kind = run.input.kind ?? kindIn(run.context, material, where.project, closes);
  if (kind === 'question') return answerInstead(filing);
  if (kind === 'task') return fileTasks(filing, where);
  if (kind === 'correction') return correct(filing, where);
  if (kind === 'fact')
    return fileThere(filing, { ...where, project: null, isAsked: false, reasons: [] }, kind);
  if (kind === 'done') return finish(filing, where);
  // A date has a place of its own, a decision or a short note only where no project is likely to own it.
  const isOwn = kind === 'decision' || (kind === 'note' && isOfOwnLife(filing));
  const isGlobal = where.isGlobal || kind === 'appointment' || (isOwn && isForNoProject(where));
  return where.project !== null || isGlobal ? fileThere(filing, where, kind) : askWhere(filing, where);
}

/** Whether a mark of the text names another project than the one it would go to: `@zebra`, `new project Zebra`. */
function namesOther({ material: { text } }: Filing, { project }: Where): boolean {
  const marks = [...text.matchAll(/(?<!\S)@([\p{L}\p{N}][\p{L}\p{N}_-]*)/gu)].map(([, name]) =>
    nameOf(name!),
  );
  const announced = announcedProject(text);
  return [...marks, ...(announced === null ? [] : [announced])].some((name) => name !== project);
}

/** The project that a text announces, unless it is there or the caller says where the text belongs. */
function newProjectIn({ run: { context, input }, material }: Filing): string | null {
  // Behind a wall nothing new can be opened.
  if (input.project != null || input.kind != null || context.vault.behind !== undefined) return null;
  const name = announcedProject(material.text);
  return name === null || listProjects(context.vault).includes(name) ? null : name;
}

async function openProject({ run, material, language }: Filing, project: string): Promise<UpdateOutcome> {
  const target = { kind: 'new-project', project } as const;
  return done(await fileAtTarget(run.context, material, target, { kind: null, language }));
}

/** A note of the user's own life; what lasts of a person, a picture and what the caller placed are asked about. */
function isOfOwnLife({ run: { input }, material: { text, images } }: Filing): boolean {
  return input.project == null && images.length === 0 && personIn(text) === null && isPrivate(text);
}

/** Files at a place, and asks what that leaves open. */
async function fileThere(filing: Filing, where: Where, kind: Kind): Promise<UpdateOutcome> {
  const { run, material, language } = filing;
  const path = showPath(`projects/${where.project ?? ''}`);
  run.onEvent({ type: 'tool-call', id: `append ${path}`, tool: 'append', input: { path } });
  const projects = where.project === null ? [] : [where.project, ...where.others];
  const written = await fileInAll({ context: run.context, material, language, canAsk: true }, projects, kind);
  const filed = { ...written, summary: because(written.summary, where, language) };
  if (kind === 'raw') return askStatements(filing, filed);
  if (where.isAsked && !filed.isHeldBack) return askRight(filing, where, filed);
  if ((filed.offers ?? []).length > 0) return askOffers(filing, kind, filed);
  return done(filed.summary);
}

/** Each task in its project: its own words decide, then those around it. */
async function fileTasks({ run, material, language }: Filing, where: Where): Promise<UpdateOutcome> {
  const { context, input } = run;
  const said = withoutLabel(material.text, listProjects(context.vault));
  const label = labelOf(said);
  const tasks = tasksIn(said).map((task) => (label === '' ? task : task.replace(/$/m, () => ` (${label})`)));
  // An item of a list speaks for itself.
  const isList = /\n|(?:^|\s)1[.)]\s.*\s2[.)]\s/s.test(material.text.trim());
  const header = headerOf(material.text);
  // Of several tasks one may belong to a project and the others to none: only a name speaks for all of them.
  const named = projectsNamed(isList ? header : material.text, listProjects(context.vault));
  const around = tasks.length > 1 && input.project == null ? named[0] : projectForTask(where);
  const byProject = new Map<string | null, { titles: string[]; reasons: string[] }>();
  for (const task of tasks) {
    const own =
      tasks.length === 1 || input.project != null ? null : await routeInput(context, task, { language });
    const [best] = own?.decision === 'file' ? own.candidates : [];
    const isOwn = best?.isPointedAt === true;
    const project = isOwn ? best.project : (around ?? null);
    const { titles = [], reasons = [] } = byProject.get(project) ?? {};
    byProject.set(project, {
      titles: [...titles, task],
      reasons: [...new Set([...reasons, ...(isOwn ? best.reasons : [])])],
    });
  }
  const summaries: string[] = [];
  let { images } = material;
  for (const [project, { titles, reasons }] of byProject) {
    const job = { context, material: { ...material, images }, language, tasks: titles };
    const others = project !== null && project === where.project ? where.others : [];
    const { summary } = await fileInAll(job, project === null ? [] : [project, ...others], 'task');
    summaries.push(because(summary, { reasons }, language));
    images = [];
  }
  const isReasoned = tasks.length === 1 && byProject.has(where.project);
  return done(isReasoned ? because(summaries.join('\n'), where, language) : summaries.join('\n'));
}

/** Tasks have a place of their own: a project gets one only where more than one word speaks for it. */
function projectForTask({ project, route: { candidates } }: Where): string | null {
  const best = candidates.find((candidate) => candidate.project === project);
  return best === undefined || best.isPointedAt ? project : null;
}

/** A question that was given to remember is answered; the same text with the kind `note` is kept. */
async function answerInstead({ run, material, language }: Filing): Promise<UpdateOutcome> {
  const question = material.text.trim();
  const { text, overview } = await answerByRule(run.context, { question }, { signal: run.signal }, language);
  return { ...done(SAY[language].answered(text)), answer: { question, text, overview } };
}

/** Changes the one line that a field means; several, and whatever is only guessed, are for the user to say. */
async function correct(filing: Filing, where: Where): Promise<UpdateOutcome> {
  const { run, material, language, mandate } = filing;
  const { context } = run;
  const edits = correctionsIn(context, material, where.project);
  const [edit, ...others] = edits;
  if (edit === undefined) return keep(filing, where);
  if (mandate !== null && others.length === 0) {
    const job = { context, material, project: where.project, language };
    return done(fileCorrection(job, edits, mandate).summary);
  }
  return isPlaced(where)
    ? askOffers(filing, 'correction', { ...fileKept(filing, where), offers: edits })
    : askWhichLines(filing, edits);
}

/** Ends the one task that a field means; several, and whatever is only guessed, are for the user to say. */
async function finish(filing: Filing, where: Where): Promise<UpdateOutcome> {
  const { run, material, language, closes, mandate } = filing;
  const [task, ...others] = closes;
  if (task === undefined) return keep(filing, where);
  if (mandate !== null && others.length === 0) {
    const job = { context: run.context, material, project: task.project, language };
    return done(fileDone(job, task, mandate).summary);
  }
  return askWhichTask(filing, closes, isPlaced(where) ? fileKept(filing, where) : null);
}

function keep(filing: Filing, where: Where): Promise<UpdateOutcome> | UpdateOutcome {
  return isPlaced(where) ? fileThere(filing, where, 'note') : askWhere(filing, where);
}

function isPlaced({ project, isGlobal }: Where): boolean {
  return project !== null || isGlobal;
}

/** The text as it is, until the user has said what it changes. */
function fileKept({ run: { context }, material, language }: Filing, where: Where): Filed {
  const filed = fileLogged({ context, material, project: where.project, language });
  return { ...filed, summary: because(filed.summary, where, language) };
}

function done(summary: string): UpdateOutcome {
  return { state: 'done', summary, inbox: null };
}

const SAY = {
  en: {
    recalled: 'Nothing to file: this text came from the memory itself.',
    known: (path: string) => `Already saved: ${path} contains the same text.`,
    answered: (answer: string) =>
      `This is a question, so it was answered and not filed. To keep it as a note, send it again with the kind "note".\n\n${answer}`,
  },
  fr: {
    recalled: 'Rien à classer : ce texte vient de la mémoire elle-même.',
    known: (path: string) => `Déjà enregistré : ${path} contient le même texte.`,
    answered: (answer: string) =>
      `C'est une question : Rappel y a répondu sans la classer. Pour la garder comme note, renvoyez-la avec le type « note ».\n\n${answer}`,
  },
} as const;
