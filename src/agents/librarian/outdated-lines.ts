import { plainSentences } from '../../search/passages/statements/plain-sentences.js';
import { readStatement, type Statement } from '../../search/passages/statements/statement.js';
import { fold } from '../../search/text/fold.js';
import { sharedCount, tellingWords } from '../../search/text/shared-words.js';
import { type Value, valuesIn } from '../../search/text/values.js';
import type { VaultPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import { projectOf } from './file-as/job.js';
import { type LineEdit, linesIn } from './line-edits.js';

/** A line with a value of the same unit as a statement, and how much the two speak of the same thing. */
export interface OutdatedLine extends LineEdit {
  /** How many telling words they share. */
  shared: number;
  /** True where they share half of the line, the whole statement, or the key of `key: value`. */
  isSameSubject: boolean;
  /** Where the value has no unit: true if the line gives one to exactly what the statement names, and says nothing else of it. */
  isExact?: boolean;
}

/**
 * The lines whose value a statement may replace, those that share the most words first. The value is the last one in the
 * statement, unless it is given apart from it.
 */
export function outdatedLines(
  vault: Vault,
  paths: readonly VaultPath[],
  statement: string,
  given?: Pick<Value, 'text' | 'unit'>,
): OutdatedLine[] {
  const stated = given === undefined ? valuesIn(statement).at(-1) : undefined;
  const value = given ?? stated;
  if (value === undefined) return restatedLines(linesIn(vault, paths), statement);
  const before = stated === undefined ? statement : statement.slice(0, stated.start);
  const words = tellingWords(
    (before + (stated === undefined ? '' : statement.slice(stated.end))).replace(TIME, ''),
  );
  return linesIn(vault, paths)
    .flatMap((line) => {
      // The name of the project says nothing about a line of its own.
      const names = tellingWords(projectOf(line.path) ?? '').flat();
      const isOther = ([word]: string[]) => !names.includes(word!);
      const said = words.filter(isOther);
      const old = onlyValue(line.before, value.unit);
      if (old === null || old.text === value.text) return [];
      const [start, end] = [line.before.slice(0, old.start), line.before.slice(old.end)];
      const subject = tellingWords((start + end).replace(TIME, '')).filter(isOther);
      const shared = sharedCount(subject, said);
      const isSameSubject =
        shared > 0 &&
        (shared * 2 >= subject.length ||
          shared === said.length ||
          (EQUALS.test(before) && isKeyOf(start, said)));
      return [{ ...line, after: start + value.text + end, shared, isSameSubject }];
    })
    .sort((a, b) => b.shared - a.shared);
}

/** The lines that state the same thing with another value: "Cliente : Odile", where "la cliente est maintenant Farida". */
function restatedLines(lines: readonly Omit<LineEdit, 'after'>[], statement: string): OutdatedLine[] {
  const [now] = statementsIn(asDefinite(statement));
  const value = now?.value.replace(/^(?:the|les?|la)\s+(?=\d)/iu, '') ?? '';
  if (now === undefined || now.isPast) return [];
  return lines
    .flatMap((line) => {
      const name = projectOf(line.path);
      const said = keyWords(now.key, name);
      const then = statementsIn(line.before)
        .filter((other) => isOtherValue(other.value, value))
        .find(({ key }) => keyWords(key, null).every((word) => said.includes(word)));
      if (then === undefined) return [];
      const shared = keyWords(then.key, null).length;
      const [start = '', ...rest] = line.before.split(then.value);
      const end = rest.join(then.value);
      // `Odile Marchetti, gérante`: what follows is said of the old value.
      const isExact = shared === said.length && !/^\s?[,(–—-]/u.test(end);
      return [{ ...line, after: start + value + end, shared, isSameSubject: true, isExact }];
    })
    .sort((a, b) => b.shared - a.shared);
}

function statementsIn(line: string): Statement[] {
  return plainSentences(line).flatMap(
    (sentence) => readStatement(sentence, { isKeyed: true, isOwn: true }) ?? [],
  );
}

/** `Product is now Sam` and `La comptabilité, c'est Jeanne` name what they speak of as `The product is Sam` does. */
function asDefinite(statement: string): string {
  const plain = statement
    .replace(/,?\s+c['’]est\b/iu, ' est')
    .replace(/\s+(?:from now on|d[eé]sormais)(?!\p{L})/iu, '');
  return ARTICLE.test(plain) ? plain : `The ${plain}`;
}

const ARTICLE = /^(?:(?:the|le|la|les|my|our|mon|ma|mes|notre|nos)\s|l['’])/iu;

/** The words of a key without the links between them, and without the name of the project that it is about. */
function keyWords(key: string, project: string | null): string[] {
  const names = tellingWords(project ?? '').flat();
  return key.split(' ').filter((word) => word === 'be' || !(LINKS.has(word) || names.includes(word)));
}

const LINKS = new Set('of for at in on with du des au aux a pour chez sur dans avec'.split(' '));

/** `My sister is Anna` and `My sister is 32` both hold. */
function isOtherValue(then: string, now: string): boolean {
  return fold(then) !== fold(now) && /^\d/.test(then) === /^\d/.test(now);
}

const TIME = /\b\d{1,2}\s?(?:[:h]\s?\d\d|h|[ap]m)\b/giu;

/** The line that shares more words with the statement than any other; null where two share as many. */
export function leading([best, second]: readonly OutdatedLine[]): OutdatedLine | null {
  return best !== undefined && best.shared > (second?.shared ?? -1) ? best : null;
}

/** The line whose value a statement surely replaces: it says that something changed, and one line gives that thing a value. */
export function changedLine(found: readonly OutdatedLine[], statement: string): OutdatedLine | null {
  const best = leading(found);
  return best !== null && saysChange(statement) && (best.isExact ?? best.shared > 1) ? best : null;
}

export function saysChange(statement: string): boolean {
  return CHANGE.test(statement);
}

const CHANGE =
  /(?<!\p{L})(?:now|from now on|changed|changes|raised|lowered|increased|decreased|goes? (?:up|down) to|went (?:up|down) to|no longer|updated to|désormais|maintenant|passe à|passe de|passent à|est passée?|augmente|baisse|change|changé)(?!\p{L})/iu;

/** The one value of that unit in a line. */
function onlyValue(line: string, unit: string): Value | null {
  const same = valuesIn(line).filter((value) => value.unit === unit);
  return same.length === 1 ? same[0]! : null;
}

/** `The quote is …`, `Le devis passe à …`, `Devis : …`: the words before a value that name it. */
const EQUALS = /(?:\b(?:is|are|will be|est|sont|sera|seront|passe|reste)\b(?:\s+\p{L}+){0,2}\s*|[:=]\s*)$/iu;

/** True where all words of the key before a value are said: `Devis D-2025-01 : `. Numbers are no words of a key. */
function isKeyOf(start: string, said: readonly string[][]): boolean {
  const key = /^[-*\s]*([^:]+):\s*$/.exec(start)?.[1];
  if (key === undefined) return false;
  const words = tellingWords(key).filter(([word]) => !/\d/.test(word!));
  return words.length > 0 && sharedCount(words, said) === words.length;
}
