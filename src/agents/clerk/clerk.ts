import type { Embedder } from '../../search/models/embedder.js';
import { localDate } from '../../shared/clock.js';
import { fold } from '../../shared/fold.js';
import { readIfText } from '../../vault/files.js';
import { showPath, type VaultPath } from '../../vault/paths.js';
import { allOpenTasks, type Task } from '../../vault/tasks.js';
import type { Language } from '../../words/language.js';
import { answerDeletion } from '../deletion-request.js';
import { languageOf } from '../language.js';
import { answerByRule } from '../librarian/answer-question.js';
import type { UpdateHandler, UpdateInput, UpdateOutcome, UpdateRun } from '../update.js';
import { answerItem } from './answers.js';
import { findCandidates } from './candidates.js';
import { changesBy, corrections, type LineEdit, tasksMeant } from './changes.js';
import {
  dueIn,
  type Filed,
  fileAs,
  fileCorrection,
  fileDone,
  fileEntry,
  homeOf,
  type Job,
  linkFrom,
} from './entries.js';
import { type Material, openProject } from './filing.js';
import { type KindOdds, kindsOf } from './kind-of.js';
import { type AddedKind, isAdded, type Kind } from './kinds.js';
import { knownCopy } from './known-copy.js';
import { addOnly, Mandate } from './mandate.js';
import { announcedProject, listIn, readMarks } from './marks.js';
import { type Action, ELSEWHERE, openItem, type Target } from './offers.js';
import { addToOverview } from './overview-file.js';
import { isKeptOut, NOWHERE, namesOther, type Where, whereTo } from './place.js';
import { listProjects, nameOf, suggestedName } from './projects.js';
import { withoutRecalled } from './recalled.js';
import { candidateSections, filedSection, whySection } from './review.js';
import { withoutLabel } from './routing/names.js';
import { createSessionFiling } from './session.js';
import { onOneLine, sentencesOf, titleOf } from './titles.js';

/** What the caller says of an input; believed before anything in its text. */
type Fields = Pick<UpdateInput, 'kind' | 'project' | 'title' | 'due' | 'replaces'>;

/** A text on its way to its place: an input, or a part of one. */
interface Filing {
  run: UpdateRun;
  material: Material;
  language: Language;
  fields: Fields;
  embedder: Embedder;
  /** The vault with its lines open to change; used only for what a field or a mark asks for. */
  whole: UpdateRun['context']['vault'];
  projects: readonly string[];
}

/**
 * Files updates without a model: what the caller says in fields, then marks that people write, then what a learned classifier is sure
 * of. Everything else is kept whole, and what it may change or end is offered. A guess adds, and changes nothing.
 */
export function createClerk(fallback: Language, embedder: Embedder): UpdateHandler {
  const fileSession = createSessionFiling(embedder, fallback);
  return async (given) => {
    const { input } = given;
    const language = languageOf(input.text, fallback);
    if (input.inbox_ref !== null)
      return answerDeletion(given, language) ?? answerItem(given, input.inbox_ref, language);
    const whole = given.context.vault;
    const context = { ...given.context, vault: addOnly(whole) };
    const run = { ...given, context };
    if (input.session != null) return fileSession(run, input.session);
    const text = withoutRecalled(input.text);
    if (text.trim() === '' && input.images.length === 0) return done(SAY[language].recalled);
    // The same words with what they are said to be are not the same input.
    const isSaid = input.kind != null && input.kind !== 'note';
    const known = input.images.length > 0 || isSaid ? null : await knownCopy(context, text);
    if (known !== null) return done(SAY[language].known(showPath(known)));
    const day = run.arrived ?? localDate(context.vault.clock.now());
    const material = { text, images: input.images, given: day };
    const projects = listProjects(context.vault);
    return file({ run, material, language, fields: input, embedder, whole, projects });
  };
}

