import { RappelError } from '../../shared/errors.js';
import { unmasked } from '../../shared/secrets.js';
import { readText } from '../../vault/files.js';
import { fieldOf, splitFrontmatter } from '../../vault/frontmatter.js';
import { trimLineEnds } from '../../vault/lines.js';
import { joinPath, projectOf, showPath, type VaultPath } from '../../vault/paths.js';
import type { Place } from '../../vault/resolve.js';
import { openTasksIn } from '../../vault/tasks.js';
import type { Vault } from '../../vault/vault.js';
import type { Language } from '../../words/language.js';
import { languageOf } from '../language.js';
import type { HeldText, UpdateOutcome, UpdateRun } from '../update.js';
import {
  bucketOf,
  changelogOf,
  type Filed,
  fileAs,
  fileCorrection,
  fileDone,
  fileEntry,
  fileFact,
  fileRaw,
  type Job,
  linkFrom,
} from './entries.js';
import { log, type Material, openProject } from './filing.js';
import { readInboxMaterial } from './inbox-material.js';
import { type AddedKind, isAdded, type Kind } from './kinds.js';
import { addOnly, Mandate } from './mandate.js';
import { type Action, type Offered, offeredIn, type Target, targetOf } from './offers.js';
import { addToOverview } from './overview-file.js';
import { listProjects } from './projects.js';
import { type Reply, readReply } from './reply.js';
import type { Asks } from './review.js';
import { teach } from './routing/lessons.js';
import { dayOfTranscript } from './session.js';
import { BOTH, KEEP_IT, REMOVE_IT } from './sync-review.js';
import { titleOf } from './titles.js';

/** An inbox item with the answer that the user gave. */
interface Answered {
  run: UpdateRun;
  folder: VaultPath;
  review: string;
  material: Material;
  offered: Offered[];
  reply: Reply;
  language: Language;
  /** The vault of the run, all of it open to change: somebody answered. */
  mandate: Mandate;
}

/** Carries out the answer to an inbox item and closes it; an unclear answer leaves it open, and asks again. */
export async function answerItem(run: UpdateRun, name: string, fallback: Language): Promise<UpdateOutcome> {
  const { context, input } = run;
  const { vault } = context;
  const { folder, review, material, texts } = readInboxMaterial(vault, name);
  const language = languageOf(review, fallback);
  const item = folder.slice(folder.indexOf('/') + 1);
  const projects = listProjects(vault);
  const offered = offeredIn(review, projects);
  const reply = readReply(input.text, offered, projects);
  const answered: Answered = {
    run: { ...run, context: { ...context, vault: addOnly(vault) } },
    folder,
    review,
    material: { ...material, images: [...material.images, ...input.images] },
    offered,
    reply,
    language,
    mandate: Mandate.ofAnswer(vault),
  };
  const asks = (fieldIn(review, 'asks') ?? 'place') as Asks;
  const done =
    asks === 'sync'
      ? answerSync(answered, texts)
      : asks === 'secret'
        ? answerSecret(answered)
        : await carryOut(answered, asks);
  if (done === null) {
    const summary = SAY[language].again(input.text.trim().slice(0, 80), offered.length);
    return { state: 'needs_answer', summary, inbox: item };
  }
  // A filing that was taken back took its question along.
  if (vault.locate(folder).kind === 'folder') vault.remove(vault.locate(folder));
  const outcome: UpdateOutcome = { state: 'done', summary: done, inbox: null };
  if (asks !== 'secret') return outcome;
  return { ...outcome, decided: { item, held: fieldIn(review, 'held'), isKept: !isDiscarded(reply) } };
}

