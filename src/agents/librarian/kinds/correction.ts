import { fold, foldEvenly } from '../../../search/text/fold.js';
import { isMonthName } from '../../../search/text/months.js';
import { tellingWords } from '../../../search/text/shared-words.js';
import { escapePattern } from '../../../words/escape-pattern.js';

/** What a correction says: this is wrong, that is right. */
export interface Correction {
  old: string;
  new: string;
}

const NUMBER = String.raw`\d(?:[\d.,   ]*\d)?`;
const TOKEN = new RegExp(
  String.raw`[#£$€]?${NUMBER}(?:st|nd|rd|th|er)?\s?(?:[%€£$]|k€)?|[#\p{L}\d][\p{L}\p{N}+#'’/_-]*`,
  'gu',
);

const ARTICLE = /^(?:the|an|le|la|les|l'|un|une|des|du|de|on|at|in|au|à|le)\s+/iu;
const END = String.raw`(?=\s*(?:\.(?!\d)|[;!?()\n]|,\s|\s[–—]\s|$))`;
/** A part of a sentence; `148.60` is one number. */
const PART = String.raw`(?:[^.;!?()\n]|(?<=\d)\.(?=\d))+?`;

/** `NEW, not OLD`: the words before hold the new value. */
const NEW_FIRST = [
  new RegExp(String.raw`^(?<before>.+?),?\s+(?:and\s+)?not\s+(?<old>${PART})${END}`, 'isu'),
  new RegExp(String.raw`^(?<before>.+?),?\s+(?:et\s+)(?:non|pas)(?:\s+pas)?\s+(?<old>${PART})${END}`, 'isu'),
  new RegExp(String.raw`^(?<before>.+?),\s+(?:non|pas)\s+(?<old>${PART})${END}`, 'isu'),
];
/** `NEW now, no longer OLD`: what was true before is named. */
const FORMERLY = new RegExp(
  String.raw`^(?<before>.+?),\s+(?:no longer|plus)\s+(?:in |at |à |en |chez )(?<old>${PART})${END}`,
  'isu',
);
/** The same in words that other texts use too: only after a word that announces a correction. */
const COMPARED = new RegExp(
  String.raw`^(?<before>.+?),?\s+(?:instead of|rather than|au lieu de|plutôt que)\s+(?<old>${PART})${END}`,
  'isu',
);
/** `it's 45 € not 40`: between numbers, no comma is needed. */
const NUMBERS = new RegExp(
  String.raw`^(?<before>.*\d.*?)\s+(?:not|pas|non)\s+(?<old>(?:${NUMBER})\s?(?:[%€£$]|k€)?)${END}`,
  'isu',
);
/** `I wrote OLD, but it's NEW`. */
const NOTED =
  /\b(?:i|we|it|j'?|on|c'?etait|ca|(?:the|le|la|les|my|mon|ma) \p{L}+)\s*(?:'?ve |have |had |ai |avais |avait |a )?(?:wrote|said|noted|put|says|wrote down|ecrit|dit|note|mis|marque|indique|parle de)\s+(?<old>.+?)[,;]?\s+(?:(?:but|mais|alors que)\s+(?:it'?s|it is|it should be|c'?est|ce sont|en fait c'?est)|(?:actually|en fait),?\s+(?:it'?s|it is|c'?est|ce sont))\s+(?:actually\s+|en fait\s+|plutot\s+)?(?<new>[^.;!?()\n]+?)(?=\s*(?:[.;!?()\n]|,\s|$))/su;
/** `not OLD but NEW` */
const OLD_FIRST =
  /(?:\bnot|\bn'est pas|\bne sont pas|\bn'était pas|\bpas)\s+(?<old>[^.;!?()\n]+?),?\s+(?:but|mais)\s+(?:rather\s+|plutôt\s+|bien\s+)?(?<new>[^.;!?()\n]+?)(?=\s*(?:[.;!?()\n]|,\s|$))/isu;

const ANNOUNCED =
  /\b(?:correction|corrected|actually|wrong|mistake|error|should be|should read|in fact|erratum|erreur|rectification|rectificatif|en fait|en réalité|plus exactement)(?!\p{L})|^(?:no|non),/iu;

/** True where a correction changes the name of a person or a place: `Bastien Roux` to `Bastien Leroux`. */
export function isOfName({ old, new: next }: Correction): boolean {
  return [old, next].every((value) => /^\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)*$/u.test(value));
}

/** What a text says of itself before it corrects something. */
export const LABEL =
  /^(?:correction|corrected|erratum|rectificati(?:f|on)|i was wrong|je corrige|je me suis tromp[eé]e?)\s*[,:.–—]\s*/iu;

