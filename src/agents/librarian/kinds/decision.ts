import { fold } from '../../../search/text/fold.js';
import type { Language } from '../../../vault/starter.js';
import { ANY_DAY, dayIn } from './day-in.js';
import { withoutOpening } from './opening.js';
import { sentencesOf } from './sentences.js';

const TAG =
  /^\s*(?:\[(?:d[ée]cision)\]|d[ée]cision(?:\s+(?:prise|made))?(?:\s+(?:for|pour|on|sur|avec|with|by|par)\s+[^:]{2,40})?\s*:)\s*/iu;

/** Verbs of choosing, as people write them after `we`: in the past, as `-ing`, and after `will`. Folded. */
const PAST =
  'decided|agreed|settled|opted|resolved|chose|chosen|picked|dropped|rejected|ruled out|went with|gone with|turned down|scrapped|ditched|abandoned|adopted|switched to|called off';
const GOING =
  'deciding|going with|going for|choosing|picking|dropping|keeping|rejecting|ruling out|turning down|scrapping|ditching|abandoning|adopting|switching to|sticking (?:with|to)|staying with|leaving out|calling off|skipping|pulling|postponing';
const PLAIN =
  'go with|go for|choose|drop|keep|stick (?:with|to)|stay with|switch to|move to|turn down|scrap|ditch|abandon|adopt|leave out|skip|no longer|use';
const DONE_FR =
  'decide|choisi|convenu|retenu|opte|tranche|acte|renonce|abandonne|ecarte|laisse tomber|mis de cote|enterine';
const NOW_FR =
  'prend(?:ra)?|mettra|utilise(?:ra)?|choisira|gardera|partirait|fait sans|supprime(?:ra)?|retire(?:ra)?|enleve(?:ra)?|remplace(?:ra)?|repousse|reporte|annule|ne fera (?:plus|pas)|abandonne|garde|part(?:ira)? sur|passe (?:a|en)|renonce a|conserve|retient|arrete|ne fait (?:plus|pas)|reste sur|laisse tomber|laisse (?:ca )?de cote|ecarte|opte pour|choisit|fera sans|ne (?:prend|garde|livre|supporte|propose)ra? (?:plus|pas)';
const MIND = 'finally|just|all|both|now|finalement|enfin|donc|plutot|du coup';

/** People who decide: the user, a team, two names. */
const DECIDERS = "(?:(?:the|le|la|les|our|notre) )?(?:[\\p{L}'-]+ ){1,5}";