/** What an answer does: the choices that it names, else the place or the kind. Null where it does not say. */
async function carryOut(answered: Answered, asks: Asks): Promise<string | null> {
  const { run, reply, offered, review, language } = answered;
  const place = placeOf(answered);
  const isFiled = filedAt(review) !== null;
  const wanted = wantedOf(reply, offered);
  // `Delete` takes the offers off the table; the text was told to be kept.
  if (isFiled && asks !== 'right' && wanted.length === 0 && reply.place === 'discard')
    return SAY[language].stays;
  if (!isFiled && reply.plain === 'no') return (await putAt(answered, { kind: 'bucket' }, 'note')).summary;
  if (wanted.length > 0) {
    const said: string[] = [];
    for (const [index, action] of wanted.entries())
      said.push(await perform(answered, action, isFiled || index > 0));
    const told = said.filter((line) => line !== '');
    return told.length === 0 ? SAY[language].stays : told.join('\n');
  }
  if (place === null && isFiled && isNothingMore(reply, offered)) return SAY[language].stays;
  if (place !== null) {
    if (place.kind !== 'discard') learn(answered, 'project' in place ? place.project : null);
    if (isFiled && !(await run.takeBack(fieldIn(review, 'update') ?? ''))) return SAY[language].changedSince;
    return putAll(answered, place, reply.kind ?? kindOfPlaces(offered));
  }
  if (reply.kind === null) return null;
  if (!isFiled) return (await putAt(answered, { kind: 'bucket' }, reply.kind)).summary;
  return asks === 'offers' && isAdded(reply.kind)
    ? (await fileAs(jobOf(answered, filedIn(review)), reply.kind)).summary
    : null;
}

/** As what a text is filed at the place that an answer names. */
function kindOfPlaces(offered: readonly Offered[]): AddedKind | null {
  const place = offered.find(({ action }) => action?.do === 'place')?.action;
  return place?.do === 'place' ? kindOf(place) : null;
}

function kindOf({ kind }: Extract<Action, { do: 'place' }>): AddedKind | null {
  return kind === undefined || kind === 'fix' ? null : kind;
}

/** What the choices of an answer do; `yes` and `all` mean every one that adds or changes something. */
function wantedOf(reply: Reply, offered: readonly Offered[]): Action[] {
  const all = offered.flatMap(({ action }) => action ?? []);
  const chosen = reply.chosen.flatMap(({ id }) => offered.find((each) => each.id === id)?.action ?? []);
  const right = all.find((action) => action.do === 'right');
  if (reply.plain === 'yes' && right !== undefined) return [right];
  const isAll = reply.plain === 'yes' || chosen.some((action) => action.do === 'all');
  return isAll ? all.filter(isWork) : chosen;
}

function isWork(action: Action): boolean {
  return ['add', 'split', 'change', 'end', 'gather'].includes(action.do);
}

function isNothingMore({ plain, chosen }: Reply, offered: readonly Offered[]): boolean {
  const isNone = (id: string) => offered.find((each) => each.id === id)?.action?.do === 'none';
  return plain === 'no' || chosen.some(({ id }) => isNone(id));
}

/** Carries out one choice. Returns what was done, in a sentence; nothing where everything stays. */
async function perform(answered: Answered, action: Action, isTold: boolean): Promise<string> {
  const { run, review, material, language, mandate, reply } = answered;
  const isFiled = filedAt(review) !== null;
  // A text that is filed already is not told again.
  const told = isTold ? { ...material, text: '', images: [] } : material;
  switch (action.do) {
    case 'place': {
      if (action.at.kind !== 'discard') learn(answered, 'project' in action.at ? action.at.project : null);
      if (isFiled && !(await run.takeBack(fieldIn(review, 'update') ?? '')))
        return SAY[language].changedSince;
      return (await putAt(answered, action.at, reply.kind ?? kindOf(action))).summary;
    }
    case 'right':
      learn(answered, action.project);
      return '';
    case 'add': {
      const job = addJob(answered, action);
      if (action.kind === 'fix') return fileEntry(job, 'fix').summary;
      if (action.kind === 'fact' && fieldIn(review, 'session') === null) return fileFact(job, 'fact').summary;
      return (await fileAs(job, action.kind)).summary;
    }
    case 'split': {
      if (!(await run.takeBack(fieldIn(review, 'update') ?? ''))) return SAY[language].changedSince;
      const said: string[] = [];
      for (const text of action.texts)
        said.push((await fileAs(addJob(answered, { do: 'add', kind: 'task', text }), 'task')).summary);
      return said.join('\n');
    }
    case 'change': {
      const job = { ...jobOf(answered, projectOf(action.path)), material: told };
      return fileCorrection(job, [action], mandate).summary;
    }
    case 'end': {
      const tasks = openTasksIn(mandate.vault, action.path);
      const task = tasks.find(({ title }) => title === action.title);
      if (task === undefined) return SAY[language].gone(action.title);
      return fileDone({ ...jobOf(answered, task.project), material: told }, task, mandate).summary;
    }
    case 'gather':
      return gather(answered, action.project, action.paths);
    default:
      return '';
  }
}

