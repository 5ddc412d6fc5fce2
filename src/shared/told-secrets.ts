import { foldEvenly } from './fold.js';
import { MOST_DISTANCE, placesIn, type SecretPlace, windowsOf } from './secret-places.js';
import {
  type SecretKind,
  type SecretSpan,
  type SecretToken,
  type Shape,
  secretTokens,
  TELLS,
} from './secret-tokens.js';
import { COUNTING, HEAD, JOINS, MEASURES, type SecretGroup } from './secret-words.js';

/** How much each group says. */
const WEIGHTS: Record<Exclude<SecretGroup, 'policy'>, number> = {
  secret: 3,
  code: 3,
  key: 2,
  wifi: 2,
  lock: 2,
  card: 3,
  act: 2,
  account: 1,
  hint: 2,
};

const SHAPES: Record<Shape, { score: number; groups: readonly (keyof typeof WEIGHTS)[] }> = {
  mixed: { score: 4, groups: ['secret', 'code', 'key', 'lock', 'card', 'act', 'account', 'hint'] },
  numbered: { score: 2.5, groups: ['secret', 'key', 'lock', 'act', 'account', 'hint'] },
  hex: { score: 2.5, groups: ['secret', 'key', 'lock'] },
  code: { score: 2, groups: ['secret', 'code', 'lock', 'card', 'act'] },
  short: { score: 1.5, groups: ['secret', 'code', 'lock', 'card', 'act'] },
  year: { score: 1, groups: ['secret', 'code'] },
  phrase: { score: 2.5, groups: ['secret', 'wifi', 'hint'] },
  reference: { score: 1, groups: ['secret', 'code', 'key', 'wifi', 'lock'] },
  word: { score: 0.5, groups: ['secret', 'wifi', 'act', 'hint'] },
};
/** From here on a value is a suspected secret. */
const ENOUGH = 5;
/** What joins a value to the word before it. */
const JOINED = 1.5;

