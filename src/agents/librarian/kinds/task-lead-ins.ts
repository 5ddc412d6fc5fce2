import { foldEvenly } from '../../../search/text/fold.js';
import { ANY_DAY, dayIn } from './day-in.js';
import { startsWithVerb } from './task-verbs.js';

/** Words that announce a task; what follows is its title. Folded; `when` is a part of the title that comes first. */
const LISTS =
  '(?:to-?do |task |shopping )?(?:lists?|tasks?)|(?:liste|taches)(?: de (?:taches|courses))?|to-?dos?';
const ANNOUNCED = [
  /^(?:to-?dos?|to do|tasks?|taches?|a faire|action(?: items?)?|reminder|rappel|pense[- ]?bete|(?:a )?(?:ne )?pas oublier|n'?oublie[rz]? pas|(?:don'?t|do not) forget)(?:\s*[([][^)\]]{2,40}[)\]])?(?:\s+(?:for\s+|pour\s+)?[\p{L}\d -]{2,40})?\s*(?::|\s[-–—]\s)\s*/u,
  /^to-?do\s*[([][^)\]]{2,40}[)\]]\s*:?\s*/u,
  /^to-?do\s+(?!lists?\b)(?=\p{L})/u,
  /^(?:pls |please |stp |svp |merci d'|new |nouvelle )*(?:add|ajoute[rz]?|track|note[rz]? a faire|task|tache)(?: (?:a |une )?(?:task|tache))?\s*:\s*/u,
  /^[-*+]?\s*\[ \]\s+/u,
  new RegExp(
    `^(?:(?:can|could|would|will) you |tu peux |peux-tu |pourrais-tu |please )*(?:put|add|mets|mettre|ajoute[rz]?|note[rz]?) (?:this |it |that |ca )?(?:on|to|in|a|sur|dans) (?:my|the|ma|la|mes|les) (?:${LISTS})\\s*[:,]?\\s*`,
  ),
  /^il (?:me |nous )?reste a\s*:\s*|^(?:user )?(?:asked|wants) (?:me )?to (?:keep|track|remember)[^:]{0,40}:\s*/u,
  new RegExp(`^(?:for|on|pour|sur) (?:my|the|ma|la) (?:${LISTS})\\s*[:,]\\s*`),
];

const USER = "(?:the )?user|l'utilisat(?:eur|rice)";
const STILL = '(?:(?:also|still|really|just|first|now|absolutely|probably|definitely)\\s+)*';
const ENCORE =
  '(?:(?:aussi|encore|absolument|vraiment|bien|juste|quand meme|toujours|imperativement|vite|surtout)\\s+)*';
const INFINITIVE = "(?=(?:me |te |se |s'|m'|le |la |les |l'|lui |y |en )*\\p{L}+(?:er|ir|oir|re)\\b)";

