import { fold } from '../../../shared/fold.js';

/** `Tâches de la semaine`, `by the end of the week`: of this one. Not `jour de la semaine`. */
export function ofThisTime(question: string): string {
  return question.replace(OF_TIME, (words) => THIS_TIME[fold(words).split(' ').at(-1)!]!);
}

const OF_TIME =
  /(?<!jours?\s|days?\s)(?<=\s)(?:(?:d['’]ici |avant |by |before )?(?:la fin|the end) )?(?:de la semaine|du mois|du jour|de la journée|of the (?:week|month|day))(?=\s*[?.!]*$)/iu;
const THIS_TIME: Record<string, string> = {
  semaine: 'cette semaine',
  mois: 'ce mois-ci',
  jour: "aujourd'hui",
  journee: "aujourd'hui",
  week: 'this week',
  month: 'this month',
  day: 'today',
};
