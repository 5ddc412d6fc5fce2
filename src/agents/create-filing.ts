import { createStaticEmbedder } from '../search/models/static/static-embedder.js';
import { wordsOf } from '../search/text/words.js';
import { RappelError } from '../shared/errors.js';
import { fieldOf, splitFrontmatter } from '../vault/frontmatter.js';
import { joinPath, projectOf, ROOT, showPath } from '../vault/paths.js';
import type { Vault } from '../vault/vault.js';
import type { Language } from '../words/language.js';
import { NO_USAGE, type Usage } from './answer.js';
import { createClerk } from './clerk/clerk.js';
import type { Material } from './clerk/filing.js';
import type { InboxMaterial } from './clerk/inbox-material.js';
import { readInboxMaterial } from './clerk/inbox-material.js';
import { targetOf } from './clerk/offers.js';
import { readReply } from './clerk/reply.js';
import { choicesIn } from './clerk/review.js';
import { teach } from './clerk/routing/lessons.js';
import { asksAboutSecret, sealSecret } from './clerk/seal-secret.js';
import { type Draw, type Drawing, fileSession, type SessionTurn } from './clerk/session.js';
import { DRAWN_KINDS, type DrawnKind } from './clerk/talk-of.js';
import { fileBeside, linkFiled } from './file-beside.js';
import { languageOf } from './language.js';
import { runLoop } from './loop.js';
import type { AgentModel } from './search-agent.js';
import { prompt } from './start-context.js';
import { unfiledText } from './unfiled-text.js';
import type { UpdateHandler, UpdateInput } from './update.js';
import { createUpdateAgent } from './update-agent.js';
import type { RunChanges } from './watch-run.js';
import { watchRun } from './watch-run.js';

/** Files updates: with a model if one is given and the update does not leave it out, otherwise with the clerk. */
export function createFiling(
  language: Language,
  openModel: (() => Promise<AgentModel>) | null,
): UpdateHandler {
  const clerk = keepWholeInput(createClerk(language, createStaticEmbedder()), language);
  const file: UpdateHandler = async (run) => {
    const { session, model: wanted } = run.input;
    // What is kept goes from where it is held into a file, past the model.
    if (openModel === null || wanted === 'none' || asksAboutSecret(run)) return clerk(run);
    const model = await openModel();
    if (session != null) return fileSession(run, session, createModelDraw(model), language);
    return keepWholeInput(createUpdateAgent(model), language)(run);
  };
  // No secret reaches a provider before the user has confirmed it.
  return refiling(async (run) => sealSecret(run, language) ?? file(run));
}

/** A handler that takes out what an update refiles before it files it anew, and remembers the move. */
function refiling(handler: UpdateHandler): UpdateHandler {
  return async (run) => {
    const { refiles, text, project, origin = null } = run.input;
    if (refiles == null) return handler(run);
    const paths = await run.takeBack(refiles);
    if (paths === null) throw new RappelError('stale', 'filing.note_changed');
    const from = paths.map(projectOf).find((project) => project !== null) ?? null;
    const outcome = await handler(run);
    teach(run.context.vault, { id: run.id, text, project: project || null, from, origin });
    return outcome;
  };
}

/**
 * Whoever files an update, its images are in the vault when it is filed, and so is what lay in the inbox item that it
 * answers: Rappel files what the handler left out, beside what it wrote, and links to it from there.
 */
function keepWholeInput(handler: UpdateHandler, fallback: Language): UpdateHandler {
  return async (run) => {
    const { input } = run;
    const { vault, changes } = watchRun(run.context.vault);
    const item = waitingMaterial(vault, input);
    const handled = await handler({ ...run, context: { ...run.context, vault } });
    const outcome = item.isDeleted && handled.state === 'done' ? { ...handled, deleted: true } : handled;
    const isGone = (name: string) => changes.whereIs(joinPath(item.folder, name)) === null;
    const images = [...input.images, ...item.images.filter(({ name }) => isGone(name))];
    const lost: Material = {
      text: item.texts
        .flatMap(({ name, text }) => (isGone(name) && isLost(text, changes) ? [text] : []))
        .join('\n\n'),
      images: images.filter(
        ({ bytes }) => ![...changes.created.values()].some((other) => bytes.equals(other)),
      ),
    };
    const language = languageOf(input.text, fallback);
    const isWhole = lost.text === '' && lost.images.length === 0;
    const filed = isWhole ? [] : fileBeside(vault, changes, lost, input.text);
    linkFiled(vault, changes, language);
    if (isWhole) return outcome;
    const also = language === 'fr' ? 'Également classé :' : 'Also filed:';
    const paths = filed.map((path) => showPath(path)).join(', ');
    return { ...outcome, summary: `${outcome.summary}\n${also} ${paths}` };
  };
}

/** What must not get lost of the inbox item that an update answers. */
type Waiting = Pick<InboxMaterial, 'folder' | 'texts'> &
  Pick<Material, 'images'> & {
    /** The answer is to delete it. */
    isDeleted: boolean;
  };

