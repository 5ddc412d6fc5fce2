import type { Embedder } from '../../search/models/embedder.js';
import { ANY_SENTENCE_BREAK } from '../../search/text/sentence-breaks.js';
import { localDate } from '../../shared/clock.js';
import { RappelError } from '../../shared/errors.js';
import { countMasks, findSecrets } from '../../shared/secrets.js';
import type { ToolContext } from '../../tools/define-tool.js';
import { readIfText, readText } from '../../vault/files.js';
import { fieldOf, firstBodyLine, splitFrontmatter } from '../../vault/frontmatter.js';
import { outlineOf } from '../../vault/headings.js';
import { listInboxItems } from '../../vault/inbox-items.js';
import { shownLines } from '../../vault/lines.js';
import { joinPath, projectOf, ROOT, showPath, type VaultPath } from '../../vault/paths.js';
import { tasksFile } from '../../vault/tasks.js';
import type { Language } from '../../words/language.js';
import type { Usage } from '../answer.js';
import { languageOf } from '../language.js';
import type { SessionRange, UpdateOutcome, UpdateRun } from '../update.js';
import { isSuperseded } from './changes.js';
import { changelogOf, type Filed, fileAs, fileEntry, homeOf, type Job, PROFILE } from './entries.js';
import { addOnly } from './mandate.js';
import { type Action, offeredIn, openItem, reviewOf } from './offers.js';
import { filedSection } from './review.js';
import { DRAWN_KINDS, type DrawnKind, drawnAs, talkOf } from './talk-of.js';

/** One turn of a captured session. */
export interface SessionTurn {
  role: 'user' | 'assistant';
  text: string;
  /** The number of its first line in the transcript. */
  line: number;
}

/** Something worth keeping of a session, in the user's words. */
export interface Drawing {
  kind: DrawnKind;
  text: string;
  /** The lines of the transcript that it comes from, ascending. */
  lines: number[];
  /** Filed without a question; the others are suggested. */
  isCertain: boolean;
}

/** Draws from the turns of a session: with a model, or without. */
export type Draw = (
  turns: readonly SessionTurn[],
  session: SessionRange,
  run: UpdateRun,
) => Promise<{ drawings: readonly Drawing[]; usage?: Usage }>;

/** A captured session on its way into the vault. */
interface SessionPlace {
  context: ToolContext;
  transcript: VaultPath;
  /** Null where its transcript lies in the general bucket. */
  project: string | null;
  language: Language;
  /** The day of the session, on which its words about days were said. */
  given: string;
}

/** Draws from sessions without a model: a learned classifier reads what the user said. */
export function createSessionFiling(embedder: Embedder, fallback: Language) {
  const draw: Draw = async (turns) => ({ drawings: await drawFrom(turns, embedder) });
  return (run: UpdateRun, session: SessionRange) => fileSession(run, session, draw, fallback);
}

/** What the user said that is worth keeping, in its order; of a value that they changed later, the last one. */
export async function drawFrom(turns: readonly SessionTurn[], embedder: Embedder): Promise<Drawing[]> {
  let drawings: Drawing[] = [];
  for (const [index, turn] of turns.entries()) {
    if (turn.role !== 'user') continue;
    const said = saidIn(turn);
    const sentences = said.map(({ text }) => text);
    const before = turns.slice(0, index).findLast(({ role }) => role === 'assistant')?.text ?? '';
    for (const [at, { text, line }] of said.entries()) {
      const drawn = drawnAs(await talkOf({ sentences, at, isFirst: index === 0, before }, embedder));
      if (drawn === null) continue;
      drawings = drawings.filter((earlier) => !isSuperseded(earlier.text, text));
      drawings.push({ text, lines: [line], ...drawn });
    }
  }
  return drawings;
}

