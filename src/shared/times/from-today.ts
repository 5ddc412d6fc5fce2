import { addDays, addMonths, monthOf, quarterOf, weekOf, yearOf } from '../calendar.js';
import { NUMBER_WORDS } from '../calendar-words.js';
import { type FoundPoint, type Group, group, one, oneOf, reader, type TimeReader } from './point.js';

/** Words before a time of which they mean the end, the middle or the beginning. */
export const EDGE = `(?:(?:la |the )?(?:fin|end of|mi|mid|middle of|milieu|debut|start of|beginning of|early|late)) (?:the |du |de la |de l |de |d |la |le |l )?`;

type Unit = 'day' | 'week' | 'weekend' | 'fortnight' | 'month' | 'quarter' | 'year';

const ENGLISH_UNITS: Readonly<Record<string, Unit>> = {
  ...{ day: 'day', days: 'day', week: 'week', weeks: 'week', weekend: 'weekend', 'week end': 'weekend' },
  ...{
    month: 'month',
    months: 'month',
    quarter: 'quarter',
    quarters: 'quarter',
    year: 'year',
    years: 'year',
  },
  ...{ fortnight: 'fortnight', fortnights: 'fortnight' },
};
const FRENCH_UNITS: Readonly<Record<string, Unit>> = {
  ...{
    jour: 'day',
    jours: 'day',
    semaine: 'week',
    semaines: 'week',
    weekend: 'weekend',
    'week end': 'weekend',
  },
  ...{ quinzaine: 'fortnight', mois: 'month', trimestre: 'quarter', trimestres: 'quarter' },
  ...{ an: 'year', ans: 'year', annee: 'year', annees: 'year' },
};
const UNITS = { ...ENGLISH_UNITS, ...FRENCH_UNITS };
const NUMBERS: Readonly<Record<string, number>> = {
  ...{ ...NUMBER_WORDS, 'a couple of': 2, 'couple of': 2, 'a few': 3, few: 3, quelques: 3, several: 3 },
  ...{ seize: 16, 'dix sept': 17, 'dix huit': 18, vingt: 20, twenty: 20, trente: 30, thirty: 30 },
};
const DAY_WORDS = ['today tonight hui yesterday hier tomorrow demain this cet ce cette day'];

const COUNT = `\\d{1,4}|${oneOf(Object.keys(NUMBERS))}`;