/** Nothing if the answer is to delete it, or if the clerk filed it before it asked. */
function waitingMaterial(vault: Vault, { inbox_ref, text }: UpdateInput): Waiting {
  const nothing: Waiting = { folder: ROOT, texts: [], images: [], isDeleted: false };
  if (inbox_ref === null) return nothing;
  const { folder, review, texts, material } = readInboxMaterial(vault, inbox_ref);
  const asks = fieldOf(splitFrontmatter(review).yaml, 'asks');
  const isAlreadyFiled = asks !== null && /^→ vault\//m.test(review);
  const { place, chosen } = readReply(text, choicesIn(review), []);
  const isDiscarded =
    place === 'discard' || chosen.some(({ label }) => targetOf(label, [])?.kind === 'discard');
  // Questions about lines of a note that is filed: their answers delete nothing.
  const isDeleted = isDiscarded && !['outdated', 'statements', 'session'].includes(asks ?? '');
  if (isDiscarded || isAlreadyFiled) return { ...nothing, isDeleted };
  return { folder, texts, images: material.images, isDeleted };
}

/** Whether a text that left the inbox is nowhere in what the run wrote: a short one may be, in other words. */
function isLost(text: string, changes: RunChanges): boolean {
  return text.trim() !== '' && (changes.texts.size === 0 || unfiledText(text, changes, false, '') === 'keep');
}

/** Of a turn of the assistant the beginning tells what it proposed. */
const MOST_OF_ASSISTANT = 1_500;
/** A longer session is drawn from in parts. */
const MOST_OF_PART = 40_000;

/** Draws from a session with a model; what it says is kept only if the named lines say it. */
function createModelDraw(agent: AgentModel): Draw {
  return async (turns, { from }, { context, onEvent, signal }) => {
    const first = turns.findIndex((_, index) => (turns[index + 1]?.line ?? Infinity) > from);
    const drawings: Drawing[] = [];
    let usage: Usage = { ...NO_USAGE, model: agent.settings.model };
    for (const part of partsOf(turns.slice(Math.max(0, first - 1)))) {
      const { text, usage: used } = await runLoop({
        ...agent,
        system: { stable: prompt('session'), changing: '' },
        prompt: agent.asData('session', part.map(shown).join('\n\n')),
        tools: [],
        context,
        lastStep: { request: 'This is your last step: give the lines now.', withTools: false },
        onEvent,
        signal,
      });
      drawings.push(...drawingsIn(text, part));
      usage = sumOf(usage, used);
    }
    return { drawings, usage };
  };
}

function shown({ role, text, line }: SessionTurn): string {
  const seen = role === 'user' ? text : text.slice(0, MOST_OF_ASSISTANT);
  const lines = seen.split('\n').map((each, index) => `${line + index} | ${each}`);
  return [`${role}:`, ...lines].join('\n');
}

function partsOf(turns: readonly SessionTurn[]): SessionTurn[][] {
  const parts: SessionTurn[][] = [];
  let room = 0;
  for (const turn of turns) {
    const size = turn.role === 'user' ? turn.text.length : Math.min(turn.text.length, MOST_OF_ASSISTANT);
    const last = parts.at(-1);
    if (last === undefined || size > room) {
      // The turn before it: what the user answers.
      parts.push(last === undefined ? [turn] : [last.at(-1)!, turn]);
      room = MOST_OF_PART - size;
    } else {
      last.push(turn);
      room -= size;
    }
  }
  return parts;
}

const LINE = new RegExp(
  `^[-*\`\\s]*(certain|suggest)\\s+(${DRAWN_KINDS.join('|')})\\s+(\\d+(?:\\s*,\\s*\\d+)*)\\s*:\\s*(.+?)[\`\\s]*$`,
  'i',
);

/** The drawings of a reply. One whose words its lines do not have was invented, and is left out. */
function drawingsIn(reply: string, turns: readonly SessionTurn[]): Drawing[] {
  return reply.split('\n').flatMap((line) => {
    const [, certainty, kind, numbers, text] = LINE.exec(line) ?? [];
    if (text === undefined) return [];
    const lines = [...new Set(numbers!.split(',').map(Number))].sort((a, b) => a - b);
    const isOfUser = lines.some((number) => roleAt(turns, number) === 'user');
    const source = lines.map((number) => lineAt(turns, number)).join('\n');
    if (!isOfUser || !isSaid(text, source)) return [];
    const isCertain = certainty!.toLowerCase() === 'certain';
    return [{ kind: kind!.toLowerCase() as DrawnKind, text, lines, isCertain }];
  });
}

function turnAt(turns: readonly SessionTurn[], line: number): SessionTurn | undefined {
  return turns.findLast((turn) => turn.line <= line);
}

function roleAt(turns: readonly SessionTurn[], line: number): SessionTurn['role'] | null {
  return lineAt(turns, line) === '' ? null : (turnAt(turns, line)?.role ?? null);
}

function lineAt(turns: readonly SessionTurn[], line: number): string {
  const turn = turnAt(turns, line);
  return turn?.text.split('\n')[line - turn.line] ?? '';
}

/** At least half of its telling words. */
function isSaid(text: string, source: string): boolean {
  const words = telling(text);
  const there = new Set(telling(source));
  return words.length > 0 && words.filter((word) => there.has(word)).length * 2 >= words.length;
}

function telling(text: string): string[] {
  return wordsOf(text).flatMap(({ folded, stops }) => (stops.fr || stops.en ? [] : [folded]));
}

function sumOf(a: Usage, b: Usage): Usage {
  return {
    ...a,
    inputTokens: a.inputTokens + b.inputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    steps: a.steps + b.steps,
    cost: b.cost === null ? a.cost : (a.cost ?? 0) + b.cost,
  };
}
