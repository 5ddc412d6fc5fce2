import { localDate } from '../../shared/clock.js';
import { findSecrets, withoutSecrets } from '../../shared/secrets.js';
import { showPath } from '../../vault/paths.js';
import type { Language } from '../../vault/starter.js';
import { answerDeletion } from '../deletion-request.js';
import { languageOf } from '../language.js';
import type { UpdateHandler, UpdateOutcome, UpdateRun } from '../update.js';
import { type RunChanges, watchRun } from '../watch-run.js';
import { answerItem } from './answer-item.js';
import { answerByRule } from './answer-question.js';
import { openItem } from './ask.js';
import { findCandidates } from './candidates.js';
import { labelOf, type Target } from './choices.js';
import { correctedLines, placeOf } from './contradictions.js';
import { type Filed, fileFact } from './file-as.js';
import type { Material } from './filing.js';
import { correctionIn } from './kinds/correction.js';
import { matchingTasks, openTasks } from './kinds/done.js';
import { statementsIn } from './kinds/raw.js';
import { headerOf, tasksIn } from './kinds/task.js';
import { knownCopy } from './known-copy.js';
import { ALL, CORRECT_ALL, KEEP, NONE, pick, RIGHT, statementLabel, taskLabel } from './labels.js';
import { fileAs, fileInAll, kindIn } from './place-input.js';
import { listProjects, projectNameFrom, slugOf } from './projects.js';
import { withoutRecalled } from './recalled.js';
import { candidateSections, filedSection } from './review.js';
import { teach } from './routing/lessons.js';
import { namesIn } from './routing/names.js';
import type { Route } from './routing/route.js';
import { routeInput } from './routing/route-input.js';
import { keepChanges } from './taken-back.js';

/**
 * Files updates without a model, deterministically: files what is certain, asks one question about the rest.
 */
export function createLibrarian(fallback: Language): UpdateHandler {
  return async (run) => {
    const { context, input } = run;
    const language = languageOf(input.text, fallback);
    if (input.inbox_ref !== null)
      return answerDeletion(run, language) ?? answerItem(run, input.inbox_ref, language);

    const text = withoutRecalled(input.text);
    if (text.trim() === '' && input.images.length === 0) return done(SAY[language].recalled);
    const known = input.images.length === 0 ? await knownCopy(context, text) : null;
    if (known !== null) return done(SAY[language].known(showPath(known)));
    return file({ run, material: { text, images: input.images }, language });
  };
}

interface Filing {
  run: UpdateRun;
  material: Material;
  language: Language;
}

async function file(filing: Filing): Promise<UpdateOutcome> {
  const { run, material, language } = filing;
  const { context, input } = run;
  const { text } = material;
  const where = await whereTo(filing);
  const kind = input.kind ?? kindIn(context, text, where.project);
  if (kind === 'question') return answerInstead(filing);
  if (kind === 'fact') return done(fileFact({ context, material, project: null, language }).summary);
  if (kind === 'task') return fileTasks(filing, where);
  if (kind === 'done') {
    const tasks = matchingTasks(text, openTasks(context.vault));
    if (tasks.length > 1) return askWhichTask(filing, tasks.map(taskLabel));
    if (tasks.length === 1)
      return done((await fileAs({ context, material, project: where.project, language }, kind)).summary);
  }
  if (kind === 'correction') return correct(filing, where.project);
  const hasHome = where.project !== null || kind === 'decision' || kind === 'appointment' || where.isGlobal;
  if (!hasHome) return askWhere(filing, where.route);
  const { vault, changes } = watchRun(context.vault);
  announce(run, 'append', showPath(`projects/${where.project ?? ''}`));
  const job = { context: { ...context, vault }, material, language };
  const projects = where.project === null ? [] : [where.project, ...where.others];
  const filed = await fileInAll(job, projects, kind);
  const summary = because(filed.summary, where, language);
  if (kind === 'raw') return confirmStatements(filing, filed, summary);
  if (where.isAsked) return askRight(filing, where, filed, summary, changes);
  return done(summary);
}

