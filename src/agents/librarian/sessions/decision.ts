/** What the user settled: a choice among what was on the table, or a rule for the work. All folded. */

/** Verbs of choosing, after `let's`. */
const CHOOSE_EN =
  'go with|go for|use|keep|drop|skip|call it|stick (?:with|to)|stay (?:on|with)|switch to|move to|leave out|scrap|ditch|not';
/** The same, after `on`, where it is no report of what is done as a rule. */
const CHOOSE_FR =
  "part(?:ira)? (?:sur|la[- ]dessus|avec)|fait (?:ca|comme ca)|garde(?:ra)?|oublie|laisse tomber|reste(?:ra)? (?:sur|en|avec|chez)|prend(?:ra)?|abandonne|vire|enleve|retire|supprime|remplace|passe(?:ra)? (?:a|en|sur) (?!la suite|autre chose|cote|table)|s'en passe|se passe d|loue(?:ra)?|choisit|opte|touche pas|annule|reporte|repousse|ne (?:garde|prend|met) (?:pas|plus)|met|s'arrete|arrete";
const NOT_A_LOOK =
  '(?! (?:a look|a break|a nap|it easy|care|in mind|you posted|looking|going|an eye|me|your))';

const CERTAIN = [
  /^(?:final )?(?:decision|choix)(?: (?:prise|finale?|retenue?))?\s?: ?\p{L}/u,
  new RegExp(`\\blet'?s (?:${CHOOSE_EN})\\b${NOT_A_LOOK}`, 'u'),
  /\b(?:we|i)(?:'?re| are|'?m| am| have|'?ve)? (?:all |both |finally |just |now )*(?:decided(?! to (?:have|eat|take|go|sleep|get))|agreed|chose|chosen|settled on|going with|going for|sticking (?:with|to)|staying (?:on|with)|dropping|not doing|not using|switching to|ditching|scrapping|taking it|stealing (?:it|that))\b/u,
  /^(?:decided|agreed(?= (?:with|on|that|to)\b)|staying (?:on|with)|sticking (?:with|to)|going with|dropping|keeping|scrapping)\b/u,
  new RegExp(
    `\\b(?:i|we)(?:'?ll| will) (?:go with|take|keep|use|stick|stay|drop|skip|name it|call it)\\b${NOT_A_LOOK}`,
    'u',
  ),
  /\bwe (?:support|use|ship|master|report|keep|print|host|target|drop|only)\b.*\b(?:from (?:now|here) on|from today|going forward)\b/u,
  /\b(?:prenons|partons sur|gardons|oublions|utilisons|allons[- ]y (?:pour|avec)|restons (?:sur|en|avec)|passons (?:a|en|sur) (?!la suite|autre|table)|laissons tomber|va pour)\b/u,
  /\b(?:on|nous) (?:a|avons) (?:\p{L}+ )?(?:decide|choisi|retenu|convenu|tranche|vote|opte|abandonne|valide|acte)(?:e|s|es)?(?!\p{L})|\b(?:le|la|les) \p{L}+ (?:a|ont) (?:vote|tranche|valide|decide)\b/u,
  new RegExp(
    `(?:^|\\b(?:non|donc|finalement|alors|ok|du coup|bon|oui)[, ]+|[,;:.] ?)on (?:${CHOOSE_FR})\\b`,
    'u',
  ),
  /^[^,;:?]{2,40} on (?:oublie|laisse tomber|s'en passe|garde|abandonne|vire)$/u,
  /^[^,;:?]{2,40}, [^,;:?]{2,40} on (?:oublie|laisse tomber|s'en passe|garde|abandonne|vire)$/u,
  /\bje (?:retiens (?!que|:)|choisis|pars sur|(?:la |le |les )?garde\b|prends (?:la|le|les|l'))/u,
  /^(?:finalement|au final|in the end|on second thoughts?|tout compte fait)\b.*\b(?:on|je(?! (?:comprends|vois|sais|pense|crois))|we|i(?! (?:see|think|guess|know))|let'?s|pas de|no)\b/u,
  /^(?:ce sera|ca sera|it'?s gonna be) (?!long|dur|bien|mieux|tout|hard|fine|great)\p{L}+/u,
  /\b(?:we|on|nous)\b.*\bfrom (?:now|here) on\b|\b(?:desormais|dorenavant|a partir de maintenant),? (?:on|nous|je)\b/u,
  /(?:^|\s)(?!(?:as|how|what|whatever|like|where|that's|who) )(?:[\p{L}\d-]+ ){1,2}(?<!\b(?:as|how|what|whatever|like|where|who) )it is$/u,
  /\b(?:c'est decide|c'est acte|end of discussion|on s'y tient|hard rule)\b/u,
  /^ok (?:pour|for) (?!(?:now|today|me|moi|aujourd'hui|ca|that|this)\b|l'instant)(?:le |la |les |l'|the )?\p{L}+/u,
  /\b(?:je passe|on passe) (?:mon|ma|mes|le|la|les|a|de) .*\b(?:a|de) \d/u,
];

const POSSIBLE = [
  /^(?:scratch that|forget|oublie|oublions)\b,? (?!it$|ca$|that$)\p{L}+/u,
  /\bwe (?:keep|do|don'?t|go|ship|use|stay|support|stop|start|only|host|won'?t)\b|\b(?:will|won'?t) (?:return|not|always|only|never|stay|use|show|have|keep|support)\b/u,
  /\bon (?:ne |n')\p{L}+ (?:pas|plus|jamais|que)\b|\bon (?:valide|adopte|s'arrete|limite|supporte|saute|decale|abandonne|enleve|retire)\b|\bon (?:la|le|les) (?:prend|garde|vire|enleve|met|fait)\b/u,
  /^(?:option|version|choix|choice|plan) (?:[a-d]|\d)\b/u,
  /\blet'?s (?!see|look|hope|say|wait|talk|start|continue|check|try|do the next|move on|go$|go on|recap|think)\p{L}+|\b(?:i|we) dropped\b|\bje garde\b/u,
  /\b(?:will be|sera|seront|ce sera|ca sera) (?!dark|late|fun|ok|fine|long|bien|tard|drole)\p{L}+/u,
  /\bon (?:fait|met|loue|utilise|prend|garde|touche|passe|reste|explique|fera|mettra|gardera|deploie|separe|compte)\b/u,
  /^(?:finalement|au final|in the end|on second thoughts?|tout compte fait)\b/u,
  /^(?:no|pas de|pas d'|plus de|plus d'|zero|aucune?) (?!idea|idee|clue|probleme|problem|worries|souci|need|besoin|thanks|way)\p{L}+/u,
  /\b(?:hors de question|no way|out of the question|non merci|no thanks|forget (?:the|about)|on oublie)\b/u,
  /^(?!wait|attends|uh|oh|hmm?|well|but|mais|ah)[\p{L}\d' -]{2,40} (?:yes|oui|no|non)(?:$|[,.;] )/u,
  /(?:^|[\s,.])(?:so|donc|du coup) (?!(?:i|we|je|on|it|ca|c'est|that|what|how|the|if|for|far|much|many|tu|il|elle)\b)[\p{L}\d]+/u,
  /\b(?:then|alors|du coup|instead|plutot)(?:$|,)/u,
  /\b(?:instead of|rather than|au lieu de|plutot que)\b/u,
  new RegExp(
    `^(?:${CHOOSE_EN.replace('|not', '')}|make it|take|do both|swap|replace|remove|kill|limit|cap|label|hold off|open with|start with|stay|don'?t|do not)\\b .*\\p{L}{3}`,
    'u',
  ),
  /^(?:utilise|prends|garde|vire|remplace|oublie|reste|pars|saute|limite|retire|ajoute|mets|sépare|separe)\b .*\p{L}{3}/u,
  /\bfaut (?:les|le|la|l'|pas) ?\p{L}+/u,
  /\b(?:is|are|c'est|sera) (?:for|pour|dans) (?:v\d|later|the next|plus tard|la v\d|phase)\b/u,
  /\b(?:only|not|pas|rather) (?:\p{L}+ ){1,4}(?:from|for now|pour l'instant|for the moment)\b|\b(?:for now|pour l'instant|pour le moment)\b/u,
  /\b(?:ca me va|sounds good|works for me|that works|fine by me|je prends|i'?m taking|keep (?:that|it|this)|je garde|adopte|adjuge|vendu|sold)\b/u,
  /\b(?:max|maximum|au plus|at most|minimum|pas plus|no more than)\b/u,
  /^(?:yes|oui|yep|ouais) (?:to|pour|par|avec|a|les|la|le|everything|the)\b/u,
  /\b(?:the main thing|l'essentiel|the point is|la priorite|main focus)\b/u,
  /\b(?:is|was|are|est) (?:what|ce que|ce qu'on) (?:we|on|i|je)\b/u,
  /\b(?:stays?|remains?|reste(?:nt)?) (?!to|a |plus|que|encore)\p{L}+/u,
  /\b(?:should|doit|doivent|must|has to|apparait|apparaissent|comptent?)\b .*\b(?:keep|be|not|pas|only|always|par|in|as)\b/u,
  /\b(?:is|are|he'?s|she'?s|it'?s) not (?:in|part of|going)\b/u,
  /\b(?:from (?:now|here) on|desormais|dorenavant)\b/u,
  /\b(?:minimum is|max is|we dropped|on ne supporte plus)\b/u,
];

export function decisionIn(folded: string): 'certain' | 'possible' | null {
  if (CERTAIN.some((form) => form.test(folded))) return 'certain';
  return POSSIBLE.some((form) => form.test(folded)) ? 'possible' : null;
}
