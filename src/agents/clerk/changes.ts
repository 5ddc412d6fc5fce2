import type { Embedder } from '../../search/models/embedder.js';
import { readStatement } from '../../search/passages/statements/statement.js';
import { ANY_SENTENCE_BREAK } from '../../search/text/sentence-breaks.js';
import { sameForm, tellingWords } from '../../search/text/shared-words.js';
import { valuesIn } from '../../search/text/values.js';
import { fold } from '../../shared/fold.js';
import { readTimes } from '../../shared/times.js';
import { readIfText } from '../../vault/files.js';
import { firstBodyLine } from '../../vault/frontmatter.js';
import { shownLines } from '../../vault/lines.js';
import { joinPath, parsePath, ROOT, showPath, type VaultPath } from '../../vault/paths.js';
import { openTasksIn, type Task, tasksFile } from '../../vault/tasks.js';
import type { Vault } from '../../vault/vault.js';
import type { Mandate } from './mandate.js';
import { listProjects } from './projects.js';

/** A line of a file, and what it should say instead. */
export interface LineEdit {
  path: VaultPath;
  /** 1-based. */
  line: number;
  before: string;
  after: string;
}

/** A line that a text may be about, with what it belongs to: its task, its heading. */
interface Line extends Omit<LineEdit, 'after'> {
  about: string;
}

const MOST_LINES = 5;
/** A line or a task is meant where the text shares this part of its words, by how rare they are. */
const LEAST_SHARE = 0.5;
/** A task is told in a few words: one rare word may be enough, for it is only offered. */
const LEAST_TASK_SHARE = 0.25;
/** Those that are nearly as likely as the best are choices too. */
const NEARLY = 0.75;
/** Words of the two languages whose vectors are as near as this mean the same: `vélo` and `bike` 0.83, `june` and `july` 0.49. */
const LEAST_COSINE = 0.55;
/** What a text says of a line or a task stands in its beginning. */
const MOST_READ = 1_000;

/** Stands for the old value among words; it has a sign that no word has. */
const TOLD = '=';

/**
 * What lines that are there should read if a text is right about them: where both speak of the same thing and give it
 * different values of one kind. Best first. It only proposes.
 */
export function changesBy(
  vault: Vault,
  text: string,
  project: string | null,
  today: string,
): (LineEdit & { isTold: boolean })[] {
  const said = text.slice(0, MOST_READ);
  const found = currentLines(vault, project).flatMap((line) =>
    // Each sentence of a line speaks of its own thing.
    sentencesIn(line.before).flatMap((sentence) => {
      const rewritten = rewrite(sentence, said, today);
      if (rewritten === null) return [];
      return [
        {
          ...line,
          sentence,
          isTold: rewritten.isTold,
          after: line.before.replace(sentence, () => rewritten.after),
        },
      ];
    }),
  );
  const names = project === null ? [] : tellingWords(project).flat();
  const words = telling(withoutValues(said, today), names);
  // The old value is a word that both have.
  const told = (isTold: boolean) => (isTold ? [[TOLD]] : []);
  const scored = rank(
    found,
    ({ sentence, about, isTold }) => [
      ...telling(`${about} ${withoutValues(sentence, today)}`, names),
      ...told(isTold),
    ],
    [...words, ...told(found.some(({ isTold }) => isTold))],
  );
  return scored
    .filter(
      ({ item, shared, share, isWhole, covers }) =>
        item.isTold || (share >= LEAST_SHARE && (shared > 1 || isWhole || covers === 1)),
    )
    .filter(({ score }, _, [best]) => score >= NEARLY * best!.score)
    .slice(0, MOST_LINES)
    .map(({ item: { path, line, before, after, isTold } }) => ({ path, line, before, after, isTold }));
}

function sentencesIn(line: string): string[] {
  return line.split(ANY_SENTENCE_BREAK);
}

/**
 * The lines that a caller says are wrong, and what they should read: `path:line`, or words of the line. Where the text gives
 * no value of the same kind, it takes the place of the line; `isTold` where that is what the caller said.
 */
