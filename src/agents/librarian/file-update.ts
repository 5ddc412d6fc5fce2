import type { Embedder } from '../../search/models/embedder.js';
import { localDate } from '../../shared/clock.js';
import { showPath } from '../../vault/paths.js';
import type { Language } from '../../vault/starter.js';
import { answerDeletion } from '../deletion-request.js';
import { languageOf } from '../language.js';
import type { UpdateHandler, UpdateOutcome } from '../update.js';
import { answerItem } from './answer-item.js';
import { answerByRule } from './answer-question.js';
import { askOutdated, askRight, askStatements, askWhere, askWhichLines, askWhichTask } from './ask-user.js';
import { correctedLines } from './corrected-lines.js';
import { readingDay } from './file-as/job.js';
import { correctionOf } from './implied-correction.js';
import { closedTasks } from './kinds/closed-tasks.js';
import { isOfName } from './kinds/correction.js';
import { isCompletion, openTasks } from './kinds/done.js';
import { personIn } from './kinds/fact.js';
import type { Kind } from './kinds/kind.js';
import { isPrivate } from './kinds/private.js';
import { headerOf, labelOf, tasksIn } from './kinds/task.js';
import { knownCopy } from './known-copy.js';
import { fileAs, fileAtTarget, fileInAll, kindIn } from './place-input.js';
import { announcedProject, listProjects } from './projects.js';
import { withoutRecalled } from './recalled.js';
import { projectsNamed, withoutLabel } from './routing/names.js';
import { routeInput } from './routing/route-input.js';
import { drawFrom } from './sessions/draw.js';
import { fileSession } from './sessions/file-session.js';
import { because, type Filing, isForNoProject, type Where, whereTo } from './where-to.js';

/**
 * Files updates without a model, deterministically: files what is certain, asks one question about the rest.
 */
export function createLibrarian(fallback: Language, embedder: Embedder): UpdateHandler {
  return async (run) => {
    const { context, input } = run;
    const language = languageOf(input.text, fallback);
    if (input.inbox_ref !== null)
      return answerDeletion(run, language) ?? answerItem(run, input.inbox_ref, language);

    if (input.session != null)
      return fileSession(run, input.session, async (turns) => ({ drawings: drawFrom(turns) }), fallback);

    const text = withoutRecalled(input.text);
    if (text.trim() === '' && input.images.length === 0) return done(SAY[language].recalled);
    const known = input.images.length === 0 ? await knownCopy(context, text) : null;
    if (known !== null) return done(SAY[language].known(showPath(known)));
    const given = run.arrived ?? localDate(context.vault.clock.now());
    const isDone = input.kind === 'done' || (input.kind == null && isCompletion(text));
    const closes = isDone ? await closedTasks(text, openTasks(context.vault), embedder) : [];
    return file({ run, material: { text, images: input.images, given }, language, closes });
  };
}

async function file(filing: Filing): Promise<UpdateOutcome> {
  const { run, material, closes } = filing;
  const opened = newProjectIn(filing);
  if (opened !== null) return openProject(filing, opened);
  const where = await whereTo(filing);
  const kind = run.input.kind ?? kindIn(run.context, material, where.project, closes);
  if (kind === 'question') return answerInstead(filing);
  if (kind === 'task') return fileTasks(filing, where);
  if (kind === 'correction') return correct(filing, where.project);
  if (kind === 'fact')
    return fileThere(filing, { ...where, project: null, isAsked: false, reasons: [] }, kind);
  if (kind === 'done') {
    if (closes.length > 1) return askWhichTask(filing, closes);
    if (closes.length === 1) return fileThere(filing, { ...where, isAsked: false, reasons: [] }, kind);
  }
  // A date has a place of its own, a decision or a short note only where no project is likely to own it.
  const isOwn = kind === 'decision' || (kind === 'note' && isOfOwnLife(filing));
  const isGlobal = where.isGlobal || kind === 'appointment' || (isOwn && isForNoProject(where));
  return where.project !== null || isGlobal ? fileThere(filing, where, kind) : askWhere(filing, where);
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
  const { run, material, language, closes } = filing;
  const path = showPath(`projects/${where.project ?? ''}`);
  run.onEvent({ type: 'tool-call', id: `append ${path}`, tool: 'append', input: { path } });
  const projects = where.project === null ? [] : [where.project, ...where.others];
  const written = await fileInAll({ context: run.context, material, language, closes }, projects, kind);
  const filed = { ...written, summary: because(written.summary, where, language) };
  if (kind === 'raw') return askStatements(filing, filed);
  if (where.isAsked) return askRight(filing, where, filed);
  if ((filed.doubtful ?? []).length > 0) return askOutdated(filing, kind, filed);
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
    const text = titles.length === 1 ? titles[0]! : titles.map((title) => `- ${title}`).join('\n');
    const job = { context, material: { ...material, text, images }, language };
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

/** One line that is certain is changed; several are for the user to choose. */
async function correct(filing: Filing, project: string | null): Promise<UpdateOutcome> {
  const { run, material, language } = filing;
  const { vault } = run.context;
  const found = correctionOf(vault, material.text, project);
  const edits =
    found === null
      ? []
      : correctedLines(vault, material.text, found, project, readingDay({ context: run.context, material }));
  const isRecord = edits.some(({ path }) => /changelog\.md$|\/bucket\//.test(path));
  // Somebody else may have the other name.
  const isName = found !== null && isOfName(found);
  if (edits.length !== 1 || isRecord || isName) return askWhichLines(filing, edits);
  return done((await fileAs({ context: run.context, material, project, language }, 'correction')).summary);
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