async function file(filing: Filing): Promise<UpdateOutcome> {
  const { fields, material, run } = filing;
  const isFree =
    (fields.kind ?? 'note') === 'note' && fields.project == null && run.context.vault.behind === undefined;
  const opened = isFree ? announcedProject(material.text) : null;
  if (opened !== null && !filing.projects.includes(opened)) return open(filing, opened);
  const parts = await partsOf(filing);
  return parts === null ? fileOne(filing) : fileParts(filing, parts);
}

/** The parts of a text that are filed by themselves, and what is said above them. */
interface Parts {
  header: string;
  items: { text: string; kind: AddedKind }[];
}

/** The parts of a list, where it is sure what each of them is; null for a text that is one thing. */
async function partsOf({ fields, material, embedder, projects }: Filing): Promise<Parts | null> {
  const list = fields.title == null && fields.replaces == null ? listIn(material.text) : null;
  if (list === null || material.images.length > 0) return null;
  const header = list.header === '' ? null : readMarks(`${list.header}: …`, projects);
  const given = fields.kind ?? header?.kind ?? null;
  if (given !== null && (given !== 'task' || !list.isSure)) return null;
  const items: { text: string; kind: Kind | null; odds: KindOdds[] }[] = [];
  for (const item of list.items) {
    const marked = readMarks(item, projects);
    const kind = marked.kind ?? given;
    const odds = kind === null ? await oddsOf(withoutLabel(marked.text, projects), embedder) : [];
    const said = list.header === '' || header?.kind != null ? marked.text : `${marked.text}\n${list.header}`;
    items.push({ text: said, kind, odds });
  }
  const common = list.isSure
    ? commonKind(items.map(({ odds }) => odds).filter((odds) => odds.length > 0))
    : null;
  const parts: Parts = { header: list.header, items: [] };
  for (const { text, kind: told, odds } of items) {
    const kind = told ?? sureOf(text, odds) ?? common;
    if (kind === null || !isAdded(kind)) return null;
    // Clauses that only lie side by side are one note.
    if (!list.isSure && kind === 'note') return null;
    parts.items.push({ text, kind });
  }
  return parts;
}

/** What the items of a list are together, where that is sure: each says less than all of them. */
function commonKind(all: readonly KindOdds[][]): Kind | null {
  const sums = new Map<KindOdds['kind'], number>();
  for (const { kind, odds } of all.flat()) sums.set(kind, (sums.get(kind) ?? 0) + odds / all.length);
  const [best] = [...sums].map(([kind, odds]) => ({ kind, odds })).sort((a, b) => b.odds - a.odds);
  if (best === undefined || best.odds < (SURE[best.kind] ?? 1)) return null;
  return best.kind === 'task' || best.kind === 'appointment' || best.kind === 'decision' ? best.kind : null;
}

/** Each part where it belongs: its own words decide, then those above all of them. */
async function fileParts(filing: Filing, { header, items }: Parts): Promise<UpdateOutcome> {
  const about = (text: string): Filing => ({ ...filing, material: { ...filing.material, text, images: [] } });
  const isSaid = filing.fields.project != null;
  const above = isSaid || header !== '' ? await whereTo(isSaid ? filing : about(header)) : NOWHERE;
  const said: string[] = [];
  const unplaced: string[] = [];
  for (const { text, kind } of items) {
    const own = isSaid ? above : await whereTo(about(text));
    const project = own.project ?? above.project;
    if (project === null && !hasOwnPlace(kind) && !own.isGlobal) unplaced.push(text);
    else said.push((await fileAs(jobOf(about(text), project), kind)).summary);
  }
  if (unplaced.length === 0) return done(said.join('\n'));
  const rest = { ...filing, material: { ...filing.material, text: unplaced.join('\n') } };
  const asked = await askPlace(rest, NOWHERE, []);
  return { ...asked, summary: [...said, asked.summary].join('\n') };
}