const NOWHERE: Route = { candidates: [], decision: 'ask' };

/** Where an input goes, and how sure that is. */
interface Where {
  project: string | null;
  others: string[];
  reasons: readonly string[];
  /** Filed there, and asked whether that is right. */
  isAsked: boolean;
  /** The caller said that it belongs to no project. */
  isGlobal: boolean;
  route: Route;
}

async function whereTo({ run, material, language }: Filing): Promise<Where> {
  const { context, input } = run;
  const projects = listProjects(context.vault);
  const sure = { reasons: [], isAsked: false, isGlobal: false, route: NOWHERE, others: [] };
  const given = input.project ?? null;
  if (given !== null) {
    const [project] = namesIn(given, projects).named;
    if (project !== undefined) {
      // What the caller says teaches where notes from its folder go.
      if (input.origin?.folder != null)
        teach(context.vault, { id: run.id, text: material.text, project, from: null, origin: input.origin });
      return { ...sure, project };
    }
    if (given.trim() === '') return { ...sure, project: null, isGlobal: true };
    return { ...sure, project: null };
  }
  const route = await routeInput(context, material.text, { language, origin: input.origin });
  const [best] = route.candidates;
  const { named } = namesIn(material.text, projects);
  if (best === undefined || route.decision === 'ask') return { ...sure, project: null, route };
  return {
    project: best.project,
    // Two named projects get it both; three or more are only talked about.
    others: named.length === 2 && best.isNamed ? named.filter((name) => name !== best.project) : [],
    reasons: best.reasons,
    isAsked: route.decision === 'file-and-ask',
    isGlobal: false,
    route,
  };
}

/** Each task in its project: its own words decide, then those around it. */
async function fileTasks({ run, material, language }: Filing, where: Where): Promise<UpdateOutcome> {
  const { context, input } = run;
  const tasks = tasksIn(material.text);
  const isList = material.text.trim().split('\n').length > 1;
  const header = headerOf(material.text);
  const around =
    isList && tasks.length > 1 ? namesIn(header, listProjects(context.vault)).named[0] : where.project;
  const byProject = new Map<string | null, string[]>();
  for (const task of tasks) {
    const own =
      tasks.length === 1 || input.project != null ? null : await routeInput(context, task, { language });
    const project = own?.decision === 'file' ? own.candidates[0]!.project : (around ?? null);
    byProject.set(project, [...(byProject.get(project) ?? []), task]);
  }
  const summaries: string[] = [];
  let { images } = material;
  for (const [project, titles] of byProject) {
    const text = titles.length === 1 ? titles[0]! : titles.map((title) => `- ${title}`).join('\n');
    summaries.push(
      (await fileAs({ context, material: { text, images }, project, language }, 'task')).summary,
    );
    images = [];
  }
  return done(tasks.length === 1 ? because(summaries.join('\n'), where, language) : summaries.join('\n'));
}

/** A question that was given to remember is answered; the same text with the kind `note` is kept. */
async function answerInstead({ run, material, language }: Filing): Promise<UpdateOutcome> {
  const question = material.text.trim();
  const { text } = await answerByRule(run.context, { question }, { signal: run.signal }, language);
  return done(SAY[language].answered(text));
}

