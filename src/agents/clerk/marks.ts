import { ENGLISH_STOP_WORDS, FRENCH_STOP_WORDS } from '../../search/text/stop-words.js';
import { fold } from '../../shared/fold.js';
import type { Kind } from './kinds.js';
import { nameOf } from './projects.js';
import { withoutLabel } from './routing/names.js';

/** What a text says of itself by marks that people write; `docs/marks.md` lists them. */
export interface Marked {
  /** The text without its marks, every other word as it was written. */
  text: string;
  kind: Kind | null;
  /** Named by `projet X :`, whether it exists or not. */
  project: string | null;
}

const WORDS: ReadonlyMap<string, Kind> = new Map([
  ...(['todo', 'to do', 'to-do', 'task', 'tache', 'a faire'] as const).map((word) => [word, 'task'] as const),
  ...(['done', 'fait', "c'est fait"] as const).map((word) => [word, 'done'] as const),
  ...(['decision', 'decide'] as const).map((word) => [word, 'decision'] as const),
  ...(['rdv', 'rendez-vous', 'appointment'] as const).map((word) => [word, 'appointment'] as const),
  ...(['note', 'memo'] as const).map((word) => [word, 'note'] as const),
  ...(['preference', 'preferences'] as const).map((word) => [word, 'preference'] as const),
  ['question', 'question'],
]);

const BOX = /^(?:[-*+•]\s+)?\[([ xX]?)\]\s+/;
const TICK = /^[✅☑✔]\uFE0F?\s*/u;
const TAG = /^\[d[ée]cision\]\s*/iu;
const WORD = /^([^:\n]{2,14}?)\s?:\s+(?=\S)/;
const PROJECT = /^(?:projet|project)\s+([^:\n]{2,60}?)\s?:\s+(?=\S)/iu;

/** Reads the marks at the start of a text; the names of projects with a colon may stand among them. */
export function readMarks(given: string, projects: readonly string[]): Marked {
  let [text, kind, project] = [given.trim(), null as Kind | null, null as string | null];
  const take = (length: number, named: Kind | null) => {
    text = text.slice(length);
    kind ??= named;
  };
  for (;;) {
    const box = BOX.exec(text);
    const tick = TICK.exec(text);
    const tag = TAG.exec(text);
    const word = WORD.exec(text);
    const named = PROJECT.exec(text);
    const named_kind = word === null ? undefined : WORDS.get(fold(word[1]!).replaceAll('’', "'"));
    if (box !== null) take(box[0].length, box[1]!.trim() === '' ? 'task' : 'done');
    else if (tick !== null) take(tick[0].length, 'done');
    else if (tag !== null) take(tag[0].length, 'decision');
    else if (named_kind !== undefined) take(word![0].length, named_kind);
    else if (named !== null) {
      take(named[0].length, null);
      project ??= named[1]!.trim();
    } else {
      const rest = withoutLabel(text, projects);
      // A label before no mark is part of what is said.
      const below = rest === text ? null : readMarks(rest, projects);
      if (below === null || (below.kind === null && kind === null)) return { text, kind, project };
      return { text: below.text, kind: kind ?? below.kind, project: project ?? below.project };
    }
  }
}

const ANNOUNCED = /^\s*(?:(?:\S+\s+){1,3}(?:un|a)\s+)?(?:nouveau projet|new project)(\s*:|,)?\s+/iu;
const CALLED = /^(?:appel[ée]|nomm[ée]|called|named)\s+/iu;
const QUOTED = /^["«“]\s*([^"»”\n]{1,80}?)\s*["»”]/u;
/** A longer one is a sentence; without a colon before it already one of five words. */
const MOST_NAME_WORDS = 8;
const MOST_BARE_WORDS = 4;

/** The project that a text opens, as it names it: `Nouveau projet : podcast Les Mains dans le Code`. Null for any other text. */
export function announcedProject(text: string): string | null {
  const [words, colon] = ANNOUNCED.exec(text) ?? [];
  if (words === undefined) return null;
  const [called = ''] = CALLED.exec(text.slice(words.length)) ?? [];
  const rest = text.slice(words.length + called.length);
  const name = QUOTED.exec(rest)?.[1] ?? rest.split(/[,;:.!?(\n]|\s[–—-]\s/u, 1)[0]!.trim();
  const isMarked = colon !== undefined || called !== '';
  // `a new project for you`: a name does not begin with such a word.
  const first = fold(/[\p{L}\p{N}]+/u.exec(rest)?.[0] ?? '');
  if (!isMarked && (FRENCH_STOP_WORDS.has(first) || ENGLISH_STOP_WORDS.has(first))) return null;
  const most = isMarked || QUOTED.test(rest) ? MOST_NAME_WORDS : MOST_BARE_WORDS;
  return name === '' || name.split(/\s+/).length > most ? null : nameOf(name);
}

/** The items of a text that is a list, and the line above them. */
export interface List {
  header: string;
  items: string[];
}

const ITEM = /^\s*(?:[-*+•]|\d{1,2}[.)])\s+(?=\S)/;
const INLINE = /(?:^|\s)(\d{1,2})[.)]\s+(?=\S)/g;

/**
 * A text that is a list: lines with marks of items below a header at most, the same numbered in one line, or clauses
 * between semicolons or on lines of their own. Null for any other; only who knows what each part is can tell whether
 * clauses are one list (`isSure`).
 */
export function listIn(text: string): (List & { isSure: boolean }) | null {
  const lines = text.trim().split('\n');
  const first = lines.findIndex((line) => ITEM.test(line));
  if (first !== -1 && lines.slice(0, first).filter((line) => line.trim() !== '').length <= 1) {
    const items: string[] = [];
    for (const line of lines.slice(first)) {
      if (ITEM.test(line)) items.push(BOX.test(line.trim()) ? line.trim() : line.replace(ITEM, '').trim());
      else if (line.trim() === '') continue;
      else if (/^\s/.test(line)) items.push(`${items.pop()}\n${line.trim()}`);
      else return null;
    }
    return items.length < 2 ? null : { header: headerOf(lines.slice(0, first)), items, isSure: true };
  }
  const numbers = [...text.matchAll(INLINE)].filter(({ 1: number }, index) => Number(number) === index + 1);
  if (lines.length === 1 && numbers.length > 1) {
    const ends = [...numbers.slice(1).map(({ index }) => index), text.length];
    const items = numbers.map(({ 0: mark, index }, at) => text.slice(index + mark.length, ends[at]));
    return { header: headerOf([text.slice(0, numbers[0]!.index)]), items: items.map(trimmed), isSure: true };
  }
  const clauses = (lines.length > 1 ? lines : text.split(/;\s/)).map(trimmed).filter((part) => part !== '');
  return clauses.length < 2 || clauses.length > MOST_CLAUSES
    ? null
    : { header: '', items: clauses, isSure: false };
}

/** A longer text is a mail or minutes. */
const MOST_CLAUSES = 12;

function headerOf(lines: readonly string[]): string {
  return lines.join('\n').trim().replace(/\s*:$/, '');
}

function trimmed(part: string): string {
  return part.trim().replace(/[,;]$/, '');
}