async function fileOne(filing: Filing): Promise<UpdateOutcome> {
  const { run, fields, material, projects, embedder } = filing;
  const marked = readMarks(material.text, projects);
  const named = fields.project ?? marked.project;
  const part: Filing = {
    ...filing,
    fields: { ...fields, project: named },
    material: { ...material, text: marked.text || material.text },
  };
  const placed = await whereTo({ ...filing, fields: part.fields });
  const told = fields.kind ?? marked.kind;
  // The name of its project before it says nothing of its kind.
  const said = withoutLabel(marked.text, projects);
  const odds = told === null ? await oddsOf(said, embedder) : [];
  const sure = told ?? sureOf(said, odds);
  // What lasts of the user has its place in the profile, whatever else its words speak of.
  const where = sure === 'preference' ? { ...NOWHERE, isGlobal: true } : placed;
  if (sure === 'question') return answerInstead(part);
  if (isKeptOut(material.text)) return askPlace(part, NOWHERE, []);
  // What belongs elsewhere can't be filed from behind a wall, whether it is there or not: the user decides.
  if (run.context.vault.behind !== undefined && (where.isGlobal || namesOther(part, where)))
    return askPlace(part, where, []);
  if (sure === 'correction') return correct(part, where);
  if (sure === 'done') return finish(part, where);
  const stated = told === null ? await statementsIn(marked.text, embedder) : [];
  // Of several things in one text none is the whole.
  const kind = stated.length > 1 ? 'note' : (sure ?? 'note');
  const offers = told === null ? await offersFor(part, where, kind, odds, stated) : [];
  // What may replace a line is kept as a note until the user has said whether it does.
  const isHeldBack = kind !== 'note' && offers.some((action) => action.do === 'change');
  const filedAs: AddedKind = isHeldBack ? 'note' : kind;
  const added: Action[] = isHeldBack ? [{ do: 'add', kind, text: part.material.text.trim() }] : [];
  const actions = [...offers, ...added];
  const project = where.project;
  const isLikely = where.route.candidates.some((each) => each.probability >= LIKELY && each.isPointedAt);
  // What is called a decision or a note, and that no project is likely to own, has a place of its own.
  const hasPlace = hasOwnPlace(filedAs, told !== null) || (told !== null && !isLikely);
  const isUnknown = named != null && named.trim() !== '' && project === null;
  if (isUnknown || (project === null && !where.isGlobal && !hasPlace))
    return askPlace(part, where, actions, filedAs);
  // A task has a place without a project.
  const isUnsure = project === null && !where.isGlobal && isLikely;
  return settle(
    part,
    { ...where, isAsked: where.isAsked || isUnsure },
    await fileInAll(part, where, filedAs),
    actions,
    filedAs,
  );
}

/** A project that is as likely as this, and that the text points at, is asked about. */
const LIKELY = 0.25;

/** What belongs to no project has a place of its own; a fact only where the caller calls it one. */
function hasOwnPlace(kind: AddedKind, isTold = false): boolean {
  return kind === 'task' || kind === 'appointment' || kind === 'preference' || (kind === 'fact' && isTold);
}

/** From here on a text is filed as a kind, right in some 95 of 100 cases; a decision in 87, for a wrong tag costs less than a question. */
const SURE: Partial<Record<KindOdds['kind'], number>> = {
  task: 0.8,
  question: 0.8,
  appointment: 0.85,
  preference: 0.85,
  decision: 0.7,
  note: 0.6,
};
/** Fewer words tell less: none but a few, and a long text speaks of many things. */
const [FEWEST_WORDS, FEW_WORDS, SURE_OF_FEW, MOST_WORDS] = [2, 5, 0.9, 80];
/** From here on a kind is offered: of a text, and of one of its sentences. */
const [OFFERED, ALSO_OFFERED, STATED] = [0.35, 0.15, 0.6];

/** The odds of the kinds of a text; none for one that is too short to tell. */
async function oddsOf(text: string, embedder: Embedder): Promise<KindOdds[]> {
  return wordCount(text) < FEWEST_WORDS ? [] : kindsOf(text, embedder);
}

function wordCount(text: string): number {
  return text.slice(0, MOST_COUNTED).match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu)?.length ?? 0;
}