/** Times that are counted from today: `tomorrow`, `last week`, `dans trois mois`. */
export const fromToday: readonly Group[] = [
  group(DAY_WORDS, () => [
    reader('(?:the )?day before yesterday|avant hier', day(-2)),
    reader('yesterday|hier', day(-1)),
    reader('today|tonight|aujourd hui|this (?:morning|afternoon|evening)', day(0)),
    reader('cet? (?:matin|midi|apres midi|soir)|cette nuit', day(0)),
    reader('tomorrow|demain', day(1)),
    reader('(?:the )?day after tomorrow|apres demain', day(2)),
  ]),
  group(Object.keys(ENGLISH_UNITS), () => {
    const unit = `(${oneOf(Object.keys(ENGLISH_UNITS))})`;
    const count = `(${COUNT})`;
    return [
      reader(`(?:the )?(?:last|previous|past) ${unit}`, ([, name], today) => shifted(name!, -1, today)),
      reader(`(?:this|the current) ${unit}`, ([, name], today) => shifted(name!, 0, today)),
      reader(`(?:the )?(?:next|coming) ${unit}`, ([, name], today) => shifted(name!, 1, today)),
      reader(`in the past ${unit}`, ([, name], today) => until('one', name!, today)),
      reader(`(?:the )?(?:last|past|previous) ${count} ${unit}`, ([, n, name], today) =>
        until(n, name!, today),
      ),
      reader(`the next ${count} ${unit}`, ([, n, name], today) => ahead(n, name!, today)),
      reader(`${count} ${unit} ago`, ([, n, name], today) => counted(-1, n, name!, today)),
      reader(`(?:in|within) ${count} ${unit}`, ([, n, name], today) => counted(1, n, name!, today)),
      reader(`${count} ${unit} from (?:today|now)`, ([, n, name], today) => counted(1, n, name!, today)),
      // The end of a month that is not named is that of this one.
      reader(`(?<=${EDGE})(month|week|year|quarter)`, ([, name], today) => shifted(name!, 0, today)),
    ];
  }),
  group(Object.keys(FRENCH_UNITS), () => {
    const unit = `(${oneOf(Object.keys(FRENCH_UNITS))})`;
    const count = `(${COUNT})`;
    const last = '(?:derniere?|passee?|precedente?)';
    const next = '(?:prochaine?|suivante?|qui vient|a venir)';
    return [
      reader(`(?:la |le |l )?${unit} ${last}`, ([, name], today) => shifted(name!, -1, today)),
      reader(`(?:cette|cet?) ${unit}(?: ci)?`, ([, name], today) => shifted(name!, 0, today)),
      reader(`(?:la |le |l )?${unit} ${next}`, ([, name], today) => shifted(name!, 1, today)),
      reader(`(?:les |ces |des )?(?:${count} )?derni(?:er|ere)s ${unit}`, ([, n, name], today) =>
        until(n, name!, today),
      ),
      reader(`(?:ces|(?<!dans )les) ${count} ${unit}`, ([, n, name], today) => until(n, name!, today)),
      reader(`(?:les |ces )?(?:${count} )?prochaine?s ${unit}`, ([, n, name], today) =>
        ahead(n, name!, today),
      ),
      reader(`il y a (?:environ )?${count} ${unit}`, ([, n, name], today) => counted(-1, n, name!, today)),
      // Behind `d'ici`, which makes it a limit.
      reader(`(?:dans (?:les )?|sous |(?<=d ici (?:a )?))${count} ${unit}`, ([, n, name], today) =>
        counted(1, n, name!, today),
      ),
      reader(`(?<=${EDGE})(mois|semaine|annee|trimestre)`, ([, name], today) => shifted(name!, 0, today)),
    ];
  }),
];

function day(by: number): TimeReader['read'] {
  return (_, today) => ({ spans: one(addDays(today, by)) });
}

function shifted(name: string, by: number, today: string): FoundPoint {
  const unit = UNITS[name]!;
  const first = `${today.slice(0, 8)}01`;
  const isRelative = true;
  if (unit === 'day') return { spans: one(addDays(today, by)) };
  if (unit === 'month') return { spans: [monthOf(addMonths(first, by))], precision: 'month', isRelative };
  if (unit === 'quarter') return { spans: [quarterOf(addMonths(first, 3 * by))], precision: 'quarter' };
  if (unit === 'year') return { spans: [yearOf(addMonths(first, 12 * by))], precision: 'year' };
  const week = weekOf(addDays(today, 7 * by));
  if (unit === 'weekend') return { spans: [{ from: addDays(week.from, 5), to: week.to }], precision: 'day' };
  return { spans: [week], precision: 'week' };
}

function numberOf(words: string | undefined): number {
  return words === undefined ? 3 : (NUMBERS[words] ?? Number(words));
}

function moved(day: string, by: number, name: string): string {
  const unit = UNITS[name]!;
  if (unit === 'month') return addMonths(day, by);
  if (unit === 'quarter') return addMonths(day, 3 * by);
  if (unit === 'year') return addMonths(day, 12 * by);
  return addDays(day, { day: 1, week: 7, weekend: 7, fortnight: 14 }[unit] * by);
}

function until(count: string | undefined, name: string, today: string): FoundPoint {
  return { spans: [{ from: moved(today, -numberOf(count), name), to: today }] };
}

function ahead(count: string | undefined, name: string, today: string): FoundPoint {
  return { spans: [{ from: today, to: moved(today, numberOf(count), name) }] };
}

function counted(direction: 1 | -1, count: string | undefined, name: string, today: string): FoundPoint {
  const unit = UNITS[name]!;
  const precision = unit === 'weekend' || unit === 'fortnight' ? 'week' : unit;
  return { spans: one(moved(today, direction * numberOf(count), name)), precision, isAbout: true };
}
