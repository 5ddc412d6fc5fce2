import { expect, it } from 'vitest';
import { dayIn } from './day-in.js';
import { withoutDay } from './without-day.js';

it.each([
  ['Kickoff with Mrs. Cole moved to Dec. 3 at 10', 'Kickoff with Mrs. Cole at 10'],
  [
    'The launch is postponed to 3 December because of the audit',
    'The launch is postponed because of the audit',
  ],
  ['The opening has been moved to 3 December', 'The opening'],
  ['La migration a du retard, nouvelle date le 3 décembre', 'La migration a du retard'],
  ['The deadline slipped to 3 December', 'The deadline'],
  ['Standup moved from 9:30 to 10 starting Monday', 'Standup moved from 9:30 to 10'],
  ['Réunion reportée au 3 décembre à 10 h', 'Réunion à 10 h'],
  ['La réunion avec Florence est avancée au 24 novembre à 14h', 'La réunion avec Florence à 14h'],
  ['Annuler le rendez-vous de samedi', 'Annuler le rendez-vous'],
  ["Préparer la visite d'aujourd'hui avec Paul", 'Préparer la visite avec Paul'],
  ['Lunch on Friday with Anna', 'Lunch with Anna'],
  ['Congés du 22 décembre au 4 janvier', 'Congés du 22 décembre au 4 janvier'],
  ['Formation les 3 et 5 décembre à Lyon', 'Formation les 3 et 5 décembre à Lyon'],
  ['Réunion mardi ou mercredi', 'Réunion mardi ou mercredi'],
])('%s becomes %s', (title, what) => {
  expect(withoutDay(title, dayIn(title, '2026-11-17')!)).toBe(what);
});