const MOST_COUNTED = 2_000;

/** The kind that a text surely has: only those that add something, and a question. */
function sureOf(text: string, [best]: readonly KindOdds[]): Kind | null {
  const words = wordCount(text);
  if (best === undefined || words > MOST_WORDS) return null;
  if (best.kind === 'project' || best.kind === 'done' || best.kind === 'correction') return null;
  const least = Math.max(SURE[best.kind] ?? 1, words < FEW_WORDS ? SURE_OF_FEW : 0);
  return best.odds < least ? null : best.kind;
}

const MOST_SENTENCES = 40;
const MOST_OFFERS = 6;

/** What the sentences of a text surely state, where it has several. */
async function statementsIn(text: string, embedder: Embedder): Promise<Action[]> {
  const sentences = [...new Set(sentencesOf(text))];
  const found: Action[] = [];
  if (sentences.length < 2) return found;
  for (const sentence of sentences.slice(0, MOST_SENTENCES)) {
    const [best] = await oddsOf(sentence, embedder);
    const isEnough = wordCount(sentence) > FEWEST_WORDS;
    if (best !== undefined && isEnough && isOffered(best.kind) && best.odds >= STATED)
      found.push({ do: 'add', kind: best.kind, text: onOneLine(sentence) });
  }
  return found;
}

/** What a text may also be, change or end, beside what it is filed as. */
async function offersFor(
  filing: Filing,
  where: Where,
  filedAs: Kind,
  odds: readonly KindOdds[],
  stated: readonly Action[],
): Promise<Action[]> {
  const { run, material, embedder } = filing;
  const text = material.text.trim();
  const today = material.given ?? localDate(run.context.vault.clock.now());
  const likely = (kind: KindOdds['kind']) => odds.find((each) => each.kind === kind)?.odds ?? 0;
  const offers: Action[] = [];
  // Every word of a task, and nothing of a change: it may have been done all the same.
  const isMentioned = likely('done') < OFFERED;
  const ended = await tasksMeant(text, openTasks(filing, where.project), embedder, isMentioned);
  if (filedAs !== 'task' && !(isMentioned && likely('correction') >= OFFERED))
    offers.push(...ended.map(endOf));
  const stripped = withoutLabel(text, filing.projects);
  const changes = changesBy(run.context.vault, stripped, where.project, today);
  offers.push(...changes.map(changeOf));
  if (filedAs === 'task') offers.push(...(await tasksIn(text, embedder)));
  if (stated.length > 0) offers.push(...(filedAs === 'note' ? stated : []));
  else if (filedAs === 'note' || filedAs === 'fact') {
    const kinds = odds.filter(({ kind }) => isOffered(kind));
    // Where one is offered, asking about another costs nobody a question more.
    const least = kinds.some((each) => each.odds >= OFFERED) ? ALSO_OFFERED : OFFERED;
    for (const { kind, odds: each } of kinds)
      if (isOffered(kind) && each >= least) offers.push({ do: 'add', kind, text });
  }
  return offers.slice(0, MOST_OFFERS);
}

/** The tasks that one line lists, each of which is one by itself; they take its place if the user wants. */
async function tasksIn(text: string, embedder: Embedder): Promise<Action[]> {
  const clauses = text.includes('\n') ? [] : text.split(CLAUSE_BREAK).map((clause) => clause.trim());
  if (clauses.length < 2 || clauses.length > MOST_OFFERS) return [];
  for (const clause of clauses) {
    const [best] = await oddsOf(clause, embedder);
    if (best?.kind !== 'task' || best.odds < STATED) return [];
  }
  return [{ do: 'split', texts: clauses }];
}

const CLAUSE_BREAK = /[,;]\s+(?:(?:et|and|puis|then)\s+)?|\s+(?:et|and|puis|then)\s+/u;

function isOffered(kind: KindOdds['kind']): kind is 'task' | 'appointment' | 'decision' | 'preference' {
  return ['task', 'appointment', 'decision', 'preference'].includes(kind);
}

