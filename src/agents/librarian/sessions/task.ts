/** What is left to do, by the user or their people; what the assistant is to do now is a request. All folded. */

const CERTAIN = [
  /\bi(?:'?ve| have|'?ll| will)?\s+(?:also |still |really |just )*(?:gotta|(?:need|have|got|ought) to)\s+(?!know|say|admit|see|understand|ask you|have a|be able|go$|go |run$|leave|sleep|eat)\p{L}+/u,
  /^(?:still |also )*(?:gotta|(?:need|have|got) to)\s+(?!know|say|see|be able)\p{L}+/u,
  /\bi should (?!have|be|probably not)\p{L}+ .*\b(?:friday|monday|tuesday|wednesday|thursday|saturday|sunday|tomorrow|tonight|later|before|by|will do|next)\b/u,
  /^(?:to-?do|note to self|reminder|a faire|pense-bete|je note|note (?:pour moi|a moi-meme|for me))\b\s*(?:for me|pour moi)?\s*[:,–-]/u,
  /\b(?:remind me|rappelle[- ]moi)\b(?!.*\?)/u,
  /\b(?:goes|is|mets ca|c'est) (?:on|sur) (?:my|ma) (?:list|todo|liste)\b/u,
  /\b(?:il |y )?(?:me |nous )?(?:reste|restera) (?:encore |plus qu'|juste )?a \p{L}+(?:er|ir|re|oir)\b/u,
  /\b(?:il )?(?:faut|faudra|faudrait)(?: (?:aussi|encore|absolument|vraiment|bien|quand meme))* que (?:je|j')(?: |\p{L})/u,
  /\bje (?:dois|devrai|vais devoir)(?: (?:aussi|encore|absolument|quand meme|juste))* (?!filer|y aller|partir|dormir|manger|dire|avouer|savoir)(?:\p{L}+' ?)?\p{L}+(?:er|ir|re|oir)\b/u,
  /\b(?:faut|faudra|faudrait) (?:pas|surtout pas) (?:que j'oublie|oublier)\b|^(?:ne )?pas oublier\b|^penser a \p{L}+(?:er|ir|re|oir)\b|\bdon'?t (?:let me )?forget\b/u,
  /\b(?:i|we)(?:'?ll| will) (?!go with|take|keep|use|stick|stay|never|not|see|be|have|skip|drop|leave|let|think|sit|name|call it|make it)\p{L}+ .*\b(?:today|tonight|tomorrow|this (?:week|weekend|evening|afternoon)|next (?:week|month)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|monday|tuesday|wednesday|thursday|friday|saturday|sunday|before|by|myself)\b/u,
  /\b(?:will|gonna|going to) do (?:that|it|this)\b.*\b(?:today|tonight|tomorrow|later|friday|monday|this|next)\b/u,
];

const POSSIBLE = [
  /\b(?:gonna|going to) \p{L}+ .*\b(?:today|tonight|tomorrow|this (?:week|weekend|evening)|next (?:week|month)|later|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/u,
  /\bj'(?:ai encore a \p{L}+|\p{L}+erai (?:\p{L}+))|\bje (?:\p{L}+ )?\p{L}+rai\b.*\b(?:demain|semaine|mois|ce soir|week-?end|lundi|mardi|mercredi|jeudi|vendredi)\b/u,
  /\bstill needs?\b|\b(?:\p{L}+) (?:has|have|still has) to (?:sign|confirm|send|approve|check|review|answer|reply|pay|give)\b/u,
  /\bdoit (?:encore |me |nous )*(?:envoyer|confirmer|signer|repondre|valider|rappeler|donner|payer|livrer)\b/u,
  /\bwe(?:'?ve| have|'?ll| will)?\s+(?:also |still |really |just )*(?:gotta|(?:need|have|got|ought) to)\s+(?!know|say|see|understand|explain|be able)\p{L}+/u,
  /\b(?:il )?(?:faut|faudra|faudrait)(?: (?:aussi|encore|absolument|vraiment))* qu(?:e nous|'on)\b|\b(?:on|nous) (?:doit|devra|devons|va devoir) \p{L}+(?:er|ir|re|oir)\b/u,
  /\b(?:i|we)(?:'?ll| will) (?:\p{L}+ )?(?:ask|tell|call|chase|ping|email|mail|write|send|check|set|create|order|book|fix|update|talk|buy|look|add|test|contact|phone|text|go through|do (?:that|it))\b/u,
  /\bi should (?!have|be)\p{L}+/u,
  /\bje (?:vais |le |la |les |lui |leur |l'|m'en )*(?:demande|demander|appelle|appeler|relance|relancer|previens|prevenir|ecris|ecrire|envoie|envoyer|reserve|reserver|commande|commander|achete|acheter|occupe|occuper|charge|verifie|verifier|regarde|contacte|contacter|passe voir|ferai|enverrai|demanderai|appellerai|relirai|verrai avec|fais)\b(?!.*\btoujours\b)/u,
  /\b(?:on|nous) va(?:is|ons)? (?:demander|appeler|relancer|prevenir|ecrire|envoyer|reserver|commander|acheter|voir avec)\b/u,
  /\b(?:faut|faudra|faudrait)(?: (?:aussi|encore|absolument|juste))* (?!les |le |la |l'|pas )(?:me |m'|faire )*\p{L}+(?:er|ir|re|oir)\b/u,
  /\b(?:faudra|faudrait) (?:le|la|les|l'|lui|y|en)?\s?\p{L}+(?:er|ir|re|oir)\b/u,
  /\b(?:il |nous |me )?(?:manque|reste|restent) (?:encore|plus que|toujours|juste)\b/u,
  /\b(?:next steps?|prochaines? etapes?|etape suivante|reste a faire)\b/u,
  /\b(?:has|have|needs?|must|doit|doivent) (?:to )?(?:go out|be (?:sent|done|ready|in|paid|filed|ordered)|partir|etre (?:envoye|pret|fini|rendu|paye)\w*|sortir)\b/u,
  /\b(?:needs?|need) (?:to|a|an|the|new|some)\b.*\b(?:before|by (?!date|name|hand|day|size)|avant)\b|\b(?:need|needs) (?:sign[- ]?off|approval|confirmation)\b/u,
  /\b(?:on|a) (?:my|ma) (?:list|liste|todo)\b|\b(?:plus tard|later)\b ?[:,.-]+ ?\p{L}{3}/u,
  /\b(?:needs?|has|have) (?:the |its |her |his |their )?[\p{L} ]{2,30} (?:taken out|removed|rewritten|checked|updated|fixed|moved)\b/u,
];

/** Left to the assistant, or not meant as work. */
const NOT_OWN =
  /\b(?:i have to (?:say|admit)|need to know|do i (?:have|need)|have to explain|had to|avais a|pas besoin|no need|don'?t (?:need|have) to|faut que tu|il faut que vous|faut pas)\b(?!.*\b(?:que j'oublie|oublier)\b)/u;

/**
 * `I need to parse this file` is the work at hand; what is for later names a time or another person.
 */
const LATER =
  /\b(?:before|by|tomorrow|tonight|today|later|soon|next|after|once|until|this (?:week|weekend|evening|month)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|avant|demain|ce soir|plus tard|bientot|apres|d'ici|pour (?:le|la|lundi|mardi|mercredi|jeudi|vendredi)|quand|(?:lun|mar|mercre|jeu|vendre|same)di|dimanche|semaine|week-?end|mois|aupres|remind me|to-?do|list|liste|note|reste|oublie|forget|myself|moi[- ]meme)/u;
const WITH_OTHERS =
  /\b(?:call|ask|email|mail|tell|send|book|order|buy|renew|sign|talk|check with|contact|chase|ping|phone|pay|invite|remind|return|pick up|visit|register|submit|cancel|appel\p{L}*|demand\p{L}*|envo\p{L}*|reserv\p{L}*|command\p{L}*|achet\p{L}*|sign\p{L}*|contact\p{L}*|relanc\p{L}*|previen\p{L}*|prevenir|pay\p{L}*|ecri\p{L}*|voir avec|rappel\p{L}*|inscri\p{L}*|recuper\p{L}*|photocopi\p{L}*|imprim\p{L}*|reli\p{L}*|declar\p{L}*|parl\p{L}*)\b/u;

export function taskIn(folded: string): 'certain' | 'possible' | null {
  if (NOT_OWN.test(folded)) return null;
  const isObliged = CERTAIN.some((form) => form.test(folded));
  if (isObliged) return LATER.test(folded) || WITH_OTHERS.test(folded) ? 'certain' : 'possible';
  return POSSIBLE.some((form) => form.test(folded)) ? 'possible' : null;
}
