/** As people write them, in French and in English. */
export const MONTH_NAMES: readonly (readonly [french: string, english: string])[] = [
  ['janvier', 'january'],
  ['février', 'february'],
  ['mars', 'march'],
  ['avril', 'april'],
  ['mai', 'may'],
  ['juin', 'june'],
  ['juillet', 'july'],
  ['août', 'august'],
  ['septembre', 'september'],
  ['octobre', 'october'],
  ['novembre', 'november'],
  ['décembre', 'december'],
];