export function corrections(
  vault: Vault,
  text: string,
  replaces: string,
  project: string | null,
  today: string,
  /** The day that the caller gives, `YYYY-MM-DD` or with a time; it comes before those of the text. */
  due: string | null = null,
): (LineEdit & { isTold: boolean })[] {
  const isPlace = PLACE.test(replaces.trim());
  return linesMeant(vault, replaces, project).map(({ path, line, before }) => {
    const dated = due === null ? null : rewrite(before, due, today, replaces);
    const rewritten = dated ?? rewrite(before, text, today, replaces);
    // Words that name no value do not say which part of the line is wrong.
    const isWhole =
      isPlace ||
      fold(before)
        .replace(/^\s*[-*+]\s+/, '')
        .trim() === fold(replaces).trim();
    return {
      path,
      line,
      before,
      after: rewritten?.after ?? inPlaceOf(before, text),
      isTold: rewritten !== null || isWhole,
    };
  });
}

function linesMeant(vault: Vault, replaces: string, project: string | null): Line[] {
  const at = PLACE.exec(replaces.trim());
  if (at !== null) {
    const path = parsePath(at[1]!);
    return linesIn(vault, [path]).filter(({ line }) => line === Number(at[2]));
  }
  const exact = currentLines(vault, project).filter(({ before }) =>
    fold(before).includes(fold(replaces.trim())),
  );
  if (exact.length > 0) return exact.slice(0, MOST_LINES);
  const names = project === null ? [] : tellingWords(project).flat();
  const ranked = rank(
    currentLines(vault, project),
    ({ before, about }) => telling(`${about} ${before}`, names),
    telling(replaces, names),
  );
  return ranked
    .filter(({ covers }) => covers >= LEAST_SHARE)
    .filter(({ score }, _, [best]) => score >= NEARLY * best!.score)
    .slice(0, MOST_LINES)
    .map(({ item }) => item);
}

const PLACE = /^(?:vault\/)?(\S+\.md):(\d+)$/;

/** Whether a later statement gives what an earlier one speaks of another value. */
export function isSuperseded(earlier: string, later: string): boolean {
  const today = '2000-01-01';
  const [then, now] = [earlier, later].map((text) => tellingWords(withoutValues(text, today)));
  const shared = then!.filter((word) => now!.some((other) => sameForm(word, other))).length;
  const isSame = shared > 0 && shared >= LEAST_SHARE * Math.min(then!.length, now!.length);
  return isSame && rewrite(earlier, later, today) !== null;
}

/** A text in the place of a line: with its mark of an item, on one line. */
function inPlaceOf(before: string, text: string): string {
  return `${/^\s*(?:[-*+]\s+|#+\s+)?/.exec(before)![0]}${text.trim().replaceAll(/\s+/g, ' ')}`;
}

/**
 * The open tasks that a text may mean, best first: by the words they share, where none does by words of the same meaning, in
 * the other language or as a noun.
 */
export async function tasksMeant(
  text: string,
  tasks: readonly Task[],
  embedder: Embedder,
  isWhole = false,
): Promise<Task[]> {
  const said = tellingWords(text.slice(0, MOST_READ));
  const byForm = likelyTasks(tasks, said, sameForm);
  if (isWhole) return byForm.filter(({ title }) => isAllSaid(title, said));
  if (byForm.length > 0 || tasks.length === 0) return byForm;
  const all = [
    ...new Set([...said, ...tasks.flatMap(({ title }) => tellingWords(title))].map(([word]) => word!)),
  ];
  // Without its model, words are compared by their letters.
  const vectors = await embedder.embed(all).catch(() => []);
  const vectorOf = new Map(all.map((word, index) => [word, vectors[index]]));
  return likelyTasks(tasks, said, (a, b) => {
    if (sameForm(a, b) || startsAlike(a[0]!, b[0]!)) return true;
    return cosine(vectorOf.get(a[0]!), vectorOf.get(b[0]!)) >= LEAST_COSINE;
  });
}

function likelyTasks(tasks: readonly Task[], said: string[][], isSame: typeof sameForm): Task[] {
  return rank(tasks, ({ title, project }) => tellingWords(`${title} ${project ?? ''}`), said, isSame)
    .filter(({ item, share }) => share >= LEAST_TASK_SHARE && namesTitle(item, said, isSame))
    .filter(({ score }, _, [best]) => score >= NEARLY * best!.score)
    .slice(0, MOST_LINES)
    .map(({ item }) => item);
}

/** Whether a text has every word of a title, and that are several; of many, one may be said otherwise: `Move` as `is on`. */
function isAllSaid(title: string, said: string[][]): boolean {
  const words = tellingWords(title);
  const missed = words.filter((word) => !said.some((other) => sameForm(word, other))).length;
  return words.length > 1 && missed <= (words.length > MANY_WORDS ? 1 : 0);
}