/** Files a text in full in its project, and links to it from the other one that it names. */
async function fileInAll(filing: Filing, where: Where, kind: AddedKind): Promise<Filed> {
  const { run, language } = filing;
  const path = showPath(homeOf(where.project));
  run.onEvent({ type: 'tool-call', id: `append ${path}`, tool: 'append', input: { path } });
  const job = jobOf(filing, kind === 'preference' ? null : where.project);
  // A note of no project is an entry of the general changelog where nobody asks where it belongs.
  const filed = kind === 'note' && where.project === null ? fileEntry(job, 'note') : await fileAs(job, kind);
  for (const project of where.others) linkFrom(job, project, filed);
  const also = where.others.length === 0 ? '' : `\n${SAY[language].linked(where.others.join(', '))}`;
  return { ...filed, summary: because(filed.summary + also, where.reasons, language) };
}

/** Asks once about all that a filing leaves open. */
function settle(
  filing: Filing,
  where: Where,
  filed: Filed,
  offers: readonly Action[],
  kind: AddedKind = 'note',
): UpdateOutcome {
  const { run, material, language } = filing;
  if (!where.isAsked && offers.length === 0) return done(filed.summary);
  const work = offers.length > 1 && !where.isAsked ? [{ do: 'all' } as const, ...offers] : offers;
  const right = { do: 'right', project: where.project } as const;
  const actions: Action[] = where.isAsked
    ? [right, ...offers, ...placesFor(filing, where).map((at) => ({ do: 'place', at, kind }) as const)]
    : [...work, { do: 'none' }];
  const why = where.isAsked && where.reasons.length > 0 ? [whySection(where.reasons, language)] : [];
  const item = openItem(
    run.context.vault,
    {
      asks: where.isAsked ? 'right' : 'offers',
      actions,
      material: { ...material, images: [] },
      update: run.id,
      text: material.text,
      isHidden: true,
      sections: [filedSection(showPath(filed.path), language), ...why],
    },
    language,
  );
  const said = where.isAsked ? SAY[language].right : SAY[language].offered(offers.length);
  return { state: 'needs_answer', summary: `${filed.summary}\n${said}`, inbox: item };
}

/** The likeliest projects but the one that is chosen, a new one, and the places outside of all. */
function placesFor({ run, material, fields }: Filing, where: Where, found: readonly string[] = []): Target[] {
  const given = fields.project?.trim() ?? '';
  const likely = where.route.candidates
    .map(({ project }) => project)
    .filter((name) => name !== where.project);
  const offered = (likely.length > 0 ? likely : found).slice(0, 3);
  const projects: Target[] = offered.map((project) => ({ kind: 'project', project }));
  const name = given === '' ? suggestedName(material.text) : nameOf(given);
  const isNew = name !== null && run.context.vault.behind === undefined && !offered.includes(name);
  const fresh: Target[] = isNew ? [{ kind: 'new-project', project: name }] : [];
  // A project that the caller named and that does not exist is probably meant to.
  return given === '' ? [...projects, ...fresh, ...ELSEWHERE] : [...fresh, ...projects, ...ELSEWHERE];
}

/** Opens an inbox item with the untouched input and a review that asks where it belongs. */
async function askPlace(
  filing: Filing,
  where: Where,
  offers: readonly Action[],
  kind: AddedKind = 'note',
): Promise<UpdateOutcome> {
  return openPlace(filing.run, filing.material, filing.language, {
    offers,
    kind,
    places: (found) => placesFor(filing, where, found),
  });
}

/** The same for a text of which nothing else is known; `said` is told in the review. */
export function askWhere(
  run: UpdateRun,
  material: Material,
  language: Language,
  said: readonly [string, string][],
): Promise<UpdateOutcome> {
  const places = (found: readonly string[]): Target[] => [
    ...found.slice(0, 3).map((project) => ({ kind: 'project' as const, project })),
    ...ELSEWHERE,
  ];
  return openPlace(run, material, language, { offers: [], places, said });
}

