import type { Language } from '../words/language.js';
import { foldEvenly } from './fold.js';
import { isExample, type SecretKind, type SecretSpan } from './secret-tokens.js';
import { toldSecrets } from './told-secrets.js';

/** What a secret is, and how its mask reads in both languages. */
const MASKS = {
  password: { en: '[password masked]', fr: '[mot de passe masqué]' },
  code: { en: '[code masked]', fr: '[code masqué]' },
  key: { en: '[key masked]', fr: '[clé masquée]' },
  'private key': { en: '[private key masked]', fr: '[clé privée masquée]' },
  'card number': { en: '[card number masked]', fr: '[numéro de carte masqué]' },
  IBAN: { en: '[IBAN masked]', fr: '[IBAN masqué]' },
  'social security number': {
    en: '[social security number masked]',
    fr: '[numéro de sécurité sociale masqué]',
  },
} as const satisfies Record<SecretKind, Record<Language, string>>;

/** A secret found in a text, without the secret itself. */
export interface Secret {
  /** The line where it starts, 1-based. */
  line: number;
  what: SecretKind;
}

/**
 * Every suspected secret of a text, in order, without overlaps: what has the form of a key or a checked number, and what stands
 * where people write a secret (a word for it, or for what it opens, and a value that looks like one).
 */
export function secretSpans(text: string): SecretSpan[] {
  const found = [...formed(text), ...toldSecrets(text)].sort((a, b) => a.start - b.start || b.end - a.end);
  let end = -1;
  return found.filter((span) => {
    if (span.start < end) return false;
    end = span.end;
    return true;
  });
}

export function findSecrets(text: string): Secret[] {
  let line = 1;
  let lineEnd = text.indexOf('\n');
  return secretSpans(text).map(({ start, kind }) => {
    for (; lineEnd !== -1 && lineEnd < start; lineEnd = text.indexOf('\n', lineEnd + 1)) line++;
    return { line, what: kind };
  });
}

/** The same text with a mask for each secret, in the language of the text. */
export function maskSecrets(text: string): string {
  const spans = secretSpans(text);
  if (spans.length === 0) return text;
  const between = [...spans, { start: text.length }].map(({ start }, index) =>
    text.slice(spans[index - 1]?.end ?? 0, start),
  );
  const language = languageOf(between.join(' '));
  return between
    .map((words, index) => words + (index < spans.length ? MASKS[spans[index]!.kind][language] : ''))
    .join('');
}

/** The same for every string in a value, JSON in a string included, but those under one of these names. */
export function maskIn<Value>(value: Value, but: readonly string[] = []): Value {
  if (typeof value === 'string') return maskJson(value, but) as Value;
  if (Array.isArray(value)) return value.map((one) => maskIn(one, but)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, one]) => [
    name,
    but.includes(name) ? one : maskIn(one, but),
  ]);
  return Object.fromEntries(fields) as Value;
}