/** One line that is certain is changed; several are for the user to choose. */
async function correct(filing: Filing, project: string | null): Promise<UpdateOutcome> {
  const { run, material, language } = filing;
  const { vault } = run.context;
  const found = correctionIn(material.text);
  const edits =
    found === null ? [] : correctedLines(vault, material.text, found, project, localDate(vault.clock.now()));
  const isRecord = edits.some(({ path }) => /changelog\.md$|\/bucket\//.test(path));
  if (edits.length === 1 && !isRecord)
    return done((await fileAs({ context: run.context, material, project, language }, 'correction')).summary);
  const all = `${pick(CORRECT_ALL, language)} ${edits.length} ${language === 'fr' ? 'lignes' : 'lines'}`;
  const lines = edits.map((edit) => `${placeOf(edit)}: ${edit.after.trim()}`);
  const choices = [...(edits.length > 1 ? [all] : []), ...lines, labelOf({ kind: 'discard' }, language)];
  return ask(filing, { asks: 'correction', sections: [], choices });
}

async function askWhichTask(filing: Filing, tasks: string[]): Promise<UpdateOutcome> {
  return ask(filing, {
    asks: 'done',
    sections: [],
    choices: [...tasks, labelOf({ kind: 'discard' }, filing.language)],
  });
}

/** Opens an inbox item with the untouched input and a review that asks where it belongs; `said` is what is known already. */
export async function askWhere(
  filing: Filing,
  route: Route = NOWHERE,
  said: readonly [string, string][] = [],
): Promise<UpdateOutcome> {
  const { run, material, language } = filing;
  announce(run, 'search', material.text.slice(0, 80));
  const { candidates, searched } = await findCandidates(run.context, material.text);
  const likely = route.candidates.map(({ project }) => project).slice(0, 3);
  const offered = likely.length > 0 ? likely : candidates.map(({ project }) => project);
  const given = run.input.project?.trim() ?? '';
  const name = given === '' ? projectNameFrom(material.text) : slugOf(given);
  const projects: Target[] = offered.map((project) => ({ kind: 'project', project }));
  const newProject: Target = { kind: 'new-project', project: name };
  // A project that the caller named and that does not exist is probably meant to.
  const first = given === '' ? [...projects, newProject] : [newProject, ...projects];
  const targets = [...first, ...ELSEWHERE];
  return ask(filing, {
    asks: 'place',
    sections: [...said, ...candidateSections(candidates, searched, language)],
    choices: targets.map((target) => labelOf(target, language)),
  });
}

/** The places that every question offers. */
const ELSEWHERE: readonly Target[] = [
  { kind: 'profile' },
  { kind: 'bucket' },
  { kind: 'task' },
  { kind: 'discard' },
];

/** What a mail or a transcript states is for the user to confirm; the text itself is filed. */
function confirmStatements(filing: Filing, { path }: Filed, summary: string): UpdateOutcome {
  const { run, material, language } = filing;
  const { vault } = run.context;
  const stated = statementsIn(material.text, localDate(vault.clock.now()));
  if (stated.length === 0) return done(summary);
  const item = openItem(
    vault,
    {
      asks: 'statements',
      text: material.text,
      material: { text: '', images: [] },
      sections: [filedSection([showPath(path)], '', language)],
      choices: [
        pick(ALL, language),
        ...stated.map((one) => statementLabel(one, language)),
        pick(NONE, language),
      ],
    },
    language,
  );
  return {
    state: 'needs_answer',
    summary: `${summary}\n${SAY[language].stated(stated.length)}`,
    inbox: item,
  };
}

/** Filed at the likeliest place: one answer moves it. */
function askRight(
  { run, material, language }: Filing,
  { project, route }: Where,
  { path }: Filed,
  summary: string,
  changes: RunChanges,
): UpdateOutcome {
  const others = route.candidates.filter((candidate) => candidate.project !== project).slice(0, 3);
  const targets: Target[] = [
    ...others.map((candidate) => ({ kind: 'project' as const, project: candidate.project })),
    { kind: 'new-project', project: projectNameFrom(material.text) },
    ...ELSEWHERE,
  ];
  const colon = language === 'fr' ? ' :' : ':';
  const item = openItem(
    run.context.vault,
    {
      asks: 'right',
      text: material.text,
      material,
      isHidden: true,
      sections: [filedSection([showPath(path)], '', language)],
      choices: [
        `${pick(RIGHT, language)}${colon} ${project}`,
        ...targets.map((target) => labelOf(target, language)),
      ],
    },
    language,
  );
  keepChanges(run.context.vault, item, changes);
  return { state: 'needs_answer', summary: `${summary}\n${SAY[language].right}`, inbox: item };
}

function ask(
  { run, material, language }: Filing,
  question: Pick<Parameters<typeof openItem>[1], 'asks' | 'sections' | 'choices'>,
): UpdateOutcome {
  const item = openItem(run.context.vault, { ...question, text: material.text, material }, language);
  announce(run, 'write', `vault/inbox/${item}/`);
  return { state: 'needs_answer', summary: SAY[language].asked, inbox: item };
}

/**
 * Text with a key or a password waits in the inbox, hidden from search, until the user says what to do. Null for any
 * other text.
 */
export function sealSecret(run: UpdateRun, fallback: Language): UpdateOutcome | null {
  const { context, input } = run;
  if (input.inbox_ref !== null) return null;
  const found = findSecrets(input.text);
  if (found.length === 0) return null;
  const text = withoutSecrets(input.text);
  const language = languageOf(text, fallback);
  const item = openItem(
    context.vault,
    {
      asks: 'secret',
      text,
      material: { text: input.text, images: input.images },
      isHidden: true,
      sections: [],
      choices: [pick(KEEP, language), labelOf({ kind: 'discard' }, language)],
    },
    language,
  );
  const kinds = [...new Set(found.map(({ what }) => what))].join(', ');
  return { state: 'needs_answer', summary: SAY[language].secret(kinds, `inbox/${item}`), inbox: item };
}

/** A summary with the reason for the place; it becomes the entry of the history. */
function because(summary: string, { reasons }: Where, language: Language): string {
  return reasons.length === 0
    ? summary
    : `${summary}\n${SAY[language].because(reasons.join(language === 'fr' ? ' ; ' : '; '))}`;
}

function done(summary: string): UpdateOutcome {
  return { state: 'done', summary, inbox: null };
}

function announce({ onEvent }: UpdateRun, tool: string, path: string): void {
  onEvent({ type: 'tool-call', id: `${tool} ${path}`, tool, input: { path } });
}

const SAY = {
  en: {
    recalled: 'Nothing to file: this text came from the memory itself.',
    known: (path: string) => `Already saved: ${path} contains the same text.`,
    asked: 'Saved. Rappel has one question for you.',
    answered: (answer: string) =>
      `This is a question, so it was answered and not filed. To keep it as a note, send it again with the kind "note".\n\n${answer}`,
    stated: (count: number) => `${count === 1 ? 'One line needs' : `${count} lines need`} your confirmation.`,
    right: 'Rappel is not sure about the place: is it right?',
    because: (reasons: string) => `Why: ${reasons}`,
    secret: (kinds: string, path: string) =>
      `Saved, but hidden from search: this text seems to contain a secret (${kinds}). Keep it or delete it by answering the question. To remove every trace: rappel purge ${path}`,
  },
  fr: {
    recalled: 'Rien à classer : ce texte vient de la mémoire elle-même.',
    known: (path: string) => `Déjà enregistré : ${path} contient le même texte.`,
    asked: 'Enregistré. Rappel a une question à vous poser.',
    answered: (answer: string) =>
      `C'est une question : Rappel y a répondu sans la classer. Pour la garder comme note, renvoyez-la avec le type « note ».\n\n${answer}`,
    stated: (count: number) =>
      `${count === 1 ? 'Une ligne attend' : `${count} lignes attendent`} votre confirmation.`,
    right: "Rappel n'est pas sûr de l'endroit : est-ce le bon ?",
    because: (reasons: string) => `Raison : ${reasons}`,
    secret: (kinds: string, path: string) =>
      `Enregistré, mais caché de la recherche : ce texte semble contenir un secret (${kinds}). Répondez à la question pour le garder ou le supprimer. Pour en effacer toute trace : rappel purge ${path}`,
  },
} as const;
