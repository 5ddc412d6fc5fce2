import { MONTHS, WEEKDAYS } from '../../shared/calendar-words.js';
import { questionPattern } from '../text/question-pattern.js';

/** What kind of thing a question asks for, where its words say so. */
export type AskedKind = 'time' | 'number';

export function askedKind(question: string): AskedKind | null {
  const small = question.toLowerCase();
  if (ASKS_TIME.test(small)) return 'time';
  return ASKS_NUMBER.test(small) ? 'number' : null;
}

/** Whether a text names a thing of this kind. Days that come back every week say how often, not when. */
export function namesKind(text: string, kind: AskedKind): boolean {
  const small = text.toLowerCase();
  return kind === 'time' ? TIME.test(EVERY_WEEK.removedFrom(small)) : NUMBER.test(small);
}

const word = (pattern: string, letters: string, digits: string) =>
  `(?<![${letters}${digits}])(?:${pattern})(?![${letters}${digits}])`;
const asks = (...forms: readonly string[]) =>
  questionPattern((letters, digits) => word(forms.join('|'), letters, digits));

// For small letters: V8 takes three times as long to compile a class of Unicode that ignores case.
const ASKS_TIME = asks(
  'when|since when|(?:what|which) (?:date|day|month|year|century)|how long (?:ago|since)',
  'quand|(?:à |de )?quelle (?:date|heure|année|époque|période)|quel (?:jour|mois|siècle)|quelle année',
);

const ASKS_NUMBER = asks(
  'how (?:many|much|old|long|often|far|tall|big)|what (?:age|number|percentage|amount)',
  'combien|quel (?:âge|nombre|montant|pourcentage|prix)|quelle (?:quantité|somme|durée|distance|taille)',
);

const DAYS = WEEKDAYS.flat().join('|');

const EVERY_WEEK = questionPattern(
  (letters) =>
    `(?<![${letters}])(?:${[
      `(?:every|each|chaque|tous les) (?:${DAYS})s?`,
      `(?:${DAYS})s? (?:to|through|au) (?:${DAYS})s?`,
      `(?:${DAYS})s`,
    ].join('|')})(?![${letters}])`,
  'gu',
);

const TIME = questionPattern((letters, digits) =>
  word(
    [
      '\\d{4}|\\d{1,2}[/.-]\\d{1,2}(?:[/.-]\\d{2,4})?|\\d{1,2}(?::\\d\\d|h\\d{0,2})',
      ...MONTHS.flatMap(({ french, english }) => [french, english]),
      DAYS,
      `yesterday|today|tonight|tomorrow|ago|(?:last|next|this) (?:[${letters}]+ )?(?:night|week|weekend|month|year|summer|winter|spring|fall)`,
      "hier|aujourd['’]hui|demain|il y a|(?:semaine|mois|année|an|été|hiver) (?:dernière?|prochaine?|passée?)|siècle",
    ].join('|'),
    letters,
    digits,
  ),
);

const NUMBER = questionPattern(
  (letters) =>
    `\\d|(?<![${letters}])(?:two|three|four|five|six|seven|eight|nine|ten|dozen|hundred|thousand|million|once|twice|deux|trois|quatre|cinq|sept|huit|neuf|dix|douzaine|cent|mille)(?![${letters}])`,
);