async function openPlace(
  { context, onEvent }: UpdateRun,
  material: Material,
  language: Language,
  asked: {
    offers: readonly Action[];
    /** As what it is filed at the place that is chosen. */
    kind?: AddedKind;
    places: (found: readonly string[]) => Target[];
    said?: readonly [string, string][];
  },
): Promise<UpdateOutcome> {
  const path = material.text.slice(0, 80);
  onEvent({ type: 'tool-call', id: 'search', tool: 'search', input: { path } });
  const { candidates, searched } = await findCandidates(context, material.text);
  const places = asked.places(candidates.map(({ project }) => project));
  const item = openItem(
    context.vault,
    {
      asks: 'place',
      actions: [
        ...asked.offers,
        ...places
          .filter((at) => !isOfferedAs(at, asked.offers))
          .map((at): Action => ({ do: 'place', at, ...(asked.kind !== undefined && { kind: asked.kind }) })),
      ],
      material,
      text: material.text,
      sections: [...(asked.said ?? []), ...candidateSections(candidates, searched, language)],
    },
    language,
  );
  return { state: 'needs_answer', summary: SAY[language].asked, inbox: item };
}

/** A place outside of all projects is no choice of its own where it is offered with its kind. */
function isOfferedAs({ kind }: Target, offers: readonly Action[]): boolean {
  const added = kind === 'profile' ? 'preference' : kind;
  return offers.some((action) => action.do === 'add' && action.kind === added);
}

/** Changes the one line that a field means; where several may be meant, or none is found, the user says. */
async function correct(filing: Filing, where: Where): Promise<UpdateOutcome> {
  const { run, material, fields, whole } = filing;
  const { vault } = run.context;
  const today = material.given ?? localDate(vault.clock.now());
  const edits =
    fields.replaces == null || fields.replaces.trim() === ''
      ? changesBy(vault, material.text, where.project, today)
      : corrections(vault, material.text, fields.replaces, where.project, today, dayGiven(filing));
  const [edit, ...others] = edits;
  const mandate = Mandate.ofField(whole, fields.kind);
  if (edit !== undefined && others.length === 0 && edit.isTold && mandate !== null)
    return done(fileCorrection(jobOf(filing, where.project), edits, mandate).summary);
  return keep(filing, where, edits.map(changeOf));
}

/** Ends the one task that a field or a mark means; where several may be meant, the user says. */
async function finish(filing: Filing, where: Where): Promise<UpdateOutcome> {
  const { material, fields, whole, embedder } = filing;
  const said = fields.replaces?.trim() || material.text;
  const open = openTasks(filing, where.project);
  const at = /^(?:vault\/)?(\S+\.md):(\d+)$/.exec(said);
  const tasks =
    at === null
      ? await tasksMeant(said, open, embedder)
      : open.filter(
          ({ path, first, last }) => path === at[1] && first <= Number(at[2]) && Number(at[2]) <= last,
        );
  const [task, ...others] = tasks;
  const mandate = Mandate.ofField(whole, 'done');
  if (task !== undefined && others.length === 0 && mandate !== null)
    return done(fileDone(jobOf(filing, task.project), task, mandate).summary);
  return keep(filing, where, tasks.map(endOf));
}

/** Keeps a text whole, with what it may change or end as choices. */
async function keep(filing: Filing, where: Where, offers: readonly Action[]): Promise<UpdateOutcome> {
  if (where.project === null && !where.isGlobal) return askPlace(filing, where, offers);
  return settle(filing, where, await fileInAll(filing, where, 'note'), offers);
}

function openTasks({ run, projects }: Filing, project: string | null): Task[] {
  const { vault } = run.context;
  return allOpenTasks(vault, project === null ? projects : [project]);
}

function endOf({ path, title, project }: Task): Action {
  return { do: 'end', path, title, project };
}