const MANY_WORDS = 3;

/** The name of its project alone means no task. */
function namesTitle({ title }: Task, said: string[][], isSame: typeof sameForm): boolean {
  return tellingWords(title).some((word) => said.some((other) => isSame(word, other)));
}

/** So many letters at the start make a verb and its noun one word: `relance` and `relancer`. */
const SAME_START = 6;

function startsAlike(a: string, b: string): boolean {
  return a.length >= SAME_START && a.slice(0, SAME_START) === b.slice(0, SAME_START);
}

function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (a === undefined || b === undefined) return 0;
  return a.reduce((sum, value, index) => sum + value * b[index]!, 0);
}

interface Ranked<Item> {
  item: Item;
  /** How many words are shared, and whether these are all of the item. */
  shared: number;
  isWhole: boolean;
  /** Which part of the smaller side's words, and of those of the text, by how rare they are. */
  share: number;
  covers: number;
  score: number;
}

/** Compares the words of a text with those of each item: a word that few items have says more. */
function rank<Item>(
  items: readonly Item[],
  wordsOf: (item: Item) => string[][],
  said: string[][],
  isSame = sameForm,
): Ranked<Item>[] {
  const all = items.map((item) => ({ item, words: wordsOf(item) }));
  const weights = new Map<string, number>();
  for (const { words } of all) for (const [word] of words) weights.set(word!, (weights.get(word!) ?? 0) + 1);
  const weigh = ([word]: string[]) => Math.log(1 + all.length / (weights.get(word!) ?? 1));
  const sum = (words: string[][]) => words.reduce((total, word) => total + weigh(word), 0);
  return all
    .map(({ item, words }) => {
      const both = words.filter((word) => said.some((other) => isSame(word, other)));
      const told = said.filter((word) => words.some((other) => isSame(word, other)));
      const weight = sum(both);
      const share = weight / Math.max(1e-9, Math.min(sum(words), sum(said)));
      const covers = told.length / Math.max(1, said.length);
      return {
        item,
        shared: both.length,
        isWhole: both.length === words.length,
        share: Math.min(1, share),
        covers,
        score: weight * share,
      };
    })
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.score - a.score);
}

function telling(text: string, names: readonly string[]): string[][] {
  return tellingWords(text).filter(([word]) => !names.includes(word!));
}

/** The lines that say what is true now: of a project and the user, or of all projects. */
function currentLines(vault: Vault, project: string | null): Line[] {
  const projects = project === null ? listProjects(vault) : [project];
  const folders = projects.map((name) => joinPath(joinPath(ROOT, 'projects'), name));
  const keyed = folders.flatMap((folder) =>
    ['description.md', 'state.md'].map((name) => joinPath(folder, name)),
  );
  const own = ['profile.md', 'overview.md'].map((name) => joinPath(ROOT, name));
  const tasks = [null, ...projects].flatMap((name) => openTasksIn(vault, tasksFile(name)));
  const ofTasks = tasks.flatMap(({ path, title, due }) =>
    due === null
      ? []
      : linesIn(vault, [path])
          .filter(({ line }) => line === due.line)
          .map((line) => ({ ...line, about: title })),
  );
  return [...linesIn(vault, [...keyed, ...own]), ...ofTasks];
}

const HEADING = /^#{1,6} /;

/** The lines of these files below their frontmatter, without empty ones and headings. */
function linesIn(vault: Vault, paths: readonly VaultPath[]): Line[] {
  return paths.flatMap((path) => {
    const text = readIfText(vault, path);
    if (text === null) return [];
    const first = firstBodyLine(text);
    return shownLines(text).flatMap((before, index) =>
      index + 1 < first || before.trim() === '' || HEADING.test(before)
        ? []
        : [{ path, line: index + 1, before, about: '' }],
    );
  });
}

interface Valued {
  /** Values of one kind can replace each other. */
  kind: string;
  text: string;
  /** The same for the same value in another form. */
  is: string;
  start: number;
  end: number;
}

/**
 * A line with the value that a text gives in place of its own; `isTold` where the text names the old one too. Null where they
 * have no kind of value in common, or several may be meant.
 */