/** What somebody must do: the same words, also after what leads to them (`before I forget, I gotta …`). Folded. */
export const OBLIGATIONS = [
  /^(?:please\s+|s'?il te plait,?\s+|stp\s+|merci de\s+)?(?:(?:the )?user (?:wants|asked|asks|would like) to be reminded|remind (?:me|user|the user)|(?:me|lui) rappeler|rappelle(?:z)?[- ](?:moi|lui)|l'utilisat(?:eur|rice) (?:souhaite|veut|demande|voudrait) qu'on lui rappelle)(?<when>[^,.;:]{0,30}?)\s+(?:to\s+|de\s+|d')/u,
  /^(?:please\s+)?(?:remember|don'?t forget|do not forget|never forget|make sure|be sure|try|not to forget)\s+to\s+/u,
  new RegExp(
    `^(?:i|${USER})(?:'?ve| have|'?ll| will)?\\s+${STILL}(?:gotta\\s+|(?:needs?|ha(?:ve|s)|got|ought)\\s+to\\s+)`,
    'u',
  ),
  /^i(?:'?d| had)\s+better\s+|^i(?:'?d| would)\s+like\s+to\s+(?=try|add|change|write|build|make|learn|look|test|read|order|get|buy|book|set|fix)/u,
  new RegExp(`^(?:i|${USER})\\s+${STILL}(?:must|should)\\s+`, 'u'),
  /^(?:ne pas oublier|pas oublier|n'?oublie(?:z|r)? pas|n'?oublions pas|pense(?:r|z)?|pensons|penser aussi)\s+(?:a\s+|de\s+|d')(?!l'|la |le |les )/u,
  /^(?:il\s+)?(?:faut|faudrait|faudra)\s+(?:que\s+je\s+|absolument\s+)?pense(?:r)?\s+a\s+/u,
  new RegExp(
    `^(?:je|${USER})\\s+(?:dois|doit|devrais|devrait|vais devoir|va devoir)\\s+${ENCORE}${INFINITIVE}`,
    'u',
  ),
  new RegExp(
    `^(?:j'ai|${USER} a)\\s+(?:besoin\\s+de\\s+|a\\s+)${ENCORE}${INFINITIVE}|^(?:merci|priere)\\s+de\\s+${INFINITIVE}`,
    'u',
  ),
  /^(?:il (?:ne )?|y |(?:me|nous) )?(?:reste|manque|restera)\s+plus\s+qu'?\s?a\s+/u,
];

/** The same, at the start alone. */
const AT_START = [
  new RegExp(`^we(?:'?ve| have)?\\s+${STILL}(?:gotta\\s+|(?:need|have|got|ought)\\s+to\\s+)`, 'u'),
  new RegExp(`^we\\s+${STILL}(?:must|should)\\s+(?!be\\b|have\\b)`, 'u'),
  /^(?:still\s+)?(?:gotta\s+|(?:need|have|got)\s+to\s+)/u,
  /^still\s+need\s+(?=(?:a|an|the|some|to|new|more|two|three|\d)\b)/u,
  new RegExp(
    `^(?:(?:il\\s+)?(?:faut|faudrait|faudra)|(?:on|nous)\\s+(?:doit|devons|devrait|devra))\\s+${ENCORE}${INFINITIVE}`,
    'u',
  ),
  /^(?:can|could|would|will)\s+you\s+(?:please\s+)?|^(?:peux-tu|tu peux|pourrais-tu|tu pourrais|pouvez-vous|pourriez-vous)\s+(?:me\s+)?/u,
];
const LEAD_INS = [...ANNOUNCED, ...OBLIGATIONS, ...AT_START];

/** The same, where the words are needed to read the title. */
export const STATED = [
  /^(?:il\s+)?(?:faut|faudrait|faudra)\s+(?:(?:vraiment|absolument|aussi|encore|bien|quand meme|surtout|vite)\s+)*qu/u,
  /^(?:ne\s+)?pas\s+oublier\b|^n'?oublie(?:z|r|ns)?\s+pas\b|^(?:don'?t|do not|(?:don'?t|do not) let me)\s+forget\b|^penser\s+(?:a|au|aux)\b/u,
  /\b(?:needs? to be|has to be|have to be|must be)\s+\p{L}+(?:ed|en|nt|lt)\b/u,
  /[-–—([,]\s*(?:to-?do|a faire)[)\]]?$/u,
  /\b(?:reste|restent)\s+a\s+\p{L}+(?:er|ir|re)\b/u,
  /^(?:it|he|she|they|someone|somebody|one of us|\p{L}+)\s+(?:still\s+)?(?:needs?|has|have)\s+to\s(?!be\b|do with\b)/u,
  /^(?:quelqu'un|on|il faudrait que quelqu'un)\s+(?:doit|devrait|devra)\s/u,
  /^(?:could|can)\s+do\s+with\s/u,
  /^let\s+(?!me\b|us\b|it\b|them\b)(?:[\p{L}'-]+\s+){1,4}know\b/u,
  /^(?:(?:liste de )?courses|shopping(?: list)?|groceries|grocery list|(?:a )?acheter|(?:to )?buy)\s?:[ \t]+\S/u,
  /^(?:a (?:lire|voir|regarder|ecouter|tester|essayer)|to (?:read|watch|listen to|try|check))\s?:[ \t]+\S/u,
  /^https?:\/\/\S+\s+(?:[-–—:(]\s*)?(?:a (?:lire|voir|regarder|ecouter|tester|essayer)|to (?:read|watch|listen to|try|check))\b/u,
];

/** Labels behind which an imperative is advice, not something to do. */
const NO_TASK =
  /^(?:idea|idee|thought|reflexion|done|fait|termine|fini|finished|fix(?:ed)?|solution|tip|astuce|conseil|recipe|recette|rule|regle|error|erreur|cause|workaround|contournement|how|comment|method|methode|summary|resume|link|lien|decision|decided|choix|procedure|rappel technique|note|conversation|preferences?|agreed|validated|valide|adopted|rejected|settled)\b/u;
/** A label that says only that something follows. */
const ANNOUNCES =
  /^(?:(?:the|les?|my|mes|two|three|four|deux|trois|quatre|\d+|several|plusieurs|quelques|some|a few|other|autres?|next|prochaines?)\s+)*(?:things?|choses?|tasks?|taches?|items?|points?|steps?|etapes?|actions?|follow[- ]?ups?|suite|reste|remaining|list|liste)\b/u;
const LABEL = /^(?<frame>[^.:;!?\n]{2,60}?)\s?:\s+(?=\S)/u;
/** A time or a condition in front: `d'ici vendredi, boucler …`, `Once Tom is back, ask …`. */
const CONDITION =
  /^(?:if|when|once|before|after|until|by|on|for|next|then|as soon as|some ?day|one day|today|tonight|tomorrow|this|at some point|later|asap|when (?:i|you) (?:can|have)|d'ici|avant|apres|quand|des|pour|a l'occasion|si|un jour|demain|ce soir|ce week-?end|cette|des que|lorsque|plus tard|au retour|en rentrant|au passage|a terme|prochaine|(?:lun|mar|mercre|jeu|vendre|same)di|dimanche|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/u;
const CLAUSE = /^(?<frame>[^.:;!?\n]{2,70}?),\s+(?:then\s+|please\s+|alors\s+)?(?=\S)/u;

/** What stands before the title of a task: its length, and the words for a day in it, which each of the tasks needs. */
interface LeadIn {
  length: number;
  when: string;
  /** Words of the user's own before a colon: `Groceries`. */
  label?: string;
}

/** The words that announce a task at the start of a text; length 0 where none do. */
export function leadIn(text: string): LeadIn {
  const start = text.trim();
  const folded = foldEvenly(start);
  for (const form of LEAD_INS) {
    const match = form.exec(folded);
    if (match === null) continue;
    const when = match.groups?.when ?? '';
    const at = match[0].lastIndexOf(when);
    return { length: match[0].length, when: when === '' ? '' : start.slice(at, at + when.length).trim() };
  }
  return label(start, folded);
}

/** `Pour demain : relire …`, `Next step for the atlas: send …` */
function label(start: string, folded: string): LeadIn {
  const match = LABEL.exec(folded);
  const none = { length: 0, when: '' };
  if (match === null || NO_TASK.test(folded) || !startsWithVerb(start.slice(match[0].length))) return none;
  const frame = start.slice(0, match.groups!.frame!.length);
  const named = dayIn(frame, ANY_DAY);
  return {
    length: match[0].length,
    ...(named === null
      ? { when: '', label: ANNOUNCES.test(folded) ? '' : frame }
      : { when: frame.slice(named.start, named.end) }),
  };
}

/** The length of a condition or a time before what to do, which the title needs; 0 where there is none. */
export function conditionLength(text: string): number {
  const start = text.trim();
  const folded = foldEvenly(start);
  const match = CLAUSE.exec(folded);
  if (match === null || !CONDITION.test(folded)) return 0;
  return startsWithVerb(start.slice(match[0].length)) ? match[0].length : 0;
}
