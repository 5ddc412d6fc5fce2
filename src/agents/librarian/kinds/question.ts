import { fold } from '../../../search/text/fold.js';
import { sentencesOf } from './sentences.js';

const STARTS =
  /^(?:(?:so|and|but|ok|hey|hi|et|mais|alors|bon|dis),?\s+)*(?:who|what|when|where|which|why|how|whose|is|are|was|were|do|does|did|has|have|can|could|should|will|would|qui|que|qu'|quoi|quand|ou|quel|quelle|quels|quelles|pourquoi|comment|combien|est-ce|a combien|de quand|depuis quand|jusqu'a quand|a quelle|a quel|dans quel|pour quel|sur quel|de quel|avec qui|y a-t-il|as-tu|avons-nous|peux-tu me dire|sais-tu)\b/;

/** Questions that ask to remember or to do something: `Can you note that …?` */
const REQUESTS =
  /^(?:can|could|would|will) (?:you|we) (?:please )?(?:remember|note|remind|add|save|store|keep|file|book|send|call|ask|check|write)|^(?:peux-tu|pourrais-tu|tu peux|pouvez-vous|pourriez-vous) (?:noter|retenir|me rappeler|ajouter|enregistrer|garder|classer|envoyer|appeler|verifier|demander)/;

/** Without a question mark, only these words make a question: `why did we drop the native app`. */
const CERTAIN =
  /^(?:who|what|when|where|which|why|how) (?:is|are|was|were|do|does|did|has|have|can|could|should|will|would|much|many|long|often|far|come)\b|^(?:why|who|where|when) \p{L}+ed\b|^(?:do|does|did|is|are|was|were|has|have|can|could|should|will|would) (?:i|we|you|he|she|it|they|there)\b|^(?:is|are|was|were|does|did|has) (?:the|my|our|this|that)\b|^(?:y )?(?:a|as|ai|avons|avez|ont|est|es|sont|etait|faut|doit|dois|devons|peut|peux|va|vas|vais|reste)-(?:t-)?(?:il|elle|on|nous|vous|tu|ils|elles|je|ce)\b|^(?:pourquoi|combien|comment|est-ce que|qu'est-ce|quand est-ce|ou est|ou en est|ou sont|qui est|qui sont|quel(?:le)?s? (?:est|sont|sera|etait))\b/u;

const MOST_CHARACTERS = 300;

/** True where the whole text asks something of this memory, instead of telling it. */
export function isQuestion(text: string): boolean {
  const sentences = sentencesOf(text);
  const asked = fold(sentences.at(-1) ?? '').replaceAll('’', "'");
  if (text.trim().length > MOST_CHARACTERS || sentences.length > 2 || REQUESTS.test(asked)) return false;
  if (!sentences.every((sentence) => sentence.endsWith('?')) && sentences.length > 1) return false;
  return asked.endsWith('?')
    ? STARTS.test(asked) || /-(?:t-)?(?:il|elle|on|nous|vous|tu|ils|elles|je|ce)\b/.test(asked)
    : CERTAIN.test(asked);
}
