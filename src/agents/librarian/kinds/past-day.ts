import { WEEKDAYS, weekdayFrom } from '../../../search/text/calendar-words.js';
import { foldEvenly } from '../../../search/text/fold.js';
import { dayIn, type NamedDay } from './day-in.js';
import { IRREGULAR, PARTICIPLE } from './done.js';
import { sentencesOf } from './sentences.js';

/**
 * The one past day on which, by its own words, the event of a text happened: `yesterday we decided …`, `le 3 novembre,
 * Marie a validé …`. Null for a day that only describes something (`the invoice of 3 November`), for several days, and
 * wherever a reader could doubt it. Days in quotations do not count.
 */
export function pastDay(text: string, today: string): string | null {
  const [first = '', ...rest] = sentencesOf(text.replaceAll(QUOTED, (quoted) => ' '.repeat(quoted.length)));
  if ([first, ...rest].some((sentence) => daysIn(sentence, today).some(({ day }) => day === today)))
    return null;
  const days = new Set(eventDays(first, today));
  const others = rest.flatMap((sentence) => eventDays(sentence, today));
  return days.size === 1 && others.every((day) => days.has(day)) ? [...days][0]! : null;
}

const QUOTED = /"[^"\n]*"|«[^»]*»|“[^”]*”|`[^`\n]*`|^\s*>.*$/gm;

/** Every day that a sentence names. */
function daysIn(sentence: string, today: string): NamedDay[] {
  const days: NamedDay[] = [];
  let rest = sentence;
  for (let named = dayIn(rest, today); named !== null; named = dayIn(rest, today)) {
    days.push(named);
    rest = rest.slice(0, named.start) + ' '.repeat(named.end - named.start) + rest.slice(named.end);
  }
  return days;
}

function eventDays(sentence: string, today: string): string[] {
  if (/\?\s*$/.test(sentence)) return [];
  const days = daysIn(sentence, today)
    .filter((named) => named.day < today && isWhen(sentence, named))
    .map(({ day }) => day);
  const weekday = toldWeekday(sentence);
  return weekday === null ? days : [...days, weekdayFrom(today, -1, weekday)];
}

/** The weekday on which a sentence says that somebody did something: `mardi on a décidé`, `On Tuesday, we chose`. */
function toldWeekday(text: string): string | null {
  const sentence = foldEvenly(text);
  const match = WEEKDAY_FIRST.exec(sentence);
  return match !== null && PAST.test(sentence.slice(match[0].length)) ? match[1]! : null;
}

const WEEKDAY_FIRST = new RegExp(
  `^(?:on |ce )?(${WEEKDAYS.flat().join('|')})(?: (?:morning|afternoon|evening|matin|soir|apres-midi))?,? (?=(?:on|nous|je|j'|ils?|elles?|we|i|he|she|they)\\b)`,
);

/** True where a day says when the verb of its sentence happened. */
function isWhen(text: string, { start, end, isRelative, isLimit, isOneOfSeveral }: NamedDay): boolean {
  const sentence = foldEvenly(text);
  const before = sentence.slice(0, start).trimEnd();
  const after = sentence.slice(end);
  const words = sentence.slice(start, end);
  if (isLimit || isOneOfSeveral || SPAN.test(words) || DESCRIBES.test(before) || FINITE.test(after))
    return false;
  if (!isRelative && (PLANNED.test(sentence) || /^the\b/.test(words))) return false;
  const isBare = !isRelative && !/^(?:on|le)\b/.test(words);
  if (isBare && !/^\s*(?:[,.:;!)–—-]|$)/.test(after)) return false;
  if (OPENING.test(before)) return isRelative || /^\s*[:–—-]/.test(after) || PAST.test(after);
  // Without an auxiliary, only the accent tells a participle from any other word.
  const isPast = PAST.test(before) || /\p{L}ée?s?\s*$/u.test(text.slice(0, start));
  return isPast && !SUBORDINATE.test(before) && !isAttribute(before);
}

/** `from`, `since`, `du`: the day belongs to a thing, or begins a time. */
const SPAN = /^(?:from|since|at|des|a partir du|du|au)\b/;
const DESCRIBES = /(?:\b(?:of|from|since|than|like|depuis|de|du|des|jusqu'au|dated|datee?s?)|d')$/;
/** The verb behind a day that describes its subject: `the contract signed on 3 November is lost`. */
const FINITE =
  /^(?:'s\b|-|\s+(?:is|are|was|were|has|have|had|needs?|wants?|will|must|should|can|est|sont|etait|etaient|a|ont|avait|doit|doivent|va|vont|sera|seront|n'|ne)\b)/;
const PLANNED =
  /\b(?:planned|scheduled|due|expected|deadline|expires?|prevue?s?|fixee?s?|programmee?s?|attendue?s?|echeance|date limite|expirent?)\b/;
/** Nothing, or what the text is about: `Tidewater: `, `[decision] `. */
const OPENING =
  /^(?:(?:\[[^\]]*\]|[^.;!?,:[\]]{1,40}[,:]|[#>*+-]+|so|ok|and|et|bon|donc|finally|finalement)\s*){0,3}$/;
const SUBORDINATE =
  /\b(?:who|which|that|what|when|if|as|like|because|qui|que|quand|si|comme|dont|lorsque)\b|\bqu'/;

const PAST_FORM = `\\p{L}{2,}ed|${IRREGULAR}|was|were|had|came|began|broke|lost|saw|heard|called`;
const AUXILIARY =
  "(?:j'|n'|l'|m'|\\b)(?:ai|a|avons|avez|ont|avais|avait|avaient|suis|est|sommes|sont|etait|etaient)";
const PAST = new RegExp(
  `(?<!\\p{L})(?:${PAST_FORM})(?!\\p{L})|${AUXILIARY} (?:\\p{L}+ ){0,2}${PARTICIPLE}(?!\\p{L})|\\betai(?:t|s|ent)\\b`,
  'u',
);

/** `paid the invoice received`: the last word describes a thing, another verb tells what happened. */
function isAttribute(before: string): boolean {
  const [last, earlier] = [/\S+$/.exec(before)?.[0] ?? '', before.replace(/\s*\S+$/, '')];
  const isForm = new RegExp(`^(?:${PAST_FORM}|(?:re[cç]u|rendu|envoye|signe|paye|valide)e?s?)$`, 'u').test(
    last,
  );
  return isForm && !DIRECT.test(earlier) && PAST.test(earlier);
}

/** What comes right before a verb that tells what happened. */
const DIRECT = new RegExp(
  `(?:${AUXILIARY}|\\b(?:ete|i|we|he|she|they|and|et|was|were|been|has|have|had))(?: (?:bien|enfin|just|finally))?$`,
  'u',
);