/** In JSON the line ends of a text are no line ends. */
function maskJson(text: string, but: readonly string[]): string {
  if (!/^\s*[[{]/.test(text)) return maskSecrets(text);
  try {
    const value: unknown = JSON.parse(text);
    const masked = JSON.stringify(maskIn(value, but));
    return masked === JSON.stringify(value) ? text : masked;
  } catch {
    return maskSecrets(text);
  }
}

/** The values themselves, to look for what is left of them. */
export function secretValues(text: string): string[] {
  return secretSpans(text).map(({ start, end }) => text.slice(start, end));
}

/** A text whose masks give way to what they stand for: `given` before it was masked, in the same order. */
export function unmasked(current: string, masked: string, given: string): string {
  if (current.endsWith(masked)) return current.slice(0, current.length - masked.length) + given;
  const values = secretValues(given);
  return current.replaceAll(MASK, (mask) => values.shift() ?? mask);
}

/** A masked text up to its first mask: where one secret is told, others may be that nothing saw. */
export function upToMask(masked: string): string {
  const at = masked.search(MASK);
  return at === -1 ? masked : masked.slice(0, masked.indexOf(']', at) + 1);
}

/** What is left to name a text by. */
export function withoutSecrets(text: string): string {
  return maskSecrets(text).replaceAll(MASK, '');
}

/** How many masks a text holds. */
export function countMasks(text: string): number {
  return text.match(MASK)?.length ?? 0;
}

const MASK = /\[[\p{L} ]{2,40} (?:masked|masquée?)\]/gu;

/** By the small words alone, which every text has. */
function languageOf(text: string): Language {
  const start = text.slice(0, 4_000);
  const count = (words: RegExp) => start.match(words)?.length ?? 0;
  const french = count(
    /(?<!\p{L})(?:le|la|les|de|du|des|est|et|un|une|pour|mon|ma|sur|mot|mdp)(?!\p{L})|é/giu,
  );
  return french > count(/(?<!\p{L})(?:the|is|of|and|a|an|for|my|to|it|on|password)(?!\p{L})/giu)
    ? 'fr'
    : 'en';
}

type Form = readonly [kind: SecretKind, form: RegExp, part?: string];

/** Forms of keys, in a long row of what keys are made of. */
const ROW = /[\w+/.:=~-]{16,}/g;
const IN_ROWS: readonly Form[] = [
  // A short name of what it is for, then letters and digits: sk-…, ghp_…, xoxb-…, glpat-…, SG.…, pypi-…, hf_…, sk_live_…
  ['key', /(?<![\w.-])[A-Za-z]{2,10}[_-](?:[A-Za-z\d]{2,8}[_-]){0,3}(?=[\w-]{0,60}\d)[A-Za-z\d_-]{16,250}/g],
  // What says itself that it is a key.
  ['key', /(?<![\w-])(?:[sr]k|gh[pousr]|github_pat|glpat|xox[a-z]|hf|npm|pypi)[-_][A-Za-z\d_-]{16,250}/g],
  // Of a bot: its number and its key.
  ['key', /(?<![\w-])\d{6,12}:[A-Za-z\d_-]{30,60}(?![\w-])/g],
  // A key to be typed: groups of capitals and digits.
  ['key', /(?<![\w-])(?=[A-Z\d-]{0,20}\d)(?=[\d-]{0,20}[A-Z])(?:[A-Z\d]{4,6}-){3,9}[A-Z\d]{4,6}(?![\w-])/g],
  ['key', /(?<![\w.-])[A-Z]{2}\.[\w-]{16,64}\.[\w-]{16,128}/g],
  ['key', /(?<![\w-])(?:AKIA|ASIA|AIza)[\w-]{16,40}/g],
  ['key', /(?<![\w-])eyJ[\w-]{5,4000}\.[\w-]{5,8000}(?:\.[\w-]{5,4000})?/g],
  // A long row of letters and digits that no word is like.
  [
    'key',
    /(?<![\w+/=.@-]|base64,)(?!AAAA[A-Z])(?=[\w+/-]{0,60}[A-Z])(?=[\w+/-]{0,60}[a-z])(?=[\w+/-]{0,60}\d)[\w+/-]{24,128}={0,2}(?![\w+/.-])/g,
  ],
  ['key', /(?<![\d-])(?:\d{6}-){7}\d{6}(?![\d-])/g],
];

/**
 * Forms in which a secret is written down; a group, if only a part is secret. Each pattern begins with a word or a sign that is
 * seldom, or is bounded, so that no character is examined from many starting points.
 */
const FORMS: readonly Form[] = [
  [
    'private key',
    /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(?:(?!-----BEGIN )[\s\S]){0,8000}?(?:-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|$)/g,
    '-----BEGIN ',
  ],
  ['key', /\bBearer\s{1,3}([\w.~+/-]{16,2000}=*)/g],
  ['key', /(?:SECRET|TOKEN|KEY|PASSWORD)[A-Z_]{0,20}["']?\s?[=:]\s?["']?([\w+/.~-]{16,200}={0,2})/g],
  ['password', /:\/\/(?<=(?<![a-z\d+.-])[a-z][a-z\d+.-]{1,20}:\/\/)[^\s:@/]{0,100}:([^\s:@/]{3,100})@/gi],
  ['password', /\s-u\s{1,3}['"]?[\w.@-]{1,60}:([^\s'":]{3,100})/g],
  ['password', /\s-p(?<=\b(?:mysql\w{0,10}|mariadb|sshpass)\s[^\n]{0,120}?\s-p)([^\s'"-][^\s'"]{3,100})/g],
  ['password', /\bWIFI:[^\n]{0,150}?P:((?:[^;\\\s]|\\.){4,100})(?=;)/g],
  // Several words, in quotes or without any small one, behind a word for them.
  [
    'password',
    /(?:passphrase|pass phrase|phrase (?:de|secr|mn)|(?:seed|secret|recovery|backup) phrase)[^\n:="]{0,80}[:=]?\s?["“«]\s?([\p{L}'’-]+(?: [\p{L}'’-]+){2,30})(?=\s?["”»])/giu,
    'phrase',
  ],
  [
    'password',
    /(?:phrase|seed|mnemonic|graine|words|mots)[^\n:="]{0,60}[:=] ([\p{L}-]{3,}(?: [\p{L}-]{3,}){3,30})$/gimu,
  ],
  // Eleven words and more without a small one are no sentence.
  ['password', /(?:seed|mnemonic|graine|words|mots) ([\p{L}-]{4,}(?: [\p{L}-]{4,}){10,30})/giu],
];

function formed(text: string): SecretSpan[] {
  const found = formedAs(FORMS, text, 0);
  for (const { index, 0: row } of text.matchAll(ROW)) {
    // With what stands around it.
    const from = Math.max(0, index - 8);
    found.push(...formedAs(IN_ROWS, text.slice(from, index + row.length + 2), from));
  }
  for (const [kind, form, check, label] of NUMBERS)
    for (const match of text.matchAll(form)) {
      const value =
        checked(match[0], check) ?? (label && isNamed(text, match.index, label) ? match[0] : null);
      if (value !== null) found.push({ kind, start: match.index, end: match.index + value.length });
    }
  return found;
}

function formedAs(forms: readonly Form[], text: string, from: number): SecretSpan[] {
  const found: SecretSpan[] = [];
  for (const [kind, form, part] of forms) {
    if (part !== undefined && !text.includes(part)) continue;
    for (const match of text.matchAll(form)) {
      const value = match[1] ?? match[0];
      const start = from + match.index + match[0].lastIndexOf(value);
      if (
        isExample(value) ||
        (kind === 'key' &&
          !isRandom(value) &&
          !/^(?:AKIA|ASIA|AIza|[\d-]+$|(?:[A-Z\d]{4,6}-){3})/.test(value))
      )
        continue;
      found.push({ kind, start, end: start + value.length });
    }
  }
  return found;
}

/** Numbers with a checksum, else with a word for them close by. */
const NUMBERS: readonly (readonly [
  kind: SecretKind,
  form: RegExp,
  check: (compact: string) => boolean,
  label: RegExp | null,
])[] = [
  [
    'IBAN',
    /(?<![\p{L}\d])[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,4})?(?![\p{L}\d])/gu,
    isIban,
    /(?<![a-z])(?:iban|rib|compte|account)(?![a-z])/,
  ],
  [
    'card number',
    /(?<![a-z\d.,-])(?:(?:\d{4}[ -]?){3}\d{1,7}|\d{4}[ -]\d{6}[ -]\d{5})(?![a-z]|[\d.,-]*\d)/gi,
    isCard,
    /(?<![a-z])(?:cards?|carte|cb|visa|mastercard|amex)(?![a-z])/,
  ],
  [
    'social security number',
    /(?<![a-z\d])[1-4] ?\d\d ?(?:0[1-9]|1[0-2]|[2-9]\d) ?(?:\d\d|2[AB]) ?\d{3} ?\d{3}(?: ?\d\d)?(?![a-z\d])/gi,
    isNir,
    /(?<![a-z])(?:secu|securite sociale|nir|vitale|insee|social)(?![a-z])/,
  ],
  [
    'social security number',
    /(?<![\d-])\d{3}[- ]\d\d[- ]\d{4}(?![\d-])/g,
    () => false,
    /(?<![a-z])(?:ssn|social(?: security)?|soc sec)(?![a-z])/,
  ],
  [
    'social security number',
    /(?<![A-Z\d])[A-Z]{2} ?\d\d ?\d\d ?\d\d ?[A-D](?![A-Z\d])/gi,
    () => false,
    /(?<![a-z])(?:ni|nino|national insurance|n\.i\.)(?![a-z])/,
  ],
];

/** The longest beginning, in whole groups, that passes the check. */
function checked(value: string, check: (compact: string) => boolean): string | null {
  for (let rest = value; rest.length > 10; rest = rest.slice(0, Math.max(0, rest.lastIndexOf(' '))))
    if (check(rest.replaceAll(/[ -]/g, '').toUpperCase())) return rest;
  return null;
}

function isNamed(text: string, at: number, label: RegExp): boolean {
  const around = foldEvenly(text.slice(Math.max(0, at - 80), at + 80));
  return label.test(around);
}

function isIban(value: string): boolean {
  if (value.length < 15 || value.length > 34) return false;
  const moved = (value.slice(4) + value.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return rest97(moved) === 1;
}

/** The number of a payment card; its last digit checks the others. */
function isCard(value: string): boolean {
  if (value.length < 13 || value.length > 19 || !/^[2-6]\d+$/.test(value)) return false;
  const sum = [...value].reverse().reduce((total, digit, index) => {
    const weighed = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return sum % 10 === 0;
}

/** The number of the French social security: its last two digits check the others. */
function isNir(value: string): boolean {
  const digits = value.replace('2A', '19').replace('2B', '18');
  return /^\d{15}$/.test(digits) && 97 - rest97(digits.slice(0, 13)) === Number(digits.slice(13));
}

function rest97(digits: string): number {
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);
}

/** Letters and digits as a generator draws them: many different ones, and no word. */
function isRandom(value: string): boolean {
  if (/[_-][\da-f]{32,64}$/.test(value)) return !/^sha\d/.test(value);
  const isBranded = /^(?:[sr]k|gh[pousr]|github_pat|glpat|xox[a-z]|hf|npm|pypi)[-_]/.test(value);
  const parts = value.split(/[_.-]/).filter((part) => !/^[\da-f]*$/.test(part));
  const longest = Math.max(0, ...parts.map((part) => part.length));
  const turns = value.match(/\d(?=[a-z])|[a-z](?=\d)/gi)?.length ?? 0;
  if (isBranded) return longest >= 10;
  return longest >= 10 && turns >= 4 && new Set(value).size >= 10 && !/^(?:sha\d|[\da-f-]+$)/.test(value);
}
