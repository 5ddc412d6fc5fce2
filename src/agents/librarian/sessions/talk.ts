/** What a user says to an assistant that is about the work at hand: nothing of it is kept. All folded. */

/** Reactions, thanks, goodbyes, jokes, remarks about the moment. */
const REACTION =
  /^(?:(?:ok(?:ay)?|oui|non|yes|no|nope|nah|yep|yeah|go|vas[- ]?y|merci(?: beaucoup| bcp| chef| d'avance)?|thanks?(?: you| a lot)?|thx|ty|tnx|ta|cheers|bye|ciao|later|night|good night|a (?:plus|demain|bientot)|bonne (?:nuit|journee|soiree|fin de journee)|salut|coucou|hello|hi|bonjour|super|top|parfait|genial|nickel|impec(?:cable)?|excellent|great(?: stuff)?|perfect|perf|nice|cool|sweet|awesome|amazing|lovely|good(?: questions?| shout| idea)?|bonne idee|j'adore|i love (?:it|that)|love it|haha+|lol|lmao|mdr|ptdr|wow|whoa|ouf|phew|aie|oof|ugh|damn|mince|zut|oups|oops|yes+|exactement|exactly|exact|right|sure|fair|got it|compris|vu|note|noted|c'est (?:bon|beaucoup mieux|mieux|ca|gentil|note)|ca marche|works?|it works|worked|that (?:worked|works)|je vois|i see|on verra(?: (?:bien|plus tard|ca))?|we'll see|whatever|peu importe|never ?mind|laisse|bof|mouais|hm+|jsp|dunno|no idea|aucune idee|pause cafe|coffee|done|fini|thats? it(?: for today)?|that's me done|enjoy|courage|pas grave|no worries|tant pis|pas la peine|pas (?:maintenant|ce soir|aujourd'hui)|not (?:now|yet|today)|une autre fois|next time|later|plus tard|no no|non non|oui oui|right right|ok ok)(?:\s+(?:alors|then|ok|merci|thanks?|thx|so much|lol|mdr|haha|man|mate|chef|a toi|pour tout|again|pls|please|stp))?[\s,.!…:;)-]*)+$/u;

/** What the program does at the moment, and what the user is about to do in it. */
const STATUS =
  /^(?:let'?s (?:see|look|check|try|start|go on)|on (?:regarde|continue|y va|passe (?:a la suite|au suivant|au chapitre|a autre chose))|(?:ca|cela|it|this|that|now it|il|elle|the (?:test|build|app|page)s?|le (?:test|build)|tout|everything)\s+(?:still\s+|now\s+|just\s+|ne\s+|me\s+|se\s+)*(?:marche|fonctionne|plante|casse|bug(?:ge)?|tourne|compile|passe|works?|fails?|crash(?:es|ed)?|hangs?|breaks?|broke|traverse|affiche|shows?|says?|dit|looks?|seems?)\b|(?:marche|works?|worked|ran|still)\b|(?:now )?i get\b|j'ai (?:ca|cette erreur|une erreur|un (?:souci|probleme|bug|message))|i'?m (?:stuck|lost|confused|done|beat|back|off)|je (?:bloque|suis perdue?|suis la|reprends|m'y remets|reviens|file|dois y aller)|green\b|voila\b|same error|meme erreur)/u;

/** The user wonders, supposes, hesitates, or leaves it open. */
const OPEN =
  /^(?:if|what if|et si|si|unless|sauf si) |\b(?:i (?:wonder|guess|think maybe|don'?t know|dunno)|not sure|no idea|still thinking|let me (?:think|sit|see|check)|je (?:sais pas|ne sais pas|sais plus|me demande|verrai|vais voir)|j'hesite|jsp|aucune idee|peut[- ]etre|maybe|perhaps|would|could|might|pourrait|pourrais|serait|on (?:verra|en reparle|reverra)|we'?ll see|a voir)\b/u;

/** A question without its mark. */
const INVERTED =
  /^(?:is|are|was|were|does|did|can|could|should|would|has|am) (?!not\b|be\b)\p{L}|^(?:do|will) (?:i|we|you|they|he|she|it|the)\b|^.{0,60}\bon (?:dit|fait|met|ecrit) (?:comment|quoi|ou)\b/u;

/** Judgements and remarks on what was said, which tell nothing. */
const JUDGEMENT =
  /\b(?:is|are|was|est|sont|c'est|etait) (?:\p{L}+ )?(?:moche|ugly|bizarre|weird|boring|chiant|great|perfect|super|bien|nul|beau|nice|cool|funny|terrifying|brilliant|insane|crazy|full|dingue|fou|long|relou|better|mieux|bs|too (?:long|short|slow|much)|trop (?:long|court))\b|\bnot what i (?:meant|asked|wanted)\b|\bce que je (?:voulais|demandais)\b|\b(?:used to|ancienne boite|last job|previous job)\b/u;

/** Asked of the assistant, or told to it as an order for now. */
const REQUEST =
  /^(?:please |pls |stp |svp |just |now |then |maintenant |puis |ensuite )*(?:(?:can|could|would|will) (?:you|u|we)\b|i (?:want|need|would like|'d like) (?:you|a|an|some|help|to (?:see|know|understand))\b|(?:i'?m )?looking for\b|help\b|(?:tu|vous) (?:peux|pourrais|pouvez|pourriez)\b|(?:est[- ]ce que|peux|pourrais)[- ]tu\b|je (?:veux|voudrais|cherche)\b(?! pas)|j'(?:aimerais|ai besoin)\b|il me (?:faut|faudrait)\b|(?:fix|write|show|give|explain|check|look|find|run|try|do|create|generate|tell|compare|draft|list|sort|convert|translate|let me|remind|open|read|paste|commit|push|go|rerun|redo|summari[sz]e|put|add|rename|move|change|update|refactor|hold)\b|(?:fais|refais|montre|donne|ecris|regarde|essaie|essaye|corrige|explique|traduis|cherche|lance|relance|teste|dis|sors|lis|ouvre|prepare|redige|resume|calcule|liste|verifie|vas|filtre|affiche|commite|pousse|ajoute|mets|rajoute|enleve|renomme|plafonne|laisse)\b)/u;

export const isReaction = (folded: string) => folded === '' || REACTION.test(folded);
export const isStatus = (folded: string) => STATUS.test(folded);
export const isOpen = (folded: string) => OPEN.test(folded);
export const isInverted = (folded: string) => INVERTED.test(folded);
export const isJudgement = (folded: string) => JUDGEMENT.test(folded);
export const isRequest = (folded: string) => REQUEST.test(folded);
