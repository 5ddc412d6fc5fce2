/** What is so: of people, of things of the work, of days. */

const CERTAIN_TEXT = [
  // A person and what they are or do, by their name: `Farid est notre DBA`, `c'est Élodie qui a les accès`.
  /^(?:\S+ ){0,2}?(?!(?:This|That|It|Here|There|What|Where|Who|How|Which|He|She|The|Ce|Cela|Voici|Il|Elle|Quel|Quelle)\b)\p{Lu}[\p{Ll}-]+(?: \p{Lu}[\p{Ll}-]+)* (?:is|est|c['’]est) (?:(?:our|my|notre|mon|ma) \p{Ll}|(?:the|le|la) (?:[\p{Ll}-]+ )?(?:lead|head|owner|manager|boss|director|chair|treasurer|secretary|editor|demonstrator|designer|developer|accountant|contact|client|customer|teacher|reviewer|maintainer|admin|doctor|tester|author|patronne?|chef|cheffe|directeur|directrice|tresorier|tresoriere|secretaire|comptable|responsable|president|presidente|prof|testeuse|testeur|cliente|proprietaire)(?!\p{L}))/u,
  /^(?:\S+ ){0,2}?[Cc]['’]est \p{Lu}[\p{Ll}-]+ qui \p{Ll}/u,
  /^(?:\S+ ){0,2}?(?:[Mm]y|[Oo]ur|[Mm]on|[Mm]a|[Nn]otre) [\p{L} -]{3,25} (?:is|est|s['’]appelle|is called|called) \p{Lu}[\p{Ll}-]+(?! but| mais)/u,
  /^(?:\S+ ){0,2}?(?:guest|client|contact|editor|boss|landlord|plumber|plombier|electrician|fitter|TA|prof|patronne?|directeur|directrice|secretaire) (?:is|est|il s['’]appelle|elle s['’]appelle|s['’]appelle|,)? ?\p{Lu}[\p{Ll}-]+/u,
];

/** A day that is set. Folded. */
const SET_DAY =
  /\b(?:is|est|are|sont|fixee?|calee?|prevue?|due|expires?|finit|ends?|starts?|commence|a rendre|deadline|date limite)\b.*(?<![\p{L}\d])(?:(?<!\b(?:from|du) )(?:le |au |the |on |by )?(?:\d{1,2}(?:er|st|nd|rd|th)?(?: of)? (?:jan|fev|feb|mar|apr|avr|mai|may|jun|juin|jul|juil|aug|aout|sep|oct|nov|dec)\p{L}*|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}* \d{1,2}(?:st|nd|rd|th)?)|\d{4}-\d\d-\d\d|(?:le|the) \d{1,2}(?:er|st|nd|rd|th)?(?=$|,| a \d| at \d))(?![\p{L}\d])/u;

/** Words that make a sentence say how something is. Folded. */
const STATES =
  /\b(?:is|are|'s|'re|date de|s'occupe|isn'?t|has|have|had|owns?|uses?|runs?|needs?|wants?|costs?|expires?|lives?|works?|does|did|floods?|leaks?|sits?|comes?|est|sont|c'est|ont|a|ai|j'ai|avons|utilise|veut|veulent|tourne|gere|fait|font|fera|va|habite|travaille|bosse|demande|paye|paie|s'appelle|finit|commence|concerne|passe|vient|etait|was|were|interdit|takes?|only|sait|lit|parle|reads?|reviews?|passed|measured|dropped|moved|mesure|compte|coute|reste)\b/u;
/** The person, the thing or the figure that it is about. */
const ABOUT =
  /\d|(?<=\S\s+)["“«]?\p{Lu}\p{Ll}+|\b(?:my|our|mon|ma|mes|notre|nos|we|on|nous|chez (?:moi|nous))\b/u;

const MOST_WORDS = 40;

/** `isFirst`: in the first turn of a session, which tells what is wrong or wanted. */
export function factIn(text: string, folded: string, isFirst: boolean): 'certain' | 'possible' | null {
  const words = folded.match(/[\p{L}\d]+/gu) ?? [];
  if (words.length < 3 || words.length > MOST_WORDS) return null;
  if (CERTAIN_TEXT.some((form) => form.test(text)) || SET_DAY.test(folded)) return 'certain';
  const isStated = STATES.test(folded) && (ABOUT.test(text) || words.length >= 6);
  return (isStated && !isFirst) || DETAILS.test(folded) || DAY.test(folded) ? 'possible' : null;
}

/** A day of the week, and an hour or a verb of what happens then. */
const DAY =
  /\b(?:record|meet|deliver|finish|open|close|finit|commence|livre|arrive|leave|launch)\w*\b.*\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:lun|mar|mercre|jeu|vendre|same)di|dimanche)\b/u;

/** A list of figures or names, without a verb: `2h slot, 24 students in pairs`. */
const DETAILS =
  /\d[^,]*, .*\d|\d.*\b(?:max|minutes|eleves|students|personnes|people|signes|words|m2|km|euros?)\b/u;