/** What lies in a turn beside its sentences: pasted code, quotes, tables, calls of tools, traces and logs. */
const NOT_SAID =
  /^\s*(?:>|\||- `|<\/?[\w-]+>|at \S+ \(|File "|Traceback|\$ |>>> |\d{4}-\d\d-\d\d[T ]\d\d:\d\d)/;
const MOST_LINE = 1_000;

/** The sentences of a turn that its author wrote. A line end ends one. */
function saidIn({ text, line }: SessionTurn): { text: string; line: number }[] {
  const lines = text.split('\n');
  const { fenced } = outlineOf(lines);
  return lines.flatMap((each, index) =>
    fenced.has(index + 1) || NOT_SAID.test(each) || each.length > MOST_LINE
      ? []
      : each
          .split(ANY_SENTENCE_BREAK)
          .map((sentence) => ({ text: sentence.trim(), line: line + index }))
          .filter((said) => /[\p{L}\d]/u.test(said.text)),
  );
}

/** The heading of a turn in a captured transcript, with or without its time. */
const TURN = /^(User|Assistant)(?: · |$)/;

/** The turns of a captured transcript, with the numbers of their lines. */
export function turnsIn(transcript: string): SessionTurn[] {
  const lines = shownLines(transcript);
  const headings = outlineOf(lines, firstBodyLine(transcript)).headings.filter(
    ({ level, text }) => level === 2 && TURN.test(text),
  );
  return headings.flatMap(({ line, text }, index) => {
    let first = line + 1;
    let last = (headings[index + 1]?.line ?? lines.length + 1) - 1;
    while (first <= last && lines[first - 1]!.trim() === '') first++;
    while (last >= first && lines[last - 1]!.trim() === '') last--;
    if (first > last) return [];
    const role = text.startsWith('User') ? ('user' as const) : ('assistant' as const);
    return [{ role, text: lines.slice(first - 1, last).join('\n'), line: first }];
  });
}

/** The day of the last turn that names its time, else that of the line below the title; null where neither does. */
export function dayOfTranscript(transcript: string): string | null {
  const times = [
    ...transcript.matchAll(/^(?:## (?:User|Assistant) · )?(\d{4}-\d\d-\d\d) \d\d:\d\d(?: · |$)/gm),
  ];
  return times.at(-1)?.[1] ?? null;
}

/** Files what is certain of a session, and asks once about the rest. The text of the transcript is not changed. */
export async function fileSession(
  run: UpdateRun,
  session: SessionRange,
  draw: Draw,
  fallback: Language,
): Promise<UpdateOutcome> {
  const { input } = run;
  // What was drawn was guessed, by rule or by a model.
  const context = { ...run.context, vault: addOnly(run.context.vault) };
  const { path, shown } = context.vault.resolve(session.path);
  // A stamp that came later would move the lines that entries link to.
  context.vault.stampIfNeeded(context.vault.locate(path));
  const transcript = readText(context.vault.locate(path));
  const turns = turnsIn(transcript).filter(({ line }) => line <= (session.to ?? Number.POSITIVE_INFINITY));
  if (turns.length === 0) throw noSession(shown);
  const said = turns.filter(({ role }) => role === 'user').map(({ text }) => text);
  const place: SessionPlace = {
    context,
    transcript: path,
    project: projectOf(path),
    language: languageOf(said.join('\n'), fallback),
    given: dayOfTranscript(transcript) ?? run.arrived ?? localDate(context.vault.clock.now()),
  };
  const { drawings, ...usage } = await draw(turns, session, run);
  const isNew = (drawing: Drawing) =>
    drawing.lines.at(-1)! >= session.from &&
    findSecrets(drawing.text).length + countMasks(drawing.text) === 0 &&
    !isDrawn(place, drawing);
  const fresh = drawings.filter(isNew);
  const say = SAY[place.language];
  const summary = [say.drawn(showPath(path))];
  for (const drawing of fresh.filter(({ isCertain }) => isCertain)) {
    const filed = await fileDrawing(place, drawing);
    if (filed !== null) summary.push(filed.summary);
  }
  const suggested = fresh.filter(({ isCertain }) => !isCertain);
  if (suggested.length === 0) return { state: 'done', summary: summary.join('\n'), inbox: null, ...usage };
  const title = input.text.trim() || (/^# (.+)$/m.exec(transcript)?.[1] ?? shown);
  const inbox = askSession(place, suggested, { title, update: run.id });
  summary.push(say.suggested(suggested.length));
  return { state: 'needs_answer', summary: summary.join('\n'), inbox, ...usage };
}

/** Files a drawing like a note of its kind, with links to its lines; null where the vault says the same already. */
async function fileDrawing(place: SessionPlace, { kind, text, lines }: Drawing): Promise<Filed | null> {
  const { context, project, language, given } = place;
  if (isKnown(place, text)) return null;
  const sources = lines.map((line) => sourceOf(place, line));
  const job: Job = { context, material: { text, images: [], given }, project, language, sources };
  if (kind === 'fix') return fileEntry(job, 'fix');
  // What is said in a project's session is an entry of its log.
  return kind === 'fact' ? fileEntry(job, 'note') : fileAs(job, kind);
}

/** True where something was filed from these lines before. */
function isDrawn(place: SessionPlace, { lines }: Drawing): boolean {
  const source = sourceOf(place, lines.at(-1)!);
  return textsOf(place).some((text) => shownLines(text).includes(source));
}

function sourceOf({ transcript }: SessionPlace, line: number): string {
  return `→ ${showPath(transcript)}:${line}`;
}

/** True where the vault holds these words already. */
function isKnown(place: SessionPlace, words: string): boolean {
  const wanted = ` ${plain(words)} `;
  return textsOf(place).some((text) => ` ${plain(text)} `.includes(wanted));
}

function plain(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

/** The files that drawings are filed in. */
function textsOf({ context: { vault }, project }: SessionPlace): string[] {
  const state = joinPath(homeOf(project), 'state.md');
  const paths = [PROFILE, tasksFile(project), state, changelogOf(project), changelogOf(null)];
  return paths.flatMap((path) => readIfText(vault, path) ?? []);
}

/** A longer list would not be read. */
const MOST_SUGGESTIONS = 20;

/** Asks once about all suggestions of a session: in its open inbox item, where it has one. Returns the item's name. */
function askSession(
  place: SessionPlace,
  suggested: readonly Drawing[],
  about: { title: string; update: string },
): string {
  const { context, transcript, language } = place;
  const { vault } = context;
  const open = openItemOf(place);
  const earlier = open === null ? [] : suggestionsIn(open.review);
  const all = [...earlier, ...suggested].slice(0, MOST_SUGGESTIONS);
  const offers = all.map(({ kind, text, lines }): Action => ({ do: 'add', kind, text, lines }));
  const facts = {
    asks: 'session' as const,
    text: about.title,
    session: showPath(transcript),
    update: about.update,
    sections: [filedSection(showPath(transcript), language)],
    actions: [{ do: 'all' } as const, ...offers, { do: 'none' } as const],
  };
  if (open === null)
    return openItem(vault, { ...facts, material: { text: '', images: [] }, isHidden: true }, language);
  const path = joinPath(joinPath(joinPath(ROOT, 'inbox'), open.item), 'review.md');
  vault.save(vault.locate(path), () => reviewOf({ ...facts, content: [] }, language));
  return open.item;
}

/** What a question about a session suggests. */
export function suggestionsIn(review: string): Drawing[] {
  return offeredIn(review, []).flatMap(({ action }) => {
    if (action?.do !== 'add' || action.lines === undefined) return [];
    const kind = DRAWN_KINDS.find((each) => each === action.kind);
    return kind === undefined ? [] : [{ kind, text: action.text, lines: action.lines, isCertain: false }];
  });
}

/** The question about this session that still waits. */
function openItemOf({
  context: { vault },
  transcript,
}: SessionPlace): { item: string; review: string } | null {
  for (const item of listInboxItems(vault)) {
    const review = readIfText(vault, joinPath(joinPath(joinPath(ROOT, 'inbox'), item), 'review.md')) ?? '';
    if (fieldOf(splitFrontmatter(review).yaml, 'session') === showPath(transcript)) return { item, review };
  }
  return null;
}

function noSession(shown: string): RappelError {
  return new RappelError('invalid_input', 'session.no_turns', { session: shown });
}

const SAY = {
  en: {
    drawn: (path: string) => `Session read: ${path}`,
    suggested: (count: number) =>
      `${count === 1 ? 'One suggestion waits' : `${count} suggestions wait`} for your answer.`,
  },
  fr: {
    drawn: (path: string) => `Session lue : ${path}`,
    suggested: (count: number) =>
      `${count === 1 ? 'Une suggestion attend' : `${count} suggestions attendent`} votre réponse.`,
  },
} as const;