/** The two values of a correction; null where a text corrects nothing. */
export function correctionIn(text: string): Correction | null {
  const even = text.trim().replaceAll('’', "'");
  const reversed = OLD_FIRST.exec(even)?.groups;
  if (reversed !== undefined) {
    const [wrong, right] = [clean(reversed.old!), clean(reversed.new!)];
    // Of `2,100 for the hall` only the number replaces a number.
    return pair(wrong, (/\d/.test(wrong) ? likeIt(right, wrong) : null) ?? right);
  }
  const noted = NOTED.exec(foldEvenly(even));
  if (noted !== null) {
    const right = clean(original(even, noted, 'new'));
    const wrong = likeIt(original(even, noted, 'old'), right);
    if (wrong !== null) return pair(wrong, right);
  }
  const forms = [...NEW_FIRST, NUMBERS, FORMERLY, ...(ANNOUNCED.test(even) ? [COMPARED] : [])];
  for (const form of forms) {
    const { before, old } = form.exec(even)?.groups ?? {};
    if (before === undefined || old === undefined) continue;
    const wrong = clean(old);
    const right = likeIt(before, wrong);
    if (right !== null) return pair(...inMonth(wrong, right, before));
  }
  return null;
}

/** `7 août, pas le 5`: both are days of that month. */
function inMonth(old: string, right: string, before: string): [old: string, right: string] {
  const month = new RegExp(
    `(?<!\\d)${escapePattern(right)}(?:st|nd|rd|th|er)?\\s+(?<month>\\p{L}+)`,
    'u',
  ).exec(before)?.groups?.month;
  const isDay = /^\d{1,2}$/.test(old) && /^\d{1,2}$/.test(right) && isMonthName(fold(month ?? ''));
  return isDay ? [`${old} ${month}`, `${right} ${month}`] : [old, right];
}

/** The words of a group, as the text writes them. */
function original(text: string, match: RegExpExecArray, group: 'old' | 'new'): string {
  const found = match.groups![group]!;
  const at = group === 'old' ? match[0].indexOf(found) : match[0].lastIndexOf(found);
  return text.slice(match.index + at, match.index + at + found.length);
}

const BARE_NUMBER = new RegExp(`^${NUMBER}$`);
const UNIT = /^[£$€]\s?|\s?(?:[%€£$]|k€)$/g;

/** A correction of more words than this is a sentence, not a value. */
const MOST_WORDS = 5;

function pair(old: string, right: string): Correction | null {
  const isValue = (text: string) =>
    (text.match(TOKEN)?.length ?? 0) <= MOST_WORDS && (/[\d+#]/.test(text) || tellingWords(text).length > 0);
  // `6,400 €, not 6,200`: the line has its unit already.
  const next = BARE_NUMBER.test(old) ? right.replace(UNIT, '') : right;
  return isValue(old) && isValue(next) && old !== next ? { old, new: next } : null;
}

function clean(value: string): string {
  let text = value.trim();
  while (ARTICLE.test(text)) text = text.replace(ARTICLE, '');
  return text.replace(/[\s,:]+$/, '');
}

/**
 * The words before `not` that stand for the same thing as the old value: as many, of the same form (a number, a date,
 * a name), the last ones where several are.
 */
function likeIt(before: string, old: string): string | null {
  const wanted = [...old.matchAll(TOKEN)].map(([token]) => token);
  if (wanted.length === 0) return null;
  const tokens = [...before.matchAll(TOKEN)];
  let best: { score: number; text: string } | null = null;
  for (let at = 0; at + wanted.length <= tokens.length; at++) {
    const window = tokens.slice(at, at + wanted.length);
    const score = window.reduce((sum, [token], index) => sum + likeness(token, wanted[index]!), 0);
    const last = window.at(-1)!;
    const text = before.slice(window[0]!.index, last.index + last[0].length).trim();
    if (text !== old && (best === null || score >= best.score)) best = { score, text };
  }
  return best?.text ?? null;
}

function likeness(token: string, wanted: string): number {
  if (isNumber(wanted)) return isNumber(token) ? 2 : 0;
  if (token.toLowerCase() === wanted.toLowerCase()) return 2;
  const [, ending] = /(-\p{L}+)$/u.exec(wanted) ?? [];
  if (ending !== undefined && token.endsWith(ending)) return 2;
  if (/^\P{L}|[+#]$/u.test(wanted)) return /^\P{L}|[+#]$/u.test(token) ? 2 : 0;
  return /^\p{Lu}/u.test(wanted) && /^\p{Lu}/u.test(token) ? 1 : 0;
}

/** In figures or in words. */
export function isNumber(token: string): boolean {
  return /^[#£$€]?\d/.test(token) || NUMBER_WORDS.has(fold(token));
}

const NUMBER_WORDS = new Set(
  `two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
  twenty thirty forty fifty sixty seventy eighty ninety hundred deux trois quatre cinq sept huit neuf dix onze douze treize
  quatorze quinze seize vingt trente quarante cinquante soixante cent`.split(/\s+/),
);
