/** Words whose full stop ends no sentence: a title before a name, a word before its thing. */
const BEFORE_NAMES = 'mr mrs ms mme mlle dr pr prof mgr st ste sté vs cf ex av bd ref réf'.split(' ');
/** Those of which only a number behind them shows it: `p. 12`, `3 sept. 2026` beside `il en reste sept.` */
const BEFORE_NUMBERS = `p pp no art fig vol chap ch éd ed env approx tel tél
  janv févr fevr avr juil sept oct nov déc jan feb apr aug dec`.split(/\s+/);

const anyCase = (words: readonly string[]) =>
  words.flatMap((word) => [word, word[0]!.toUpperCase() + word.slice(1), word.toUpperCase()]).join('|');
const ABBREVIATED = `(?<![\\p{L}\\d])(?:\\p{Lu}|MM|e\\.g|i\\.e|${anyCase(BEFORE_NAMES)}|(?:${anyCase(BEFORE_NUMBERS)})(?=\\.\\s+\\d))\\.`;
/** At most five full stops, because a row of thousands is read anew from each. French puts a space before `?`, `!` and `»`. */
const BREAK = `(?<=(?:[^\\s.]\\.{1,5}|[!?…])(?:["”)]|\\s?»)?)(?<!${ABBREVIATED})\\s+(?![»!?])`;

/** The space between two sentences, the second of which begins with a capital or a number. */
export const SENTENCE_BREAK = new RegExp(`${BREAK}(?=["«“(]?[\\p{Lu}\\d])`, 'gu');

/** … however the second begins: people who type fast use no capitals. */
export const ANY_SENTENCE_BREAK = new RegExp(BREAK, 'gu');