/** What an offer adds: a statement of the text, in the project where the text lies, on the day on which it was said. */
function addJob(answered: Answered, { text, lines = [] }: Extract<Action, { do: 'add' }>): Job {
  const { run, review, material, language } = answered;
  const transcript = fieldIn(review, 'session');
  // The transcript may be gone since.
  const at = transcript === null ? null : run.context.vault.resolve(transcript);
  const given = at?.kind === 'file' ? dayOfTranscript(readText(at)) : (material.given ?? null);
  return {
    context: run.context,
    material: { text, images: [], ...(given !== null && { given }) },
    project: filedIn(review),
    language,
    sources: at === null ? [] : lines.map((line) => `→ ${at.shown}:${line}`),
  };
}

/** Moves what was told about a project before it was one. */
function gather(
  { mandate: { vault }, language }: Answered,
  project: string,
  paths: readonly VaultPath[],
): string {
  const moved = paths.flatMap((path) => {
    const to = vault.locate(joinPath(bucketOf(project), path.slice(path.lastIndexOf('/') + 1)));
    const from = vault.locate(path);
    if (from.kind !== 'file' || to.kind !== 'missing') return [];
    vault.move(from, to);
    return [to.shown];
  });
  return moved.length === 0 ? '' : SAY[language].moved(moved.join(', '));
}

/** Where an answer says that the input belongs. */
function placeOf({ reply }: Answered): Target | null {
  if (reply.newProject !== null) return { kind: 'new-project', project: reply.newProject };
  const [project] = reply.projects;
  if (project !== undefined) return { kind: 'project', project };
  if (reply.place !== null) return { kind: reply.place };
  return null;
}

/** Puts the input at a place, with a link from every other project that the answer names. */
async function putAll(answered: Answered, place: Target, kind: Kind | null): Promise<string> {
  const { reply, language } = answered;
  const filed = await putAt(answered, place, kind);
  const others = reply.projects.slice(1);
  for (const project of others) linkFrom(jobOf(answered, project), project, filed);
  return others.length === 0 ? filed.summary : `${filed.summary}\n${SAY[language].linked(others.join(', '))}`;
}

async function putAt(answered: Answered, at: Target, kind: Kind | null): Promise<Filed> {
  const { run, reply, language } = answered;
  const material = withWords(answered.material, reply.words);
  const job: Job = { ...jobOf(answered, null), material };
  const added = kind !== null && isAdded(kind) ? kind : null;
  switch (at.kind) {
    case 'discard': {
      const title = titleOf(material.text) || (material.images[0]?.name ?? 'image');
      log(run.context.vault, changelogOf(null), SAY[language].discarded(title), []);
      return { summary: SAY[language].discarded(title), title, path: changelogOf(null) };
    }
    case 'bucket':
      return added === null || added === 'note' ? fileRaw(job) : fileAs(job, added);
    case 'profile':
      return fileFact(job, 'preference');
    case 'task':
      return fileAs(job, 'task');
    case 'new-project':
      return openAt(answered, at.project, material);
    default:
      return fileAs({ ...job, project: at.project }, added ?? 'note');
  }
}

/** A new project whose description is what was told about it. */
function openAt({ run, language }: Answered, project: string, material: Material): Filed {
  const { vault } = run.context;
  openProject(vault, project, material.text.trim());
  addToOverview(vault, project, titleOf(material.text), language);
  const opened = SAY[language].opened(showPath(`projects/${project}`, 'folder'));
  const filed = fileEntry({ ...jobOf({ run, language, material }, project) }, 'note');
  return { ...filed, summary: `${opened}\n${filed.summary}` };
}

function jobOf(
  { run, material, language }: Pick<Answered, 'run' | 'material' | 'language'>,
  project: string | null,
): Job {
  return { context: run.context, material, project, language };
}

