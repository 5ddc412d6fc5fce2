import { fold } from '../../../search/text/fold.js';
import { withoutOpening } from './opening.js';
import { sentencesOf } from './sentences.js';

const ASKING_WORD =
  "who|what|when|where|which|why|how|whose|qui|que|quoi|quand|quels?|quelles?|pourquoi|comment|combien|est-ce|qu'est-ce";

const STARTS = new RegExp(
  `^(?:(?:and|but|et|mais|dis),?\\s+)*(?:${ASKING_WORD}|is|are|was|were|do|does|did|has|have|can|could|should|will|would|qu'|ou|a combien|de quand|depuis quand|jusqu'a quand|a quelle|a quel|dans quel|pour quel|sur quel|de quel|avec qui|y a-t-il|as-tu|avons-nous|sais-tu)\\b`,
);

/** Questions that ask for words, among those that ask somebody to do something: `Can you tell me when …?` */
const ASKS_TO_BE_TOLD =
  /^(?:(?:can|could|would|will) (?:you|we) (?:please )?|(?:peux-tu|pourrais-tu|tu peux|tu pourrais|pouvez-vous|pourriez-vous) (?:me )?)(?:tell|find|show|give|list|explain|summari[sz]e|look up|check (?:when|what|who|how|if)|dire|trouver|retrouver|montrer|donner|lister|expliquer|resumer)\b/;
const REQUESTS =
  /^(?:can|could|would|will) (?:you|we) |^(?:peux-tu|pourrais-tu|tu peux|tu pourrais|pouvez-vous|pourriez-vous) /;

const PRONOUN = 'i|we|you|he|she|it|they|there|the|my|our|this|that';
/** Without a question mark, only these words make a question: `why did we drop the native app`. */
const CERTAIN = [
  /^(?:who|what|when|where|which|why|how) (?:is|are|was|were|do|does|did|has|have|can|could|should|will|would|much|many|long|often|far|come)\b|^(?:why|who|where|when) \p{L}+ed\b/u,
  new RegExp(
    `^(?:do|did|can|could|should|will|would|have) (?:i|we|you|he|she|it|they|there)\\b|^(?:is|are|was|were|does|has) (?:${PRONOUN})\\b|^did (?:my|our|this|that)\\b`,
  ),
  // `has Tidewater paid`: what follows is no participle, so it is the subject.
  /^(?:has|does) (?!been|not|to|an?\b|no\b|gone|had|\p{L}+ed\b)[\p{L}-]+ \p{L}/u,
  /^(?:any|une) (?:idea|news|clue|word|idee|nouvelle)s? (?:on|of|about|why|what|when|who|how|where|if|whether|de|du|sur|pourquoi|quand|qui|ou|si)\b/,
  /^(?:do you |tu )?(?:know|remember|remind me|tell me|sais|te souviens|rappelle-moi|dis-moi) (?:de )?(?:who|what|when|where|which|why|how|qui|quand|ou|quoi|combien|comment|pourquoi|quels?|quelles?|ce que|ce qu'|si)\b/,
  /^je (?:ne )?(?:sais|me souviens|me rappelle) plus (?:combien|quand|qui|ou|quoi|comment|pourquoi|quel(?:le)?s?|si|ce que|ce qu')\b|^i (?:forgot|forget|can'?t remember|don'?t remember) (?:who|what|when|where|which|why|how|if)\b/,
  /^(?:dans|a|de|pour|sur|avec|en|par) quel(?:le)?s? /,
  /^(?:y )?(?:a|as|ai|avons|avez|ont|est|es|sont|etait|faut|doit|dois|devons|peut|peux|va|vas|vais|reste)-(?:t-)?(?:il|elle|on|nous|vous|tu|ils|elles|je|ce)\b/,
  /^(?:pourquoi|combien|comment|est-ce que|est-ce qu'|qu'est-ce|quand est-ce|ou est|ou en est|ou sont|qui est|qui sont|quel(?:le)?s? (?:est|sont|sera|etait))\b/,
  // Spoken French asks at the end, or in the middle: `c'est quand déjà la réunion`, `il en reste combien`.
  /^(?:[\p{L}' -]{2,40} )?c'?(?:est|etait) (?:quand|qui|quoi|ou|combien|comment|quel(?:le)?s?)\b/u,
  /\b(?:quand|combien|quoi|comment) (?:deja|encore)?$|\b(?:est|sont|en est|on en est) ou(?: deja)?$/,
];

const MOST_CHARACTERS = 300;

/** True where the whole text asks something of this memory, instead of telling it. */
export function isQuestion(text: string): boolean {
  const sentences = sentencesOf(withoutOpening(text));
  const asked = fold(sentences.at(-1) ?? '').replaceAll('’', "'");
  if (text.trim().length > MOST_CHARACTERS || sentences.length > 2) return false;
  if (ASKS_TO_BE_TOLD.test(asked)) return true;
  if (REQUESTS.test(asked)) return false;
  if (!sentences.every((sentence) => sentence.endsWith('?')) && sentences.length > 1) return false;
  if (CERTAIN.some((form) => form.test(asked.replace(/[?.!\s]+$/, '')))) return true;
  return asked.endsWith('?') && (STARTS.test(asked) || INSIDE.test(asked));
}

/** `Loïc voulait quelle météo ?`, `elle vient-elle ?` */
const INSIDE = new RegExp(
  `(?<![\\p{L}'-])(?:${ASKING_WORD.replace('que|', '').replace('qui|', '')})(?![\\p{L}-])|-(?:t-)?(?:il|elle|on|nous|vous|tu|ils|elles|je|ce)\\b`,
  'u',
);