/** What may follow a plain word that is a value. */
const WORD_END =
  /^["'`”»*]*(?:\s*(?:$|[\n.,;:!?()—–|-])| (?:and|et|mais|but|with|avec|depuis|since|for|pour|tout|toute|all|after|because|comme|car|en|in|not|then|puis|sans|without|ou|or)(?![a-z]))/;
/** Capitals, or words that a number ends, or of which it is said that there are spaces between them. */
const SEVERAL_WORDS =
  /^(?: [\p{L}-]+){1,5}(?=,? (?:with|avec) (?:the |les |des )?(?:spaces|espaces))|^(?: [\p{L}-]+){0,3} \d{1,4}(?![\p{L}\d%€$£]|[.,:/-]\d)|^(?: \p{Lu}[\p{L}\d'’-]*){0,3}/u;
/** Words for a secret of several words. */
const PHRASE = /pass ?phrase|phrase|seed|mnemonic|words|mots|answer|reponse|graine|master|maitre|secret/;

/** A long text is read in blocks: most of them name no secret, and are done at once. */
const BLOCK = 16_000;
/** What is read around a block, to judge its values by. */
const [BEFORE, BEHIND] = [2_000, 600];

/** The values of a text that its words call a secret. */
export function toldSecrets(text: string): SecretSpan[] {
  if (text.length <= BLOCK) return toldIn(text);
  const found: SecretSpan[] = [];
  for (let start = 0; start < text.length; start += BLOCK) {
    const from = Math.max(0, start - BEFORE);
    const told = toldIn(text.slice(from, start + BLOCK + BEHIND));
    for (const span of told) {
      const at = span.start + from;
      if (at >= start && at < start + BLOCK) found.push({ ...span, start: at, end: span.end + from });
    }
  }
  return found;
}

function toldIn(text: string): SecretSpan[] {
  const folded = foldEvenly(text);
  const places = placesIn(folded);
  const windows = windowsOf(text, places);
  if (windows.length === 0) return [];
  const context = contextOf(text, folded, places);
  const found: (SecretSpan & { token: SecretToken })[] = [];
  let window = 0;
  for (const token of secretTokens(text, folded, windows)) {
    const last = found.at(-1);
    if (last !== undefined && token.start < last.end) continue;
    // The next line of a list of them.
    const isSibling =
      last !== undefined &&
      token.shape !== 'word' &&
      last.token.gap.trim() === token.gap.trim() &&
      /^[^\n]{0,40}\n[^\n]{0,80}$/.test(text.slice(last.end, Math.min(token.start, last.end + 130)));
    const { isSecret, kind } = context.judge(token, isSibling);
    const isNext = last?.token.isWholeLine && token.isWholeLine && token.shape !== 'word';
    const continues = isNext && text.slice(last.end, token.start).trim() === '';
    if (!isSecret && !continues && !isTableCell(text, token)) continue;
    const { start } = token;
    const end = endOf(text, folded, token);
    found.push({ start, end, kind: continues ? last.kind : kind, token });
    // Another may stand below it.
    while (windows[window]!.end < start) window++;
    windows[window]!.end = Math.max(windows[window]!.end, end + MOST_DISTANCE);
  }
  return found.map(({ start, end, kind }) => ({ start, end, kind }));
}

/** Where a value ends: a quoted one at its quote, one of words where they do. */
function endOf(text: string, folded: string, { start, end, gap, shape }: SecretToken): number {
  const quote = /["'`“«]$/.exec(gap.trimEnd())?.[0];
  const closing = quote === undefined ? -1 : text.slice(start, start + 120).search(/["'`”»\n]/);
  if (closing > 0 && text[start + closing] !== '\n') return Math.max(end, start + closing);
  if (shape !== 'word') return end;
  const isPhrase = PHRASE.test(folded.slice(Math.max(0, start - 100), start));
  const more = isPhrase ? /^(?:[ -][\p{L}\d'’-]+){0,30}/u : SEVERAL_WORDS;
  return end + more.exec(text.slice(end, end + 400))![0].length;
}

/** A password that has a cell of a table to itself needs no other word; another value, one at the head of its column. */
function isTableCell(text: string, { shape, start, end }: SecretToken): boolean {
  if (shape === 'word') return false;
  const near = text.slice(Math.max(0, start - 400), start);
  const before = near.slice(near.lastIndexOf('\n') + 1);
  if (!/\|\s*$/.test(before) || !/^\s*(?:\||\n|$)/.test(text.slice(end, end + 40))) return false;
  if (shape === 'mixed') return true;
  const head = headOf(text, start - before.length)[before.split('|').length - 1] ?? '';
  return HEAD.test(foldEvenly(head));
}

/** The cells of the first line of a table, found from one of its lines. */
function headOf(text: string, from: number): string[] {
  let head = from;
  for (let lines = 0; head > 0 && lines < 200; lines++) {
    const above = text.lastIndexOf('\n', head - 2) + 1;
    if (!text.slice(above, head).includes('|')) break;
    head = above;
  }
  return text
    .slice(head, head + 400)
    .split('\n', 1)[0]!
    .split('|');
}

/** Judges values in order. */
function contextOf(
  text: string,
  folded: string,
  places: ReadonlyMap<SecretGroup, readonly SecretPlace[]>,
): { judge(token: SecretToken, isSibling: boolean): { isSecret: boolean; kind: SecretKind } } {
  const breaks = [...folded.matchAll(/\n\s*|[.!?…](?=\s)/g)].map(({ index }) => index);
  const next = new Map<SecretGroup, number>();
  let sentence = 0;

  /** The nearest on either side, and how much it counts for this value. */
  function nearest(group: SecretGroup, token: SecretToken): { factor: number; isJoined: boolean } {
    const all = places.get(group)!;
    let at = next.get(group) ?? 0;
    while (at < all.length && all[at]!.end <= token.start) at++;
    next.set(group, at);
    const before = all[at - 1];
    // A plain word must be announced.
    const isLate =
      token.shape !== 'word' || group === 'hint' || IS_ONE.test(folded.slice(token.end, token.end + 40));
    const after = isLate ? all.slice(at, at + 2).find(({ start }) => start >= token.end) : undefined;
    const [first, second] = [before && closeness(before, token), after && closeness(after, token)];
    return (second?.factor ?? 0) > (first?.factor ?? 0) ? second! : (first ?? { factor: 0, isJoined: false });
  }

  function closeness(place: SecretPlace, token: SecretToken): { factor: number; isJoined: boolean } {
    const isBefore = place.end <= token.start;
    const [from, to] = isBefore ? [place.end, token.start] : [token.end, place.start];
    if (to - from > MOST_DISTANCE) return { factor: 0, isJoined: false };
    const between = folded.slice(from, to);
    let crossed = 0;
    for (let index = sentence; index < breaks.length && breaks[index]! < to; index++)
      if (breaks[index]! >= from) crossed++;
    for (let index = sentence - 1; index >= 0 && breaks[index]! >= from; index--)
      if (breaks[index]! < to) crossed++;
    const isBelow = isBefore && crossed === 1 && (token.isWholeLine || /:\s*$/.test(between));
    if (isBelow) return { factor: 1, isJoined: true };
    const isJoined = isBefore && /^[\s"'`*:=>→«“-]{0,6}$/.test(between);
    return { factor: crossed === 0 ? 1 : crossed === 1 ? 0.6 : 0, isJoined };
  }

  return {
    judge(token, isSibling) {
      while (sentence < breaks.length && breaks[sentence]! < token.start) sentence++;
      const { groups } = SHAPES[token.shape];
      const found = groups.map((group) => ({ group, ...nearest(group, token) }));
      const [best, second] = found
        .map(({ group, factor }) => ({ group, value: factor * weightOf(group, token) }))
        .sort((a, b) => b.value - a.value);
      if (best === undefined || best.value === 0) return { isSecret: false, kind: 'password' };
      if (token.shape === 'word' && !isToldWord(token, folded, endOf(text, folded, token)))
        return { isSecret: false, kind: 'password' };
      if (token.shape === 'phrase' && !WORD_END.test(folded.slice(token.end, token.end + 20)))
        return { isSecret: false, kind: 'password' };
      const isNamed = found.some(
        ({ isJoined, group }) => isJoined && !['account', 'act', 'lock'].includes(group),
      );
      const joined =
        isNamed ||
        isJoinedByWord(token) ||
        IS_ONE.test(folded.slice(token.end, token.end + 40)) ||
        /[:=→>/"'`“«]\s*$/.test(token.gap);
      const isPolicy =
        token.shape !== 'mixed' && token.shape !== 'code' && nearest('policy', token).factor === 1;
      const said =
        SHAPES[token.shape].score +
        best.value +
        second!.value / 2 +
        (joined ? JOINED : 0) +
        (isSibling ? 1 : 0) -
        (isPolicy ? 1.5 : 0);
      return {
        isSecret: said >= ENOUGH && said - unlike(token, folded) >= ENOUGH,
        kind: kindOf(token, best.group),
      };
    },
  };
}

/** What is locked is opened by digits. */
function weightOf(group: keyof typeof WEIGHTS, { shape }: SecretToken): number {
  return group === 'lock' && shape === 'code' ? 3 : WEIGHTS[group];
}

function isJoinedByWord({ previous, gap }: SecretToken): boolean {
  return JOINS.has(previous) && /^[\s"'`’“«*(:,-]*$/.test(gap);
}

/** Behind a plain word: that it is one. */
const IS_ONE =
  /^["'`”»*]*,? (?:is|was|est|c.est|etait) (?:that |ca )?(?:the|my|our|le|mon|notre) (?:[\w-]+ )?(?:pass|mot de passe|mdp)/;

/** Before a plain word: `with the password …`. */
const WITH_ONE =
  /(?<![a-z])(?:with|as|avec|comme) (?:[a-z']+ ){0,2}(?:password|passcode|mot de passe|mdp|code) $/;

/** A plain word is a value only where it is said to be one, and nothing else follows. */
function isToldWord({ previous, gap, start }: SecretToken, folded: string, end: number): boolean {
  if (IS_ONE.test(folded.slice(end, end + 40))) return true;
  const isTold =
    WITH_ONE.test(folded.slice(Math.max(0, start - 60), start)) ||
    /[:=→]\s*["'`“«]?\s*$/.test(gap) ||
    (TELLS.has(previous) && /^\s*["'`“«*]*$/.test(gap));
  return isTold && WORD_END.test(folded.slice(end, end + 20));
}

function kindOf({ shape }: SecretToken, group: SecretGroup): SecretKind {
  if (shape === 'code' || shape === 'short' || shape === 'year' || group === 'code') return 'code';
  return group === 'key' ? 'key' : 'password';
}

/** What speaks against a value. */
function unlike({ shape, previous, start, end, isNamed }: SecretToken, folded: string): number {
  const isNumber = ['code', 'short', 'year', 'reference'].includes(shape);
  const code = shape !== 'hex' && isCode(folded, start) ? 2 : 0;
  if (!isNumber) return code;
  const [following = ''] = /(?<=^\s)[a-z\d€$£%]+/.exec(folded.slice(end, end + 20)) ?? [];
  return (
    code +
    (COUNTING.has(previous) ? 3 : 0) +
    // A town follows its postal code.
    (shape === 'code' && /^\d{5}$/.test(folded.slice(start, end)) && isNamed ? 1.5 : 0) +
    (MEASURES.test(following) || /^ ?[€$£%°]/.test(folded.slice(end, end + 2)) ? 1.5 : 0)
  );
}

/** Whether a value stands in a line of a program. */
function isCode(folded: string, at: number): boolean {
  const before = folded.slice(Math.max(0, at - 200), at);
  const line = before.slice(before.lastIndexOf('\n') + 1) + folded.slice(at, at + 100);
  return CODE.test(line.split('\n', 1)[0]!);
}

const CODE =
  /=>|\w\([^()]{0,80}\);?\s*$|[{};]\s*$|^\s*(?:const|let|var|import|export (?:const|function)|function|return|class|def|npm|git) /;