function withWords(material: Material, words: string): Material {
  return words === '' ? material : { ...material, text: `${material.text.trimEnd()}\n\n${words}`.trim() };
}

/** Remembers where the user said that the input belongs. */
function learn({ run, material, review }: Answered, project: string | null): void {
  teach(run.context.vault, { id: run.id, text: material.text, project, from: filedIn(review) });
}

function answerSecret({ run, mandate, review, reply, offered, material, language }: Answered): string | null {
  if (isDiscarded(reply)) return SAY[language].erased;
  const place = reply.projects[0] ?? null;
  const keeps = reply.chosen.some(({ id }) => offered.find((each) => each.id === id)?.action?.do === 'keep');
  if (reply.plain !== 'yes' && !keeps && place === null && reply.place === null) return null;
  const whole = { ...run, context: { ...run.context, vault: mandate.vault } };
  return keepSecret(whole, { id: fieldIn(review, 'held'), material, project: place }, language);
}

/** Puts the version in place that the user chose, on this machine: the others get it like any change. */
function answerSync(
  { mandate: { vault }, review, reply, language }: Answered,
  texts: readonly { text: string }[],
): string | null {
  const place = vault.resolve(fieldIn(review, 'path') ?? '');
  const choice = versionIn(reply);
  if (choice === null) return null;
  const versions = texts.map(({ text }) => trimLineEnds(text, 'end'));
  return SAY[language][chooseVersion(vault, place, versions, choice)](place.shown);
}

function fieldIn(review: string, name: string): string | null {
  return fieldOf(splitFrontmatter(review).yaml, name);
}

/** Where an item's review says that its input was filed. */
function filedAt(review: string): string | null {
  return /^→ (vault\/\S+)/m.exec(review)?.[1] ?? null;
}

function filedIn(review: string): string | null {
  return projectOf(filedAt(review) ?? '');
}

const SAY = {
  en: {
    again: (answer: string, choices: number) =>
      `"${answer}" does not say what to do. Answer with a number from 1 to ${choices} (or several), "no", the name of a project, "new project NAME", or a kind (task, decision, note).`,
    stays: 'Nothing to change: it stays where it is.',
    changedSince: 'It changed since, so it stays where it is. Move it by hand.',
    gone: (title: string) => `This task is no longer there: ${title}`,
    moved: (paths: string) => `Moved: ${paths}`,
    linked: (projects: string) => `Linked from: ${projects}`,
    discarded: (title: string) => `Deleted: ${title}`,
    opened: (path: string) => `New project: ${path}`,
    erased: 'Deleted: nothing of it is left.',
    asItIs: (path: string) => `${path} stays as it is.`,
    changed: (path: string) => `Changed ${path}.`,
    elsewhere: (path: string) => `${path} changed since, so it stays as it is. Change it by hand.`,
  },
  fr: {
    again: (answer: string, choices: number) =>
      `« ${answer} » ne dit pas quoi faire. Répondez par un numéro de 1 à ${choices} (ou plusieurs), « non », le nom d'un projet, « nouveau projet NOM » ou un type (tâche, décision, note).`,
    stays: 'Rien à changer : tout reste en place.',
    changedSince: 'Le texte a changé entre-temps et reste en place. Déplacez-le à la main.',
    gone: (title: string) => `Cette tâche n'y est plus : ${title}`,
    moved: (paths: string) => `Déplacé : ${paths}`,
    linked: (projects: string) => `Lien ajouté dans : ${projects}`,
    discarded: (title: string) => `Supprimé : ${title}`,
    opened: (path: string) => `Nouveau projet : ${path}`,
    erased: 'Supprimé : il n’en reste rien.',
    asItIs: (path: string) => `${path} reste tel quel.`,
    changed: (path: string) => `${path} modifié.`,
    elsewhere: (path: string) => `${path} a changé entre-temps et reste tel quel. Modifiez-le à la main.`,
  },
} as const;

interface Kept {
  /** The id under which it is held; null for a question that has it itself. */
  id: string | null;
  material: Material;
  /** The project that the answer names. */
  project: string | null;
}