function changeOf({ path, line, before, after }: LineEdit): Action {
  return { do: 'change', path, line, before, after };
}

/** A new project under the name that the user gives it, with the whole text as its description. */
async function open(filing: Filing, project: string): Promise<UpdateOutcome> {
  const { run, material, language } = filing;
  const { vault } = run.context;
  openProject(vault, project, material.text.trim());
  addToOverview(vault, project, onOneLine(titleOf(material.text)), language);
  const filed = fileEntry(jobOf(filing, project), 'note');
  const summary = `${SAY[language].opened(showPath(homeOf(project), 'folder'))}\n${filed.summary}`;
  const paths = await toldBefore(filing, project);
  const where = { ...NOWHERE, project };
  return settle(
    filing,
    where,
    { ...filed, summary },
    paths.length === 0 ? [] : [{ do: 'gather', project, paths }],
  );
}

/** Raw material without a project that names the new one. */
async function toldBefore({ run }: Filing, project: string): Promise<VaultPath[]> {
  const { vault } = run.context;
  const words = project.replaceAll('-', ' ');
  const engine = await run.context.engine();
  const { results } = await engine.search({ queries: [words], scopes: ['bucket/'], limit: 10, context: 0 });
  const paths = new Set(results.map(({ path }) => vault.resolve(path).path));
  return [...paths].filter((path) => ` ${plain(readIfText(vault, path) ?? '')} `.includes(` ${words} `));
}

function plain(text: string): string {
  return (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

/** A question that was given to remember is answered; the same text with the kind `note` is kept. */
async function answerInstead({ run, material, language }: Filing): Promise<UpdateOutcome> {
  const question = material.text.trim();
  const { text, overview, files } = await answerByRule(
    run.context,
    { question },
    { signal: run.signal },
    language,
  );
  return { ...done(SAY[language].answered(text)), answer: { question, text, overview, files } };
}

function jobOf(filing: Filing, project: string | null): Job {
  const { run, material, language, fields } = filing;
  return {
    context: run.context,
    material,
    project,
    language,
    title: fields.title ?? null,
    due: dayGiven(filing),
  };
}

/** The day that the caller says; words for one that say none are left to the text. */
function dayGiven({ run, material, fields: { due } }: Filing): string | null {
  if (due == null || /^\d{4}-\d\d-\d\d(?: \d\d:\d\d)?$/.test(due)) return due ?? null;
  return dueIn(due, material.given ?? localDate(run.context.vault.clock.now()));
}

/** A summary with the reason for the place; it becomes the entry of the history. */
function because(summary: string, reasons: readonly string[], language: Language): string {
  if (reasons.length === 0) return summary;
  return `${summary}\n${language === 'fr' ? `Raison : ${reasons.join(' ; ')}` : `Why: ${reasons.join('; ')}`}`;
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
    asked: 'Saved. Rappel has one question for you.',
    offered: (count: number) =>
      count === 1 ? 'Rappel suggests one thing more.' : `Rappel suggests ${count} things more.`,
    right: 'Rappel is not sure about the place: is it right?',
    linked: (projects: string) => `Linked from: ${projects}`,
    opened: (path: string) => `New project: ${path}`,
  },
  fr: {
    recalled: 'Rien à classer : ce texte vient de la mémoire elle-même.',
    known: (path: string) => `Déjà enregistré : ${path} contient le même texte.`,
    answered: (answer: string) =>
      `C'est une question : Rappel y a répondu sans la classer. Pour la garder comme note, renvoyez-la avec le type « note ».\n\n${answer}`,
    asked: 'Enregistré. Rappel a une question à vous poser.',
    offered: (count: number) =>
      count === 1 ? 'Rappel propose une chose de plus.' : `Rappel propose ${count} choses de plus.`,
    right: "Rappel n'est pas sûr de l'endroit : est-ce le bon ?",
    linked: (projects: string) => `Lien ajouté dans : ${projects}`,
    opened: (path: string) => `Nouveau projet : ${path}`,
  },
} as const;