function rewrite(
  line: string,
  text: string,
  today: string,
  replaces = '',
): { after: string; isTold: boolean } | null {
  const there = valuesOf(line, today);
  const said = valuesOf(text, today);
  const named = [...said, ...valuesOf(replaces, today)];
  let after: string | null = null;
  let isTold = false;
  for (const kind of new Set(there.map((value) => value.kind))) {
    const old = there.filter((value) => value.kind === kind);
    const told = old.filter((value) => named.some((other) => isSame(value, other)));
    const meant = told.length === 1 ? told[0]! : old.length === 1 ? old[0]! : null;
    if (meant === null) continue;
    const fresh = said.filter(
      (value) => isOfKind(value, meant, told.length > 0) && !old.some((other) => isSame(value, other)),
    );
    const [next, ...others] = distinct(fresh);
    if (next === undefined || others.length > 0) continue;
    isTold ||= told.length === 1;
    const written: string = after ?? line;
    after = written.replace(meant.text, () => inForm(next, meant, today));
  }
  if (after !== null && after !== line) return { after, isTold };
  return rewriteKeyed(line, text);
}

/** Whether two values are the same one, however they are written: `890` is `890 €`. */
function isSame(a: Valued, b: Valued): boolean {
  return a.is === b.is && (a.kind === b.kind || (isNumber(a) && isNumber(b)));
}

/** Whether a value can take the place of another: of the same kind, or a number where the text names the old one too. */
function isOfKind(value: Valued, old: Valued, isTold: boolean): boolean {
  if (value.kind === old.kind) return true;
  if (!isNumber(value) || !isNumber(old)) return false;
  return isTold || [value.kind, old.kind].includes(PLAIN_NUMBER);
}

function isNumber({ is }: Valued): boolean {
  return /^\d[\d.]*$/.test(is);
}

const PLAIN_NUMBER = 'number';

function distinct(values: readonly Valued[]): Valued[] {
  return values.filter(({ is }, index) => values.findIndex((other) => other.is === is) === index);
}

