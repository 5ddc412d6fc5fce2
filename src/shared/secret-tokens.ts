import { foldEvenly } from './fold.js';

export type SecretKind =
  | 'password'
  | 'code'
  | 'key'
  | 'private key'
  | 'card number'
  | 'IBAN'
  | 'social security number';

/** Where a suspected secret lies in a text: its value alone, without the words that name it. */
export interface SecretSpan {
  start: number;
  end: number;
  kind: SecretKind;
}

/**
 * What a value looks like. `mixed`: as nobody writes anything but a password. `numbered`: letters and digits. `hex`: a long number, as
 * programs make them. `code`: digits as people type them, `short` and `year` ones that mean much else. `phrase`: words with hyphens. `reference`:
 * capitals and digits.
 */
export type Shape =
  | 'mixed'
  | 'numbered'
  | 'hex'
  | 'code'
  | 'short'
  | 'year'
  | 'phrase'
  | 'reference'
  | 'word';

export interface SecretToken {
  text: string;
  start: number;
  end: number;
  shape: Shape;
  /** The word before it, folded, and what stands between. */
  previous: string;
  gap: string;
  isWholeLine: boolean;
  /** A name follows: a capital and small letters. */
  isNamed: boolean;
}

/** Before a plain word, they can say that it is a value. */
export const TELLS = new Set(
  'is was est cest etait reste devient stays becomes remains s set garde mis met choisi pris picked chose chosen put used repondu answered called appelle'.split(
    ' ',
  ),
);
/** Plain words that follow `the password is` and are none. */
const NO_VALUES = new Set(
  `the this that his her its our your their not now still here there where what which who how why when same wrong right correct weak
  strong short long needed secret private public unknown different empty string number boolean null undefined true false none nil any
  void required optional hidden only also always ask see change click wherever probably very too so just one both never safe fine ready bad
  good simple easy hard stored written saved kept given sent used shared reset expired invalid incorrect missing
  le la les un une des du de mon ma mes ton ta tes son sa ses notre votre leur ce cet cette ces il elle on nous vous ils ici dans chez
  sur sous avec sans pour par pas plus trop tres bien mal bon mauvais faux juste nul vide meme toujours aussi deja encore celui celle
  commun faible fort long court perdu requis obligatoire inconnu partout cliquer cliquez voir demander changer noter ecrit note range
  password passwd pwd mdp pass secret token user username login admin root email idem ditto todo tbd and or et ou at in of`.split(
    /\s+/,
  ),
);
const PARTICIPLE = /(?:ed|ing|ly|able|ible|é|ée|és|ées|ment|ique|eux)$/;
/** Numbers as people type them: `4907`, `482 913`, `1 8 5 5`, `19-42-07`, `20784#`, `6688A`, `1B73`. */
const CODES =
  /(?<![\p{L}\d.,:/+@_#-]|\d )(?:\d(?: \d){2,7}|\d{1,2}(?:-\d{1,2}){2,7}|\d\d(?:(?:[ -]| - )\d\d){1,6}|\d{3}(?:[ -]\d{3}){1,2}|\d{4}[ -]\d{4}|\d{3,20}[A-Z]{0,2}|\d{1,4}[A-Z]\d{1,4}|[A-Z]\d{3,6}[A-Z]?)(?:[#*]|(?![\p{L}\d_%€$£]|[.,:/-]\d|[ -]\d))/gu;
/** Where a link leads. */
const TARGETS = /\[\[[^\]\n]{1,300}\]\]|\]\([^)\n]{1,500}\)/g;
/** Digits that are said: `vingt-sept quatre-vingt-trois`, `four four one seven`. */
const SAID =
  'zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|double|une?|deux|trois|quatre|cinq|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingts?|trente|quarante|cinquante|soixante';
