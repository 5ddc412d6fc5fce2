import { fold } from '../../../shared/fold.js';
import { beginsWithCapital } from '../../text/compounds.js';
import {
  COPULAS,
  COUNT_VERBS,
  FILLERS,
  GENERIC_KEYS,
  HEDGES,
  INDEFINITE,
  PAST_COPULAS,
  PREPOSITIONS,
  PRONOUNS,
  RELATIVE,
  STATE_VERBS,
  STATES,
} from './link-words.js';

/** A sentence that gives one thing one value: "The capital of India is New Delhi", "Budget: 12 000 €". */
export interface Statement {
  /** What it is about, subject and attribute: the same for two sentences of the same form. */
  key: string;
  /** The value as it is written. */
  value: string;
  /** Tells what held at another time: it can be superseded, but supersedes nothing. */
  isPast: boolean;
}

interface Reading {
  /** Whether `Budget: 12 000 €` is a field, rather than a turn of a chat. */
  isKeyed: boolean;
  /** Whether the user speaks of themselves: `my size` is then one thing. */
  isOwn?: boolean;
}

export interface Token {
  /** Folded, without the signs around it. */
  word: string;
  start: number;
  end: number;
  isName: boolean;
}

/** Null for a sentence that supposes, denies, asks, lists, or gives a value that others may have beside it. */
export function readStatement(written: string, { isKeyed, isOwn = false }: Reading): Statement | null {
  const sentence = isOwn ? written.replace(POSSESSIVE, 'the ') : written;
  const choice = isKeyed ? CHOICE.exec(sentence) : null;
  if (choice?.groups !== undefined) return readChoice(choice.groups, sentence);
  const label = LABEL.exec(sentence);
  if (label !== null) return isKeyed ? readLabelled(label, sentence) : null;
  const tokens = tokensOf(sentence);
  if (!isPlain(sentence, tokens)) return null;
  const copula = tokens.findLastIndex(({ word }, index) => index > 0 && COPULAS.has(word));
  return copula === -1 ? readVerb(sentence, tokens) : readCopula(sentence, tokens, copula);
}

const POSSESSIVE = /^(?:my|our|mon|ma|mes|notre|nos)\s+/iu;
const LABEL = /^(\p{L}[\p{L}\p{N} '’_/-]{1,40}?)\s?:\s+(?=\S)/u;
/** "We use Postgres for the queue", "[décision] Utiliser Vite pour la page": a decision about one thing. */
const CHOICE =
  /^(?:\[d[eé]cision\]\s*)?(?:(?:we|nous|on)\s+)?(?:(?:will|now|should|keep)\s+)?(?<verb>use|choose|pick|adopt|utiliser?|utilisons|utiliserons|choisir|choisissons|adopter|adoptons|retenir|retenons)\s+(?<value>\S.*?)\s+(?<purpose>(?:for|as|pour|comme)\s.+)$/i;
const MOST_LABEL_WORDS = 5;
const MOST_VALUE_WORDS = 12;
const MOST_WORDS = 40;

/** Neither asks nor supposes, and its subject is named. */
export function isPlain(sentence: string, tokens: readonly Token[]): boolean {
  return (
    tokens.length > 2 &&
    tokens.length <= MOST_WORDS &&
    !/\?\s*$/.test(sentence) &&
    !PRONOUNS.has(tokens[0]!.word) &&
    !tokens.some(({ word, isName }) => HEDGES.has(word) && !(isName && word === 'may'))
  );
}

export function tokensOf(sentence: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: text, index } of sentence.matchAll(TOKEN)) {
    const word = fold(text);
    tokens.push({ word, start: index, end: index + text.length, isName: beginsWithCapital(text) });
  }
  return tokens;
}

/** A number keeps its signs (`12,000`, `2025-07-14`); an elision (`l'`) is a word of its own. */
const TOKEN = /\p{N}(?:[\p{N}.,:/h-]*[\p{N}h])?%?|\p{L}[\p{L}\p{M}\p{N}]*(?:-[\p{L}\p{N}]+)*/gu;

function readChoice({ verb, value, purpose }: Record<string, string>, sentence: string): Statement | null {
  const tokens = tokensOf(sentence);
  if (/\?\s*$/.test(sentence) || tokens.some(({ word }) => HEDGES.has(word)) || tokensOf(value!).length > 4)
    return null;
  const stem = fold(verb!).replace(/(?:r|ons|rons|e)$/, '');
  return { key: [stem, ...wordsOf(tokensOf(purpose!))].join(' '), value: value!, isPast: false };
}

function readLabelled(label: RegExpExecArray, sentence: string): Statement | null {
  const key = tokensOf(label[1]!).filter(({ word }) => !FILLERS.has(word));
  if (key.length === 0 || key.length > MOST_LABEL_WORDS) return null;
  if (GENERIC_KEYS.has(key[0]!.word) || GENERIC_KEYS.has(key.at(-1)!.word)) return null;
  const rest = sentence.slice(label[0].length);
  // `Launch: 14 July` says what `The launch is 14 July` says.
  return statementOf([...key.map(({ word }) => word), 'be'], rest, tokensOf(rest), 0, { isPast: false });
}

function readCopula(sentence: string, tokens: readonly Token[], copula: number): Statement | null {
  const subject = tokens.slice(0, copula);
  let at = skipFillers(tokens, copula + 1);
  const relation: string[] = [];
  if (STATES.has(tokens[at]?.word.replace(/s$/, '') ?? '')) {
    relation.push(tokens[at++]!.word);
    if (PREPOSITIONS.has(tokens[at]?.word ?? '')) relation.push(tokens[at++]!.word);
    at = throughAttribute(tokens, at, relation);
  } else if (!isAttribute(subject, tokens[skipArticle(tokens, at)])) return null;
  const isPast = relation.length === 0 && PAST_COPULAS.has(tokens[copula]!.word);
  return statementOf([...wordsOf(subject), 'be', ...relation], sentence, tokens, at, { isPast });
}