/** `Cliente : Odile`, where the text says `la cliente est maintenant Farida`. */
function rewriteKeyed(line: string, text: string): { after: string; isTold: boolean } | null {
  const item = line.replace(/^\s*(?:[-*+]\s+)?/, '');
  const then = readStatement(item, { isKeyed: true });
  const now = text
    .split(/(?<=[.!?])\s+|\n/)
    .map((sentence) => readStatement(sentence.trim().replace(/[.!]$/, ''), { isKeyed: true }))
    .find((each) => each !== null && then !== null && isWithin(then.key, each.key));
  if (then === null || now == null || now.isPast || fold(now.value) === fold(then.value)) return null;
  // Up to what is said of the old value: `Odile Marchetti, gérante`. An abbreviation does not end it.
  const start = line.indexOf(then.value);
  const old = /^[^,;(–]*?(?=\.?\s*$|[,;(–])/.exec(line.slice(start))?.[0].trimEnd() || then.value;
  return { after: line.slice(0, start) + now.value + line.slice(start + old.length), isTold: true };
}

/** Whether all words of a key are in another one. */
function isWithin(key: string, other: string): boolean {
  const [few, many] = [tellingWords(key), tellingWords(other)];
  return few.length > 0 && few.every((word) => many.some((each) => sameForm(word, each)));
}

/** The values of a text: days, periods, amounts with their unit, numbers. */
function valuesOf(text: string, today: string): Valued[] {
  const values: Valued[] = [];
  const add = (kind: string, found: string, is: string, start: number) => {
    const end = start + found.length;
    if (!values.some((value) => start < value.end && value.start < end))
      values.push({ kind, text: found, is, start, end });
  };
  for (const time of readTimes(text, { today, towards: 'future' })) {
    const { text: found, index, precision, from, to, at } = time;
    if (precision !== 'day') add(precision, found, from, index);
    else if (from === to) add('date', found, at === null ? from : `${from} ${at}`, index);
    else add('days', found, `${from} ${to}`, index);
  }
  for (const { 0: found, 1: hour, 2: minute, index } of text.matchAll(TIME_OF_DAY))
    add('time', found, `${Number(hour)}:${minute || '00'}`, index);
  for (const { text: found, unit, start } of valuesIn(text))
    add(unit, found, /mail|phone/.test(unit) ? fold(found) : plainNumber(found), start);
  for (const { 0: found, 1: number, 2: unit = '', index } of text.matchAll(COUNTED))
    if (tellingWords(unit).length > 0) add(fold(unit).replace(/s$/, ''), found, plainNumber(number!), index);
    else add(PLAIN_NUMBER, number!, plainNumber(number!), index);
  return values;
}

/** `06:00`, `14h`, `9 h 30`. */
const TIME_OF_DAY =
  /(?<![\p{L}\d.,:/-])([01]?\d|2[0-3])(?::|[ \u00a0\u202f]?h[ \u00a0\u202f]?)([0-5]\d)?(?![\p{L}\d:])/gu;

/** `460 m2`, `12 ports`, `442`; no part of a longer number. */
const COUNTED =
  /(?<![\p{L}\d.,:/-])(\d+(?:[ \u00a0\u202f.,]\d+)*)(?:[ \u00a0\u202f]?(\p{L}{1,12}\d?))?(?![\p{L}\d]|[.,:/-]\d)/gu;

function plainNumber(text: string): string {
  const plain = text.replaceAll(/[^\d.,]/g, '').replace(/[.,]+$/, '');
  return plain.replaceAll(/[.,](?=\d{3}(?!\d))/g, '').replaceAll(',', '.');
}

/** A value as the line writes the one that it replaces: a day stays `2025-07-16` where it was. */
function inForm(next: Valued, old: Valued, today: string): string {
  if (next.kind !== 'date') {
    // A number without its unit takes that of the old one.
    const isBare = next.kind === PLAIN_NUMBER && old.kind !== PLAIN_NUMBER;
    return isBare ? old.text.replace(/\d[\d \u00a0\u202f.,]*(?<=\d)/, () => next.text) : next.text;
  }
  const [day = '', at] = next.is.split(' ');
  const iso = /\d{4}-\d\d-\d\d/.exec(old.text)?.[0];
  const time = at === undefined || /\d\d:\d\d|\d ?h/.test(old.text) === false ? '' : ` ${at}`;
  if (iso !== undefined) return `${day}${time}`;
  if (old.text.includes('/')) return day.split('-').reverse().join('/');
  const language = readLanguage(old.text);
  const year = /\d{4}/.test(old.text) || day.slice(0, 4) !== today.slice(0, 4) ? 'numeric' : undefined;
  const form = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', year, timeZone: 'UTC' });
  return form.format(new Date(`${day}T00:00:00Z`));
}

/** The language that a day is written in: that of its month. */
function readLanguage(text: string): string {
  const month = (language: string) =>
    Array.from({ length: 12 }, (_, at) =>
      fold(new Intl.DateTimeFormat(language, { month: 'long' }).format(new Date(2025, at, 2))),
    ).some((name) => fold(text).includes(name));
  return month('fr') ? 'fr' : 'en-GB';
}

function withoutValues(text: string, today: string): string {
  return valuesOf(text, today).reduce((rest, { text: found }) => rest.replace(found, ' '), text);
}

/** Writes edits that somebody asked for; lines that changed meanwhile are left. Returns those that were written. */
export function applyEdits({ vault }: Mandate, edits: readonly LineEdit[]): LineEdit[] {
  const done: LineEdit[] = [];
  for (const path of new Set(edits.map((edit) => edit.path))) {
    vault.save(vault.locate(path), (current) => {
      const lines = (current ?? '').split('\n');
      for (const edit of edits.filter((each) => each.path === path)) {
        const at = lineNow(lines, edit);
        if (at === null) continue;
        lines[at] = edit.after + (lines[at]!.endsWith('\r') ? '\r' : '');
        done.push({ ...edit, line: at + 1 });
      }
      return lines.join('\n');
    });
  }
  return done;
}

/** Where a line is now: it may have moved since it was offered, but must be the same. */
function lineNow(lines: readonly string[], { line, before }: LineEdit): number | null {
  const isIt = (text: string | undefined) => text?.replace(/\r$/, '') === before;
  if (isIt(lines[line - 1])) return line - 1;
  const places = lines.flatMap((text, index) => (isIt(text) ? [index] : []));
  return places.sort((a, b) => Math.abs(a - line) - Math.abs(b - line))[0] ?? null;
}

/** An edit as people read it: `vault/projects/x/state.md:14: - 2025-07-21: launch. → - 2025-07-28: launch.` */
export function editLabel(edit: LineEdit): string {
  return `${showPath(edit.path)}:${edit.line}: ${shownEdit(edit)}`;
}

/** What a changelog says of an edit. */
export function shownEdit({ before, after }: LineEdit): string {
  return `${before.trim()} → ${after.trim()}`;
}