const SAID_CODES = new RegExp(
  `(?<![a-z\\d-])(?:${SAID})(?:(?:[ -]|, | et )(?:${SAID})){1,9}(?![a-z\\d-])`,
  'g',
);
const WORD = /[^\s"'`’“”«»<>()[\]{}|;,]+/g;

/** Letters as both languages use them; any other is found by a slower pattern. */
const PLAIN = /^[a-zà-öø-ÿ]+\.?$/i;

/** The values that may be secret, in order; only those in these windows, which may overlap. */
export function* secretTokens(
  text: string,
  folded: string,
  windows: readonly { start: number; end: number }[],
): Generator<SecretToken> {
  const codeAt = cursor(text, CODES);
  const saidAt = cursor(folded, SAID_CODES);
  const targetAt = cursor(text, TARGETS);
  let before = { text: '', end: 0 };
  let from = 0;
  for (const window of windows) {
    if (from < window.start) before = { text: '', end: window.start };
    from = Math.max(from, window.start);
    for (;;) {
      WORD.lastIndex = from;
      const match = WORD.exec(text);
      if (match === null || match.index >= window.end) break;
      from = match.index + match[0].length;
      let start = match.index;
      let word = match[0].slice(0, 200);
      if (targetAt(start).index <= start) continue;
      const [code, said] = [codeAt(start), saidAt(start)];
      const number = said.index < code.index ? said : code;
      if (number.index <= start) {
        if (number.index === start) {
          const value = text.slice(start, number.end);
          yield token(value, start, codeShape(value));
        }
        before = { text: word, end: start + word.length };
        continue;
      }
      const isPlain = PLAIN.test(word) || /^\p{L}+\.?$/u.test(word);
      if (isPlain && !isAnnounced(text, folded, before, start, start + word.length)) {
        before = { text: word.replace('.', ''), end: start + word.length };
        continue;
      }
      const [, name, value] = /^([\p{L}_][\p{L}\d_.-]*[=:])([^/=].*)$/u.exec(word) ?? [];
      if (name !== undefined && value !== undefined) {
        before = { text: name.slice(0, -1), end: start + name.length - 1 };
        start += name.length;
        word = value;
      }
      const [, user, behind] = /^([\p{L}][\w.@-]*\/)([^/]+)$/u.exec(word) ?? [];
      if (behind !== undefined && shapeOf(behind) === 'mixed') {
        before = { text: user!.slice(0, -1), end: start + user!.length - 1 };
        start += user!.length;
        word = behind;
      }
      const trimmed = word.replace(/[.:…]+$/, '').replace(/(?<=^\p{L}+)[!?]+$/u, '');
      const shape = shapeOf(trimmed);
      if (shape !== null) yield token(trimmed, start, shape);
      if (/[\p{L}\d]/u.test(word)) before = { text: trimmed, end: start + trimmed.length };
    }
  }

  function token(value: string, start: number, shape: Shape): SecretToken {
    const end = start + value.length;
    const gap = text.slice(Math.max(before.end, start - 12), start);
    const lineStart = text.slice(Math.max(0, start - 12), start);
    const isWholeLine =
      /(?:^|\n)[\s>*•"'`\d|-]*$/.test(lineStart) && /^[\s"'`.*]*(?:\n|$)/.test(text.slice(end, end + 12));
    const previous = foldEvenly(/[\p{L}\d]+$/u.exec(before.text)?.[0] ?? '');
    const isNamed = /^ \p{Lu}\p{Ll}/u.test(text.slice(end, end + 3));
    return { text: value, start, end, shape, previous, gap, isWholeLine, isNamed };
  }
}

/** The first match that ends behind a place; places are asked for in order. */
function cursor(text: string, form: RegExp): (at: number) => { index: number; end: number } {
  let next = { index: -1, end: -1 };
  return (at) => {
    while (next.end <= at) {
      form.lastIndex = Math.max(next.end, at - 40, 0);
      const match = form.exec(text);
      next = match ? { index: match.index, end: form.lastIndex } : { index: Infinity, end: Infinity };
    }
    return next;
  };
}

const IS_BEHIND = /\W{0,4}(?:is|was|est|c.est|était) /iy;

/** Whether a plain word can be a value at all: nearly none is. */
function isAnnounced(
  text: string,
  folded: string,
  before: { text: string; end: number },
  start: number,
  end: number,
): boolean {
  if (start - before.end > 1 && /[:=→]/.test(text.slice(Math.max(before.end, start - 12), start)))
    return true;
  IS_BEHIND.lastIndex = end;
  if (IS_BEHIND.test(text)) return true;
  if (before.text.length > 16) return false;
  const [previous = ''] = /[a-z\d]+$/.exec(folded.slice(before.end - before.text.length, before.end)) ?? [];
  return TELLS.has(previous) || /^(?:pass(?:word|code|e)|mdp|code)$/.test(previous);
}

function codeShape(value: string): Shape {
  if (/^(?:19|20)\d\d(?:[ -](?:19|20)\d\d)?$/.test(value)) return 'year';
  if (/^\d{3}$/.test(value)) return 'short';
  // Pairs, as the French read a telephone number.
  if (/^0\d(?:[ -]\d\d){4}$/.test(value)) return 'reference';
  if (/^\d{9,}$/.test(value)) return /^0\d{9}$/.test(value) ? 'reference' : 'hex';
  return 'code';
}

/** Addresses, paths, versions, dates, times, names of files: what has signs and digits for another reason. */
const NO_VALUE =
  /^(?:https?:|www\.|~|\.{1,2}\/|\/|--?\w|[$%#@.^&])|&(?:nbsp|amp|lt|gt|quot)$|^[\w.+-]{3,}@[\w-]+[.-]\w|\/.*\/|^v?\d+(?:\.\d+)+|^\d{1,4}[-/.]\d{1,2}|\d{4}-\d\d-\d\d|^\d{1,2}[h:]\d\d|^\d+\w{1,3}(?:\/[a-z]+)?$|^\d+s?-[a-z]+$|@\d|\.[a-z]{2,4}(?:#.*)?$/i;

/** Keys that are pressed at once. */
const KEYS = /^\p{Lu}\p{Ll}+(?:\+(?:\p{Lu}\p{Ll}*|\d))+$/u;

function shapeOf(word: string): Shape | null {
  if (
    word.length < (/^\p{Lu}\p{Ll}+$/u.test(word) ? 2 : 4) ||
    word.length > 128 ||
    NO_VALUE.test(word) ||
    KEYS.test(word) ||
    isExample(word)
  )
    return null;
  const hasDigit = /\d/.test(word);
  const hasLetter = /\p{L}/u.test(word);
  if (!hasLetter || /[=:\\]/.test(word)) return null;
  const hasSign = /[!#$&*@%^~+?]/.test(word);
  if (hasDigit && hasSign) return word.length >= 7 ? 'mixed' : 'reference';
  if (/^[\da-f]{4,}(?:-[\da-f]{4,})*$/.test(word) && hasDigit) return word.length >= 8 ? 'hex' : null;
  const turns = word.match(/\d(?=\p{L})|\p{L}(?=\d)/gu)?.length ?? 0;
  const isDrawn = hasDigit && /\p{Lu}/u.test(word) && /\p{Ll}/u.test(word) && !/\p{Ll}{4}/u.test(word);
  if ((turns >= 3 || isDrawn) && word.length >= 8) return 'mixed';
  if (/^[\p{Lu}\d_-]+$/u.test(word) && hasDigit)
    return word.length >= 10 && turns >= 2 ? 'numbered' : 'reference';
  // As names of models and regions are made: gpt-4o-mini, eu-west-3.
  if (/^[a-z]+(?:-[a-z\d]+)+$/.test(word) && /^\D*\d+\D*$/.test(word)) return 'reference';
  if (hasDigit) return word.length >= 7 ? 'numbered' : word.length === 6 ? 'reference' : null;
  if (hasSign) return /\p{L}[!#$&*@%^~+?]+\p{L}/u.test(word) && word.length >= 8 ? 'numbered' : null;
  if (/^\p{L}\p{Ll}+(?:[-.]\p{L}+){2,}$|^\p{Lu}\p{Ll}+(?:_\p{L}+){2,}$/u.test(word)) return 'phrase';
  if (!/^\p{L}[\p{L}-]+$/u.test(word) || PARTICIPLE.test(word)) return null;
  return NO_VALUES.has(foldEvenly(word)) ? null : 'word';
}

/** Placeholders, as documentation and masks write them. */
export function isExample(value: string): boolean {
  return (
    /^AAAA[BCE]3Nza|^ssh-\w+$|x{4,}|\*{3,}|\.{3}|…|example|exemple|your[_-]|votre|placeholder|change[_-]?me|redacted|1234567890|masked|masqu|^(?:process|os|env)\.|^<|[${}]\{/i.test(
      value,
    ) || /^(?:password|passwd|pwd|secret|token|motdepasse|mdp|user|pass)$/i.test(value)
  );
}