/** Files a secret that the owner keeps: whole, as raw material, in its project; of an import, back into its files. */
function keepSecret({ context, held: read }: UpdateRun, kept: Kept, language: Language): string {
  const { id, material, project } = kept;
  const held = id === null ? { ...material, project: null, files: [] } : (read?.(id) ?? null);
  if (held === null) throw new RappelError('not_found', 'secret.elsewhere');
  if (held.files.length > 0) return PUT_BACK[language](putBack(context.vault, held.files));
  const chosen = project ?? held.project;
  const named = (name: string) => (chosen === null ? held.text.includes(name) : name === chosen);
  const place = listProjects(context.vault).find(named) ?? null;
  const whole: Material = { text: held.text, images: [...held.images] };
  return fileRaw({ context, material: whole, project: place, language }).summary;
}

function isDiscarded({ plain, place, chosen }: Reply): boolean {
  return (
    plain === 'no' ||
    place === 'discard' ||
    chosen.some(({ label }) => targetOf(label, [])?.kind === 'discard')
  );
}

/** Each file as it was given, where nobody has changed it since; else its secrets in place of their masks. Returns the paths. */
function putBack(vault: Vault, files: HeldText['files']): string[] {
  return files.flatMap(({ path, masked, text }) => {
    const place = vault.locate(path);
    if (place.kind !== 'file') return [];
    vault.save(place, (current) => unmasked(current ?? '', masked, text));
    return [place.shown];
  });
}

const PUT_BACK = {
  en: (paths: readonly string[]) => `Kept as it was given: ${paths.join(', ')}`,
  fr: (paths: readonly string[]) => `Gardé tel quel : ${paths.join(', ')}`,
} as const;

type VersionChoice = 'first' | 'second' | 'both' | 'keep' | 'remove';

/** What an answer says about two versions; null if it does not say. */
function versionIn({ chosen, plain, place }: Reply): VersionChoice | null {
  if (place === 'discard') return 'remove';
  if (plain !== null) return plain === 'yes' ? 'keep' : null;
  if (chosen.length === 2 && chosen.every(({ id }) => id === '1' || id === '2')) return 'both';
  const [choice] = chosen;
  if (choice === undefined || chosen.length > 1) return null;
  if (BOTH.includes(choice.label)) return 'both';
  if (KEEP_IT.includes(choice.label)) return 'keep';
  if (REMOVE_IT.includes(choice.label)) return 'remove';
  return choice.id === '1' ? 'first' : 'second';
}

/** `asItIs` where the file has it already, `elsewhere` where the text is not there any more. */
type Chosen = 'asItIs' | 'changed' | 'elsewhere';

/** Carries a choice out: the file has the first version, or what one machine removed. */
function chooseVersion(
  vault: Vault,
  place: Place,
  [first, second]: readonly string[],
  choice: VersionChoice,
): Chosen {
  if (choice === 'first' || choice === 'keep') return 'asItIs';
  if (place.kind !== 'file') return 'elsewhere';
  if (first === undefined) {
    vault.remove(place);
    return 'changed';
  }
  const next = choice === 'remove' ? '' : choice === 'both' ? `${first}\n${second}` : second!;
  return replaceText(vault, place, first, next);
}

function replaceText(vault: Vault, place: Place, old: string, next: string): Chosen {
  try {
    vault.save(place, (text) => {
      const found = linesAt(text ?? '', old);
      if (found === null) throw new RappelError('no_match', 'file.changed_since', { path: place.shown });
      const [start, end] = found;
      const rest = (text ?? '').slice(end);
      // A removed text takes its line end along.
      return (text ?? '').slice(0, start) + next + (next === '' ? rest.replace(/^\r?\n/, '') : rest);
    });
    return 'changed';
  } catch (error) {
    if (error instanceof RappelError && error.code === 'no_match') return 'elsewhere';
    throw error;
  }
}

/** Where whole lines are exactly this text, if that is at one place only. */
function linesAt(text: string, wanted: string): [number, number] | null {
  const places: number[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    const isWhole = (at === 0 || text[at - 1] === '\n') && (end === text.length || /[\r\n]/.test(text[end]!));
    if (isWhole) places.push(at);
  }
  return places.length === 1 ? [places[0]!, places[0]! + wanted.length] : null;
}
