import { describe, expect, it } from 'vitest';
import { timesIn } from '../../../search/query/asked-time.js';
import { dayIn, isMovedToDay } from './day-in.js';

// A Monday.
const TODAY = '2025-07-14';

describe('the day that a text names', () => {
  it.each([
    ['congés du 22 août au 3 septembre', 'du 22 août au 3 septembre'],
    ['congés du 22 au 26 août à Lyon', 'du 22 au 26 août'],
    ['réunion mardi ou mercredi', 'mardi ou mercredi'],
    ['le 3 août à 10 h et plus', null],
    ['moved from Tuesday to Wednesday', null],
    ['le 3 août et 5 personnes', null],
  ])('is one of several in %s: %s', (text, words) => {
    const { start, end, isOneOfSeveral } = dayIn(text, TODAY)!;
    expect(isOneOfSeveral ? text.slice(start, end) : null).toBe(words);
  });

  it.each([
    ['slips to thursday 17', '2025-07-17'],
    ['on the 22nd', '2025-07-22'],
    ['le 3 à 17h15', '2025-08-03'],
    ['by the end of September', '2025-09-30'],
    ['fin août', '2025-08-31'],
    ['mi-octobre', '2025-10-15'],
    ['in a fortnight', '2025-07-28'],
    ['moved from Tuesday to Wednesday', '2025-07-16'],
    ['reporté du mardi au jeudi', '2025-07-17'],
    ['la réunion est repoussée du 5 au 12 août', '2025-08-12'],
    ['moved from the 5th to the 12th of August', '2025-08-12'],
    ['déplacement du 5 au 12 août', '2025-08-05'],
    ['rewrite the API, deadline end of August', '2025-08-31'],
    ['away from Tuesday to Thursday', '2025-07-15'],
    ['congés du 22 au 26 août', '2025-08-22'],
    ['congés du 28 juillet au 3 août', '2025-07-28'],
    ['congés du 28 au 3 septembre', '2025-08-28'],
    ['formation les 3, 4 et 5 août', '2025-08-03'],
    ['formation le 3 et le 5 août', '2025-08-03'],
    ['festival August 3-5', '2025-08-03'],
    ['festival 3–5 August', '2025-08-03'],
    ['entre le 3 et le 5 août', '2025-08-05'],
    ['la version 10 et 5 août', '2025-08-05'],
    ['Sprint 3 - 5 août', '2025-08-05'],
    ['le 3 août à 10', '2025-08-03'],
  ])('%s: %s', (text, day) => expect(dayIn(text, TODAY)?.day).toBe(day));

  it.each([
    ['La réunion passe au 12 août', true],
    ['La réunion passe à mardi', true],
    ['Les livraisons passent au lundi 4 août', true],
    ['Camille passe au bureau le 12 août', false],
    ['Camille passe le 12 août', false],
    ['Le facteur passe du 5 au 12 août', false],
    ['Le loyer passe à 920 € au 1er août', false],
  ])('is where something moves, in %s: %s', (text, isMoved) => expect(isMovedToDay(text)).toBe(isMoved));

  it.each([
    ['thursday 18', '2025-07-17'],
    ['jeudi 11h', '2025-07-17'],
    ['le 3 pièces', undefined],
  ])('is no day of the month in %s: %s', (text, day) => expect(dayIn(text, TODAY)?.day).toBe(day));

  it.each([
    'next Tuesday',
    'mardi prochain',
    'last Friday',
    'vendredi dernier',
    'tomorrow',
    'hier',
    'in March',
  ])('is the one that a question means by the same words: %s', (text) => {
    const [asked] = timesIn(text, TODAY);
    const day = dayIn(text, TODAY)?.day;
    if (day !== undefined) expect(asked!.spans[0]).toEqual({ from: day, to: day });
    else expect(asked!.spans[0]!.from).not.toBe(asked!.spans[0]!.to);
  });
});