const PATTERNS = [
  `^${DECIDERS}(?:(?:have|has|${MIND})\\s+)*(?:decided|chose (?:to|the|not|our|this|that)|opted|settled on|agreed (?:that|to|on)|ruled out|picked|signed off on|went with)\\b`,
  `^(?:the )?(?:[\\p{L}-]+ ){0,2}(?:final )?(?:decision|choice|verdict|choix|option)(?: (?:retenue?|finale?|prise|made|on|for|pour|sur|about))*[^:]{0,40}\\s?:`,
  `^(?:validated|approved|confirmed|agreed|cleared|valide|approuve|acte|convenu|arrete) (?:with|by|avec|par) (?:[\\p{L}'-]+ ){0,4}[\\p{L}'-]+\\s?[:,]`,
  `\\b(?:made up my mind|made (?:the|a|my|our) decision|pris (?:ma|la|notre|une|cette) decision|j'ai tranche|signed off on|it'?s (?:official|settled|final|a go)|c'?est (?:officiel|valide|arrete|entendu))\\b`,
  `^(?:finalement|au final|tout compte fait|in the end|after all|on second thoughts?|du coup),? (?:on|nous|je|we|i)\\b(?! (?:ai|a|as|avons|had|have|was|were|etait)\\b)`,
  `^(?:from now on|from today|going forward|starting (?:today|now)|desormais|dorenavant|a partir (?:de maintenant|d'aujourd'hui|de (?:lundi|demain|septembre|janvier))),? (?:on|nous|les?|la|l'|we|all|every|the|no|chaque|tous|toutes|plus)\\b`,
  `\\b(?:je|j'|on) ?(?:renonce|abandonne|arrete les|arrete le|arrete la|reste (?:au|sur|en|a|chez)|garde|passe (?:au|en|a)|prends? plutot|choisis)(?!\\p{L})`,
  `^(?:[^,:]{2,60},? )?(?:i|we)(?:'?ll| will) (?:stay|stick|use|take|host|keep|go|drop|skip|leave|ship|switch|move|limit|charge|stop|only|always|never|call it|name)\\b`,
  `\\bso \\p{L}+ it is$|\\bwe (?:ship|go with|drop|keep|use) (?:it|that|this|them)$`,
  `^(?:no|pas de|plus de|plus d'|aucun|zero) .{3,80}[,;(-]+ ?(?:we agreed|agreed|decided|decide|vu avec|valide|acte|dixit|comme convenu|as agreed|c'?est decide)`,
  `^let'?s (?!see|hope|meet|talk|say|wait)\\p{L}+`,
  `\\b(?:we|i|they|team|board|we've|i've)\\s+(?:(?:have|has|${MIND})\\s+)*(?:${PAST})\\b`,
  `^(?:${MIND})?\\s*(?:${PAST}|${GOING})\\b`,
  `\\b(?:it (?:was|is|has been)|was|is|been)\\s+(?:decided|agreed|settled)\\b`,
  `:\\s*(?:we\\s+)?(?:decided|agreed|settled|going with)\\b`,
  `\\b(?:we|i)(?:'?re| are|'?m| am)\\s+(?:(?:${MIND})\\s+)*(?:${GOING})\\b`,
  // `we're not putting both into one archive after all`
  `\\b(?:we|i)(?:'?re| are|'?m| am)\\s+(?:not|no longer)\\s+(?:going to\\s+)?\\p{L}+`,
  `\\b(?:we|i)(?:'?ll| will)\\s+(?:(?:${MIND})\\s+)*(?:${PLAIN.replace('|use', '')}|not\\s+(?:support|use|do|build|ship|offer|have))\\b`,
  `\\b(?:we|i)\\s+(?:won'?t|will not)\\s+(?:support|use|do|build|ship|offer|have|keep)\\b`,
  `\\blet'?s\\s+(?:${PLAIN}|not)\\b`,
  `^(?:adopted|rejected|adopte|rejete|retenu|ecarte|abandonne)\\s?:`,
  `\\b(?:we|i)\\s+(?:drop|keep|switch to|move to|stay with|go with)\\s`,
  `\\b(?:have|has)\\s+(?:${MIND}\\s+)?(?:agreed|decided|settled)\\b`,
  `\\b(?:a|ont) ete (?:decide|convenu|acte|arrete|retenu|tranche|valide|choisi)(?:e?s)?(?!\\p{L})`,
  `\\bthe decision (?:is|was)\\b|^(?:final (?:answer|word|call)|verdict|adr)\\b|\\bstatus\\s?: (?:accepted|rejected)`,
  `^(?:va pour\\b|plus de\\b|finalement,? (?:pas|plus) d(?:e\\b|'))`,
  // `MapLibre it is`
  `[,;:]\\s+(?:[\\p{L}\\d.-]+\\s){1,3}it is$`,
  `\\b(?:on|nous|ils|elles|j'|je|il|elle|\\p{L}{3,})\\s*(?:a|avons|ont|ai)\\s+(?:(?:${MIND})\\s+)*(?:${DONE_FR})(?:e?s)?(?!\\p{L})`,
  `^(?:(?:${MIND})\\s+)?(?:c'?est (?:decide|acte|tranche)|decide(?!\\p{L})|il est decide)(?!\\p{L})`,
  `\\bon\\s+(?:(?:${MIND})\\s+)*(?:${NOW_FR})(?!\\p{L})`,
  // Who decides is named: `le comité acte le retrait`.
  `^(?:(?:le|la|les|l')\\s?)?(?:[\\p{L}'-]+\\s){1,5}(?:acte|tranche|enterine|decide de|decide d'|renonce a|opte pour)\\s`,
  `\\bd'accord avec \\p{L}+ (?:pour|sur)\\b`,
].map((form) => new RegExp(form, 'u'));

/** True where a text states what was decided. */
export function isDecision(text: string): boolean {
  if (isTagged(text)) return true;
  const said = withoutOpening(text);
  return [said, said.replace(LABEL, ''), ...sentencesOf(said).slice(-1)].some((part) => {
    const even = fold(part)
      .replaceAll('’', "'")
      .replace(/[.!\s]+$/, '');
    if (WISHED.test(even) || PLACED.test(even)) return false;
    if (OWN_PLAN.test(even) && dayIn(part, ANY_DAY) !== null) return false;
    return PATTERNS.some((form) => form.test(even));
  });
}

/** `Faut que je passe à la poste`: nothing is decided yet. */
const WISHED =
  /\b(?:faut|faudrait|faudra|voudrais|veux|voudrait|veut|aimerais|aimerait) (?:[\p{L}]+ )?qu(?:e\b|')/u;
/** `I keep the receipts in the blue box` says where they are. */
const PLACED = /^(?:i keep|je garde) (?:[\p{L}\d'-]+ ){1,6}(?:in|at|under|behind|dans|sous|derriere|chez) /u;
/** `Je passe à la mairie demain`: with a day it is an appointment. */
const OWN_PLAN =
  /^(?:je (?:passe|reste|garde)|i(?:'?m| am|'?ll| will) (?:keep(?:ing)?|stay(?:ing)?|pick(?:ing)? (?:[\p{L}'-]+ )?up))\b/u;

/** What a text is about, before what it says: `Tidewater, agreed with Priya: …`. */
const LABEL = /^\p{L}[^.,:;!?\n]{1,40}\s?[,:]\s+/u;

/** True where it says so itself: `Decision: …`, `[décision] …`. */
export function isTagged(text: string): boolean {
  return TAG.test(text);
}

/** The title of a decision's entry, with its tag in the language of the text. */
export function decisionTitle(title: string, language: Language): string {
  return `${language === 'fr' ? '[décision]' : '[decision]'} ${title.replace(TAG, '')}`;
}

/** A text without the words that only mark it as a decision. */
export function withoutTag(text: string): string {
  return text.replace(TAG, '');
}
