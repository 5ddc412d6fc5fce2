/** How a user wants an assistant to work, or how they always work themselves. All folded. */

const LANGUAGES = 'english|french|german|spanish|anglais|francais|allemand|espagnol';
const ASK = '(?:please|pls|plz|stp|svp|s.il te plait|s.il vous plait)';

/** Said as a rule to the assistant. */
const CERTAIN = [
  new RegExp(`^(?:${ASK} |also |and |et )*(?:always|never|toujours|jamais|ne jamais)\\b`, 'u'),
  new RegExp(`[,;:(] ?(?:always|never|ever|toujours|jamais)(?: ${ASK})?$`, 'u'),
  new RegExp(
    `\\b${ASK}[, ]+(?:always|never|toujours|jamais)\\b|\\b(?:always|never|toujours|jamais)\\b.*\\b${ASK}(?!\\p{L})`,
    'u',
  ),
  new RegExp(`^(?:${ASK},? )*(?:stop|quit) (?:\\p{L}+ing|with)\\b`, 'u'),
  new RegExp(
    `^(?:${ASK},? )*(?:arrete|arretez|cesse|cessez|evite|evitez|evite-moi)\\b,? (?:de |d'|avec |tes |toutes? )`,
    'u',
  ),
  /^evite(?:z|-moi)? (?:les|le|la|l')/u,
  /\b(?:only|always|plutot|toujours|just) with me$|(?<!d'accord )\bavec moi$/u,
  /\b(?:la prochaine fois|les prochaines fois|a l'avenir|in (?:the )?future)(?:$|,)|^(?:la prochaine fois|a l'avenir|in (?:the )?future|next time),? /u,
  new RegExp(
    `^(?:(?:write|answer|reply|code|speak|comment|ecris|reponds|parle|commente|redige)\\w*\\b.*|.*\\b(?:commits?|comments?|commentaires|docs?|code|reponses?|answers?)\\b.*)\\b(?:in|en) (?:british |american |plain |simple )*(?:${LANGUAGES})\\b`,
    'u',
  ),
  /^(?:tutoie|vouvoie)\b|\bme (?:vouvoyer|tutoyer)\b|\bon (?:se|peut se) tutoie/u,
];

/** Words of form and manner: an order about them is about how to work. */
const MANNER =
  'tone|ton|jargon|emojis?|smileys?|flatterie|bullet points?|bullets|prose|units?|unites|metric|style|semicolons?|points?-virgules?|commits?|comments?|commentaires|summary|summaries|resumes?|explanations?|explications?|answers?|reponses?|paragraphs?|headings?|titres?|tables?|tableaux|puns?|drafts?|spelling|orthographe|formatting|mise en forme|phrases|sentences|quantit(?:y|ies|es)|measurements?|mesures|montants?|amounts?|numbers?|nombres|decimals?|citations?|vocabulary|vocabulaire|metaphors?|metaphores?|adverbs?|adverbes|words|mots|em ?dashes|dashes|tirets(?: cadratins)?|guillemets|listes?(?: a puces)?|short(?:er)?|court(?:e|es|s)?|concise?|lower ?case|upper ?case|minuscules|majuscules';
const POSSIBLE = [
  /\b(?:i'?d rather you|i (?:want|like|need) you to|no need to explain|pas besoin de m'expliquer|je (?:veux|voudrais) que tu|je (?:veux|voudrais) des (?:reponses|phrases|textes))\b/u,
  /^(?:don'?t|do not) \p{L}+ .*\b(?:unless|until|without|before) (?:i|asking|you ask)\b|^ne \p{L}+ (?:pas|jamais|rien) .*\b(?:sans|avant|sauf)\b/u,
  /\b(?:dans mes|in my) (?:textes|texts?|code|notes|mails?|emails?|docs?|documents?)\b/u,
  /^(?:don'?t|do not|never|ne|n')\b.*\b(?:my|me|mes|mon|ma)\b/u,
  /\b(?:i|je|j')\s*(?:really |vraiment |always )?(?:hate|prefer|can'?t stand|prefere|deteste|n'aime pas|aime pas|supporte pas)\b/u,
  /\b(?:when(?:ever)? you|quand tu|quand vous|chaque fois que|each time you|every time you|whenever we) (?:\p{L}+)/u,
  /\b(?:a chaque fois|each time|every time|la prochaine fois|with me|avec moi|chez moi)\b/u,
  new RegExp(`^(?:just|only|juste|seulement|uniquement|que) (?:\\p{L}+ ){0,3}(?:${MANNER})\\b`, 'u'),
  new RegExp(`\\b(?:${MANNER})\\b.* (?:only|uniquement|seulement|${ASK})(?!\\p{L})`, 'u'),
  new RegExp(
    `^(?:use |no |pas de |pas d'|plus de |sans |without |moins de |less |fewer |avoid |keep |too many |trop de )(?:\\p{L}+ ){0,2}(?:${MANNER})\\b`,
    'u',
  ),
  new RegExp(`^(?:\\p{L}+ ){0,2}(?:${MANNER})\\b.*(?::|;| not | pas | instead | only| plutot)`, 'u'),
  /\b(?:only|uniquement), no\b|\bsinon rien\b|\bet rien d'autre\b|\band nothing else\b/u,
  /\b(?:i|je|j') ?(?:\p{L}+ ){0,2}(?:always|toujours|never|jamais)\b/u,
  /\b(?:me|moi)\b.*\b(?:not|instead of|plutot que)\b/u,
  /\b(?:are|is) fine (?:when|if|for)\b|\b(?:drives? me nuts|m'enerve|m'agace|makes? my eyes|over ?edit)\b/u,
  /\bnever (?:again|doing|using)\b|\bplus jamais\b|\b(?:always|toujours|never|jamais)\b/u,
];

/** The past is no rule: `we have always done it`. */
const TOLD =
  /\b(?:on a|nous avons|we have|we've|i've|i have|j'ai|ils|they|elle|(?<!s')il|she|he|has|had|was|were|etait|happens?|this|that's|ca|c'est|why|going to|never (?:had|saw|seen|worked|heard|thought|knew|mind)|jamais (?:vu|entendu|eu|fait|utilise|compris)|toujours (?:pas|rien)|still)\b/u;

export function preferenceIn(folded: string): 'certain' | 'possible' | null {
  if (/\bnever ?mind\b|\btoujours (?:pas|la|le meme|aussi)\b/u.test(folded)) return null;
  if (CERTAIN.some((form) => form.test(folded))) return TOLD.test(folded) ? 'possible' : 'certain';
  return POSSIBLE.some((form) => form.test(folded)) && !TOLD.test(folded) ? 'possible' : null;
}
