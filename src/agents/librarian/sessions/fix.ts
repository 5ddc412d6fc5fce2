/** An error and what solved it. All folded. */

/** Something went wrong: pasted, or told. */
const ERROR =
  /\b(?:error|erreur|exception|traceback|fail(?:s|ed|ure|ing)?|fatal|crash(?:es|ed)?|panic|bug(?:s|gy)?|broken|plante|casse|souci|probleme|problem|issue|wrong|warning|leak|flaky|stale|slow|hangs?|denied|undefined|unexpected|cannot|can'?t|marche (?:pas|plus)|foire|deconne|rame|differen(?:ce|t)|off by|doesn'?t (?:work|match)|au lieu|a la place|traverse|hum|too (?:low|high)|non-existent|not found|missing|invalid|unable|refused|deprecated|singular|conflict|timed? ?out)\b/u;

/** What solved it is said with it. */
const SOLVED = [
  /\b(?:fixed|solved|resolved|sorted|cured) (?:it|that|this|the|everything|my|by|with)\b|\b(?:did the trick|made it work|does the trick)\b/u,
  /\b(?:was|were) (?:the|my|a) (?:\p{L}+ )?(?:culprit|cause|problem|issue|reason|bug)\b|\b(?:moving|switching|changing|adding|removing|setting|using|going)\b.*\b(?:was it|did it)\b/u,
  /\b(?:gone|green|passes|stable|no (?:more )?(?:failures?|errors?|crash(?:es)?))\b.*\b(?:after|since|with|thanks to|once|by)\b/u,
  /\b(?:gone|green|fixed|solved)\b[,;.!:]+ ?\p{L}/u,
  /\b(?:plugged|replaced|renamed|removed|added|disabled|enabled|upgraded|downgraded|reinstalled|restarted|cleared|set)\b.*\b(?:and|now) (?:it'?s |it |that )?(?:gone|works?|fixed|passes|ok|fine|worked|stopped)\b/u,
  /\b(?:regle|resolu|corrige|repare)(?:e|s|es)? (?:avec|par|en|grace|par)\b|\bregle (?:le|la|ce|tout) (?:truc|probleme|souci|bug|tout)/u,
  /\ba suffi\b|\b(?:c'etait|etait) la solution\b|\bla solution (?:c'est|c'etait|etait)\b/u,
  /\b(?:ajoute|enleve|retire|change|mis|passe|remplace|renomme|desactive|active|vide|redemarre|reinstalle)\b.*\bet (?:ca|c'est|ca y est|plus|tout)\b.*\b(?:passe|marche|fonctionne|bon|regle|tourne|compile|repart|plus)\b/u,
  /\b(?:a disparu|ont disparu|ne plante plus|plus d'erreur|plus de (?:crash|bug|souci)|(?:traverse|plante|bugge|casse|rame|fuit) plus)\b.*\b(?:avec|grace|donc|depuis|quand|en|apres)\b/u,
];

/** What was wrong, which says so only where an error came before it. */
const CAUSE = [
  /\b(?:was|is) (?:just |only )?because (?:of|the|i|we)\b|\b(?:clearing|restarting|reinstalling|removing|adding|changing|setting|updating|upgrading|moving|renaming|deleting|enabling|disabling) .*\b(?:did it|helped|worked|solved|fixed)\b/u,
  /^(?:found (?:it|the)|got it)[,;:.! -]+\p{L}+ .*\b(?:was|were|had|is)\b/u,
  /\ben \p{L}+ant .*\b(?:disparait|disparaissent|passe|marche|fonctionne|repart)\b/u,
  /\b(?:turns|turned) out\b|\bso it was (?:the|a|my|an|because)\b|\bcame from\b|\bwas caused by\b/u,
  /\bc'etait (?:donc |bien |juste |en fait |la faute )*(?:le|la|les|l'|un|une|mon|ma|de|du|d')[^?]*$/u,
  /\b(?:venait|provenait) (?:de|du|des|d')\b|\bil (?:ne )?(?:fallait (?!me |le dire|y penser)|suffisait|manquait)\b/u,
  /^(?:j'ai )?trouve ?[!,:.] ?.*\p{L}{4}/u,
];

export const namesError = (folded: string) => ERROR.test(folded);

/** `certain` where it says what solved an error that was shown before. */
export function fixIn(folded: string, hadError: boolean): 'certain' | 'possible' | null {
  if (folded.split(/\s+/).length < FEWEST_WORDS) return null;
  if (SAYS_NOT_HOW.test(folded)) return null;
  const isSolved = SOLVED.some((form) => form.test(folded));
  if (hadError && (isSolved || CAUSE.some((form) => form.test(folded)))) return 'certain';
  return isSolved ? 'possible' : null;
}

/** `you fixed the crash`: thanks, and no more. */
const SAYS_NOT_HOW =
  /^(?:you|tu|vous|that|ca|it)\b (?:l'as |a |as |just |have |has )?(?:fixed|solved|sorted|did|regle|resolu|corrige)/u;
/** `fixed it` alone does not say how. */
const FEWEST_WORDS = 4;
