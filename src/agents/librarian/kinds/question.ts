import { fold } from '../../../search/text/fold.js';
import { withoutOpening } from './opening.js';
import { sentencesOf } from './sentences.js';
import { startsWithVerb } from './task-verbs.js';

/** Questions that ask for words, among those that ask somebody to do something: `Can you tell me when …?` */
const ASKS_TO_BE_TOLD =
  /^(?:(?:can|could|would|will) (?:you|we) (?:please )?|(?:peux-tu|pourrais-tu|tu peux|tu pourrais|pouvez-vous|pourriez-vous) (?:me )?)(?:tell|find|show|give|list|explain|summari[sz]e|look up|check (?:when|what|who|how|if)|remind me (?:(?:until|since|by|to|for|with|at|of|about|in) )?(?:what|when|whom?|how|where|why|which|if)|dire|trouver|retrouver|montrer|donner|lister|expliquer|resumer|rappeler (?:ce que|ce qu'|quand|qui|ou|combien|comment|pourquoi|quel))\b/;
const REQUESTS =
  /^(?:can|could|would|will) (?:you|we) |^(?:peux-tu|pourrais-tu|tu peux|tu pourrais|pouvez-vous|pourriez-vous) /;

const WH_EN = 'who|whom|whose|what|when|where|which|why|how|if|whether';
const WH_FR =
  "qui|quand|ou|quoi|comment|pourquoi|combien|quel(?:le)?s?|lequel|laquelle|ce que|ce qu'|si|a quel(?:le)?|de quel(?:le)?|depuis quand|jusqu'a quand|a qui|avec qui|de qui|pour qui";
const WH = `(?:${WH_EN}|${WH_FR})`;
/** A verb that can follow its question word directly. */
const AUXILIARY =
  "is|are|was|were|do|does|did|has|have|had|can|could|should|will|would|must|isn't|aren't|wasn't|doesn't|didn't|hasn't|haven't";
const SUBJECT_FR = 'il|elle|on|nous|vous|tu|ils|elles|je|ce';

/** Without a question mark, these make a question. Folded. */
const CERTAIN = [
  // A question word and its verb, or the thing that it asks about; `what we saw` and `how to` tell something.
  new RegExp(
    `^(?:who|whom|whose|what|when|where|which|why|how)(?:'?s|'?re|'?d)? (?:(?:${AUXILIARY})\\b|much|many|long|often|far|come|old|big|late|soon)`,
  ),
  /^(?:what|where|who|how)'?s (?!new\b)\p{L}/u,
  /^which (?!means|is why|was why)[\p{L}-]+ |^what (?:time|day|date|kind|sort|colou?r|size|name|rate|price|number|version|about|else|happened|became)\b|^who (?!ever)\p{L}+(?:s|ed)\b|^(?:who|when|where) \p{L}+ed\b|^why (?!i |we |the |this |that |he |she |they )\p{L}/u,
  /^(?:do|did|can|could|should|will|would|have|am) (?:i|we|you|he|she|it|they|there)\b|^(?:is|are|was|were|does|has) (?:i|we|you|he|she|it|they|there|the|my|our|this|that|any|anything|anyone|anybody|it true)\b|^did (?!not\b)(?:(?:my|our|this|that|the) [\p{L}-]+ \p{L}|(?!my |our |this |that |the )\p{L}+ (?!not\b)\p{L})/u,
  // `has Tidewater paid`: what follows is no participle, so it is the subject.
  /^(?:has|does) (?!been|not|to|an?\b|no\b|gone|had|\p{L}+ed\b)[\p{L}-]+ \p{L}/u,
  new RegExp(
    `^(?:(?:any|some|une|des|un) (?:news|word|update|nouvelle|info)s?|(?:any|some|une|des|un|aucune|no) (?:idea|clue|idee)s?) (?:on|of|from|about|de|du|d'|des|sur|cote|${WH})\\b`,
  ),
  // Said of oneself, or of the user.
  new RegExp(
    `^(?:do you |tu |vous |i |je |on |j'|(?:the )?user |l'utilisat(?:eur|rice) )?(?:ne |m'|me |te |really |just |aimerais |voudrais |voulais |veux |would like to |'d like to |want(?:s|ed)? to |need(?:s)? to |wonder(?:s)? |was |'m |am )*(?:know|remember|recall|remind me|tell me|wonder(?:ing|s)?|ask(?:s|ed|ing)?|curious|forg[oe]t|can'?t remember|don'?t (?:remember|know)|sais|savoir|souviens|rappelle|rappelle-moi|dis-moi|demande|ignore)(?: me)?(?: plus| pas| deja| about)?(?: (?:de|d'))?,? (?:${WH})\\b`,
  ),
  /^(?:dans|a|de|pour|sur|avec|en|par|chez|depuis) (?:quel(?:le)?s?|qui|quoi|combien|quand) /,
  new RegExp(
    `^(?:y )?(?:a|as|ai|avons|avez|ont|est|es|sont|etait|faut|doit|dois|devons|peut|peux|va|vas|vais|reste|sait|sais)-(?:t-)?(?:${SUBJECT_FR})\\b`,
  ),
  /^(?:pourquoi|combien|comment|est[- ]ce qu|qu'?est[- ]ce|qu'est|quand est|quand (?:sont|doit|faut|a lieu|ont|commence|finit|sort)|ou (?:est|en est|sont|en sont|ai|a|en|se)|qui (?:est|sont|a|ont|etait|doit|s'|gere|fait|paie|paye|m'a|nous a|avait)|c'?est (?:quand|qui|quoi|ou|combien|comment|quel|laquelle|lequel)|quel(?:le)?s? )/,
  // Orders to the memory itself.
  /^(?:please |stp |svp )?(?:tell me|show me|give me|list|find|remind me|look up|summari[sz]e|search for|pull up) (?:me |about |all |everything |of |again )*(?:my|our|the|all|what|when|who|how|where|which|about|everything|any|open|every)\b/,
  /^tell me about |^(?:parle|raconte)[- ]moi (?:de |d'|du |des )|^(?:donne|montre|liste|affiche|trouve|retrouve|cherche|redonne|resume|ressors?|sors)(?:[- ]moi)? (?:tou(?:te)?s? )?(?:mes|mon|ma|les|le|la|l'|nos|notre|tout|ce qu|ou|des|quel|qui)/,
  /^(?:quoi de neuf|what'?s new|ou en (?:est|sont|suis|sommes)|que (?:sait|sais|dit|reste|faut|devient|pense|veut|fait|doit)|tu sais (?:quoi|qui|quand|ou|si|combien|quel))\b/,
];

const ASKED_WORD = 'qui|quand|ou|quoi|comment|pourquoi|combien|quel(?:le)?s?';
const PREPOSITION = "(?:(?:de|du|des|a|au|aux|en|avec|pour|chez|sur|dans) |d')";
const THING =
  "(?:(?:le|la|les|un|une|des|du|mon|ma|mes|ton|ta|tes|son|sa|ses|ce|cet|cette|ces|notre|nos|votre|vos|leurs?) |l')?[\\p{L}-]+";

/** Spoken French asks at the end, or in the middle: `c'est quand déjà la réunion`, `il en reste combien`. Folded. */
const SPOKEN = [
  /\b(?:or not|ou pas|ou non),? ?(?:yet|encore)?$/,
  // A thing alone: `le code du portail déjà`, but not `Paul vient déjà`.
  new RegExp(`^${THING}(?: ${PREPOSITION}${THING}){0,2} deja$`, 'u'),
  new RegExp(`^(?:[\\p{L}\\d' ,-]{2,60} )?c'?(?:est|etait|etaient) (?:${ASKED_WORD}|pour quand)\\b`, 'u'),
  /\b(?:quand|combien|quoi|comment|qui|pourquoi|quelle? heure) ?(?:deja|encore|exactement|au juste)?$|\b(?:est|sont|en est|on en est|es|ai mis|a mis|range) ou(?: deja)?$/,
  /^(?:\p{L}+ ){1,6}(?:on|je|il|elle|tu|y|a|en|reste|avait|avons|ai|as|ont|doit|faut|fait|coute|vaut|dit|prend|paye|paie|facture|\p{L}+e) (?:deja )?(?:combien|quoi(?! qu)|quel(?:le)?s?|ou ca) (?:de |d'|a |sur |pour |comme |avec |\p{L}+)/u,
  /^(?:on|il|elle|tu|je|nous|ils|elles|\p{L}+) (?:[\p{L}']+ ){0,4}combien\b/u,
  // Only the thing that it asks about follows, no clause as in `prends la clé quand tu passes`.
  new RegExp(
    `^(?:[\\p{L}'-]+ ){1,6}quand (?:deja )?(?!(?:meme|je|tu|il|elle|on|nous|vous|ils|elles|ca|ce|cela)\\b)(?:${THING}|${PREPOSITION}${THING}|${THING} ${PREPOSITION}${THING})$`,
    'u',
  ),
];

/** A statement that contains a question: `Paul veut savoir combien ça coûte`. */
const TOLD = new RegExp(
  `\\b(?:sav(?:oir|ent)|sait|di(?:t|re|ra|sent)|demande(?:nt|r|ra)?|decide(?:nt|r|ra)?|voi[tr]|verra|verifie(?:nt|r|ra)?|calcule(?:nt|r|ra)?|regarde(?:nt|r|ra)?|precise(?:nt|r|ra)?|explique(?:nt|r|ra)?) (?:qui|quand|ou|comment|pourquoi|combien|si|quel(?:le)?s?) (?!${PREPOSITION})[\\p{L}']+ \\p{L}`,
  'u',
);

/** Words that make a text something to do or to keep, however it ends: `Idée : une carte à l'entrée ?` */
const KEPT =
  /^(?:idee|idea|todo|to do|a faire|note|memo|question (?:for|pour|a)|a (?:demander|verifier|voir)|ask|demander|voir|verifier|check|see)\b/;

/** Without a question mark, it tells: `I know who has the key`. */
const KNOWS = /^(?:i (?:know|remember|recall)|je (?:sais|me souviens|me rappelle))\b(?! (?:pas|plus)\b)/;

const MOST_CHARACTERS = 300;

/** True where the whole text asks something of this memory, instead of telling it. */
export function isQuestion(text: string): boolean {
  const sentences = sentencesOf(withoutOpening(text));
  const said = fold(sentences.at(-1) ?? '').replaceAll('’', "'");
  const asked = said.replace(
    /^(?:(?:and|but|et|mais|dis|dis-moi|alors|so|hey|need to know:|question ?:),?\s+)+/,
    '',
  );
  if (text.trim().length > MOST_CHARACTERS || sentences.length > 2) return false;
  if (ASKS_TO_BE_TOLD.test(asked)) return true;
  if (REQUESTS.test(asked)) return false;
  if (!sentences.every((sentence) => sentence.endsWith('?')) && sentences.length > 1) return false;
  if (asked.endsWith('?') && !KEPT.test(asked)) return true;
  // A clause behind the question word is followed by what it is about: `When Tom is back, ask him`.
  if (/[:!]|^(?:when|where|quand|ou|if|si)\b[^,]*,/.test(asked)) return false;
  const bare = asked.replace(/[?.!\s]+$/, '');
  if (KNOWS.test(bare)) return false;
  if (CERTAIN.some((form) => form.test(bare))) return true;
  return !startsWithVerb(bare) && !TOLD.test(bare) && SPOKEN.some((form) => form.test(bare));
}
