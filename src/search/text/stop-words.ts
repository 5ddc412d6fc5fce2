/** The languages that Rappel knows the words of. */
export type TextLanguage = 'fr' | 'en';

/**
 * Words that say little about what a text is about; they count less, never nothing. Folded; question words are among
 * them, because the answer to "where is …" seldom holds "where".
 */
export const FRENCH_STOP_WORDS: ReadonlySet<string> = new Set(
  `a ai aie ainsi alors apres as au aucun aura auront aurait auraient aussi autre aux avaient avait avant avec avez
  avions avoir avons ayant c car ce ceci cela celle celles celui cependant ces cet cette ceux chaque chez combien comme
  comment d dans de depuis des deux donc dont du elle elles en encore entre es est et etaient etais etait etant ete etes
  etions etre eu eues eurent eut eux faire fait fut furent ici il ils j je l la laquelle le lequel les lesquelles
  lesquels leur leurs lors lorsque lui m ma mais me meme memes mes moi mon n ne ni nos notre nous on ont ou par parce pas
  peu peut plus pour pourquoi qu quand que quel quelle quelles quels qui quoi s sa sans se sera serait seraient ses si
  sois soient soit sommes son sont sous suis sur t ta te tes toi ton tous tout toute toutes tres tu un une vos votre vous
  y`.split(/\s+/),
);

export const ENGLISH_STOP_WORDS: ReadonlySet<string> = new Set(
  `a about after again all also am an and any are as at be because been before being both but by can could d did do does
  doing don down during each few for from further had has have having he her here hers herself him himself his how i if
  in into is it its itself just ll m me might more most must my myself no nor not now of off on once only or other our
  ours out over own re s same shall she should so some such t than that the their theirs them then there these they this
  those through to too under until up us ve very was we were what when where which while who whom why will with would
  you your yours yourself`.split(/\s+/),
);

/** A stop word of either language. */
export function isSmallWord(folded: string): boolean {
  return FRENCH_STOP_WORDS.has(folded) || ENGLISH_STOP_WORDS.has(folded);
}

/** Words that ask for something, and what they may ask for where `quand` or `when` would do: the answer holds a date. */
export const ASKING_WORDS: ReadonlySet<string> = new Set('quel quelle quels quelles what which'.split(' '));
export const ASKED_TIMES: ReadonlySet<string> = new Set(
  `an annee annees date dates jour jours mois siecle siecles heure heures moment moments periode periodes epoque epoques
  year years day days month months time times century`.split(/\s+/),
);