function readVerb(sentence: string, tokens: readonly Token[]): Statement | null {
  const count = tokens.findIndex(({ word }, index) => COUNT_VERBS.has(word) && isNumber(tokens[index + 1]));
  if (count > 0) return readCount(sentence, tokens, count);
  const verb = tokens.findIndex(({ word }, index) => index > 0 && STATE_VERBS.has(word));
  if (verb === -1) return null;
  const relation = [tokens[verb]!.word];
  let at = skipFillers(tokens, verb + 1);
  if (PREPOSITIONS.has(tokens[at]?.word ?? '')) relation.push(tokens[at++]!.word);
  const before = at;
  at = throughAttribute(tokens, at, relation);
  const subject = wordsOf(tokens.slice(0, verb));
  if (relation.length < 2 && at === before) return null;
  return statementOf([...subject, ...relation], sentence, tokens, at, { isPast: false });
}

/** "The atlas has 1,200 recordings": what is counted belongs to the key. */
function readCount(sentence: string, tokens: readonly Token[], verb: number): Statement {
  const key = [...wordsOf(tokens.slice(0, verb + 1)), ...wordsOf(tokens.slice(verb + 2))];
  return { key: key.join(' '), value: textOf(sentence, tokens, verb + 1, verb + 1), isPast: false };
}

function isNumber(token: Token | undefined): boolean {
  return /^\p{N}/u.test(token?.word ?? '');
}

/** "in the city of Lyon": the attribute is named before its value. */
function throughAttribute(tokens: readonly Token[], at: number, relation: string[]): number {
  const [article, noun, of] = tokens.slice(at, at + 3).map(({ word }) => word);
  if (!['the', 'la', 'le', 'l'].includes(article ?? '') || !['of', 'de', 'd'].includes(of ?? '')) return at;
  relation.push(noun!, of!);
  return at + 3;
}

/** "The launch is 14 July", "Marie's address is …", not "The server is slow" nor "Marie is tall". */
function isAttribute(subject: readonly Token[], value: Token | undefined): boolean {
  if (value === undefined || PRONOUNS.has(subject[0]!.word)) return false;
  const isOwned = subject.some(({ word }) => ['of', 'de', 'du', 'd', 's'].includes(word));
  const isDefinite = ['the', 'le', 'la', 'l'].includes(subject[0]!.word);
  return isOwned || (isDefinite && (value.isName || isNumber(value)));
}

interface Rest {
  isPast: boolean;
}

/** The value is what follows, up to the end of its clause; the time that it holds for belongs to the key. */
function statementOf(
  key: readonly string[],
  sentence: string,
  tokens: readonly Token[],
  at: number,
  { isPast }: Rest,
): Statement | null {
  const first = tokens[at];
  if (first === undefined || key.length === 0 || INDEFINITE.has(first.word) || RELATIVE.test(first.word))
    return null;
  const clause = /,\s|;|\s[(—–-]\s?|\.$|\.\s|\s(?:because|since|but|which|who|car|mais|puisque|qui)\s/u.exec(
    sentence.slice(first.end),
  );
  const end = clause === null ? sentence.length : first.end + clause.index;
  let last = tokens.findLastIndex((token) => token.end <= end);
  const time = timeAfter(tokens.slice(at, last + 1));
  const period = time === null ? [] : wordsOf(tokens.slice(at + time, last + 1));
  if (time !== null) last = at + time - 1;
  while (last > at && FILLERS.has(tokens[last]!.word)) last--;
  if (last < at || last - at >= MOST_VALUE_WORDS) return null;
  return { key: [...key, ...period].join(' '), value: textOf(sentence, tokens, at, last), isPast };
}

/** Where a period begins that the value holds for: "Anna in 2023", "12 000 € pour 2024". */
function timeAfter(value: readonly Token[]): number | null {
  for (let index = 1; index < value.length - 1; index++)
    if (
      ['in', 'en', 'for', 'pour', 'during', 'pendant'].includes(value[index]!.word) &&
      isPeriod(value[index + 1]!)
    )
      return index;
  return null;
}

function isPeriod({ word }: Token): boolean {
  return /^(?:(?:19|20)\d\d|q[1-4]|t[1-4]|\p{L}+)$/u.test(word) && (/\d/.test(word) || MONTH.test(word));
}

const MONTH =
  /^(?:jan|feb|fev|mar|apr|avr|may|mai|jun|jui|jul|aug|aout|sep|oct|nov|dec|spring|summer|autumn|winter|printemps|ete|automne|hiver)/;

function wordsOf(tokens: readonly Token[]): string[] {
  return tokens.map(({ word }) => word).filter((word) => !FILLERS.has(word));
}

function skipFillers(tokens: readonly Token[], from: number): number {
  let at = from;
  while (FILLERS.has(tokens[at]?.word ?? '') && !['the', 'la', 'le', 'l'].includes(tokens[at]!.word)) at++;
  return at;
}

/** `le 15 septembre` is a value as `15 septembre` is. */
function skipArticle(tokens: readonly Token[], at: number): number {
  return ['the', 'le', 'la', 'les'].includes(tokens[at]?.word ?? '') && isNumber(tokens[at + 1])
    ? at + 1
    : at;
}

function textOf(sentence: string, tokens: readonly Token[], first: number, last: number): string {
  return sentence.slice(tokens[first]!.start, tokens[last]!.end);
}
