/** Words of questions and sentences that say nothing of what is meant, in both languages, without accents. */
const EMPTY = new Set(
  `about and are because been but can could did does done from had has have how into its not our she should some that the
  their them then there these they this was were what when where which who whose why will with would you your
  alors aux avec ces cette comment dans des deja elle est etaient etait ete etes font fut ils les leur leurs mais mes mon
  nos notre nous ont par pas plus pour pourquoi quand que quel quelle quelles quels qui quoi sans ses son sont sur tes ton
  une vos votre vous`.split(/\s+/),
);

const VARIANTS: Record<string, string> = {
  a: '[aàâäáå]',
  c: '[cç]',
  e: '[eéèêë]',
  i: '[iîïí]',
  n: '[nñ]',
  o: '[oôöó]',
  u: '[uùûüú]',
  y: '[yÿ]',
};

const MOST_WORDS = 12;

/** Finds the telling words of a question in a text, in any form, whatever their accents; null where it has none. */
export function wordPattern(question: string): RegExp | null {
  const folded = question.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = (folded.match(/[\p{L}\p{N}]{3,}/gu) ?? []).filter((word) => !EMPTY.has(word));
  if (words.length === 0) return null;
  // Endings change with number, gender and tense.
  const stems = words.slice(0, MOST_WORDS).map((word) => (word.length > 5 ? word.slice(0, -2) : word));
  const forms = stems.map((stem) => stem.replaceAll(/\p{L}/gu, (letter) => VARIANTS[letter] ?? letter));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${forms.join('|')})[\\p{L}\\p{N}]*`, 'giu');
}
