import { fold } from '../../../search/text/fold.js';
import { withoutOpening } from './opening.js';

/** A section of the profile. */
export type ProfileSection = 'identity' | 'work' | 'people' | 'preferences';

/** A birthday on Saturday is a party. */
const NO_DAY =
  '(?!.*\\b(?:tomorrow|tonight|demain|ce soir|(?:lun|mar|mercre|jeu|vendre|same)di|dimanche|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\\b)';
/** Not a letter of theirs: `Mail de Sophie : Bonjour, …`. */
const MAIL = 'e-?mail(?=.*@)|mail(?=.*@)';
const CONTACT = `birthday|(?:new )?(?:phone|mobile|${MAIL}|email address|address|phone number|number)`;
const CONTACT_FR = `anniversaire|(?:nouveau |nouvelle )?(?:${MAIL}|adresse(?: mail| e-?mail)?|numero(?: de telephone)?|telephone|portable)`;

/** What one can own or be, that a profile holds. Folded. */
const ATTRIBUTES = {
  work: 'daily rate|hourly rate|rate|job|company|employer|business|working hours|office|siret|vat number|tarif journalier|tarif horaire|tarif|metier|poste|entreprise|employeur|bureau|horaires',
  identity:
    'name|age|birthday|birth date|date of birth|address|phone|phone number|number|mobile|email|e-mail|mail|email address|blood type|blood group|nationality|native language|language|time ?zone|passport number|nom|prenom|anniversaire|date de naissance|adresse|telephone|numero|numero de telephone|portable|groupe sanguin|nationalite|langue maternelle|langue|fuseau horaire',
  people:
    'wife|husband|partner|mother|father|mum|mom|dad|sister|brother|son|daughter|kid|kids|children|child|boss|manager|doctor|gp|vet|therapist|godmother|godfather|nephew|niece|cousin|flatmate|emergency contact|contact|dentist|accountant|lawyer|landlord|cat|dog|friend|neighbour|medecin traitant|veterinaire|parrain|marraine|neveu|niece|cousine?|coloc|contact d.urgence|femme|mari|compagne|compagnon|mere|pere|maman|papa|soeur|frere|fils|fille|enfants?|chef|patron|medecin|dentiste|comptable|avocat|proprietaire|chat|chien|ami|amie|voisin|voisine',
  preferences:
    'airport|coffee|keyboard|editor|favourite \\S+|favorite \\S+|preferred \\S+|preference|shoe size|size|diet|taille|pointure|\\S+ prefere|\\S+ preferee|regime',
} as const;

const PATTERNS: readonly (readonly [ProfileSection, RegExp])[] = [
  ...(['work', 'people', 'identity', 'preferences'] as const).map(
    (section) =>
      [
        section,
        new RegExp(
          `^(?:my|our|mon|ma|mes|notre|nos)\\s+(?:[\\p{L}-]+ ){0,2}(?:${ATTRIBUTES[section]})\\b[^.?!]{0,60}?(?:\\b(?:is|are|was born|lives?|works?|c?'?est|sont|s'appelle|habite|passe a|vaut|called)\\b|\\s?:|'s? (?:${CONTACT})\\b)`,
          'u',
        ),
      ] as const,
  ),
  ['people', new RegExp(`^[\\p{L}-]+(?: [\\p{L}-]+)?'s (?:${CONTACT})\\b${NO_DAY}`, 'u')],
  ['people', new RegExp(`^(?:l'|le |la )?(?:${CONTACT_FR}) (?:de |d')${NO_DAY}`, 'u')],
  [
    'preferences',
    /^(?:i|je|j')\s*(?:really |always |vraiment |strongly )?(?:prefer|like|love|hate|dislike|enjoy|can't stand|prefere|aime|adore|deteste|n'aime pas|ne supporte pas)\b/,
  ],
  [
    'preferences',
    /^i(?:'?ve| have)? (?:gone|become|turned|been|quit|stopped|given up|gave up) (?:a )?(?:vegetarian|vegan|pescatarian|gluten|dairy|sober|smoking|drinking|eating|coffee|sugar|meat|alcohol)/,
  ],
  [
    'preferences',
    /^j'?(?:ai|e suis) (?:devenue? |arrete (?:de |le |la |l'|les )?|passee? a )(?:vegetarien|vegan|sans|fumer|boire|manger|cafe|sucre|viande|alcool)/,
  ],
  [
    'preferences',
    /^i(?: am|'?m)\s+(?:very |severely |lactose )?(?:allergic|intolerant|vegetarian|vegan|left-handed|colou?r-?blind|pescatarian|diabetic|gluten)/,
  ],
  [
    'preferences',
    /^je suis\s+(?:tres |severement )?(?:allergique|intolerant|vegetarien|vegan|gauch|daltonien|diabetique)/,
  ],
  [
    'preferences',
    /^(?:i|je|j')\s*(?:always|never|usually|ne\s+\p{L}+\s+(?:jamais|pas|plus)|n'\p{L}+\s+(?:jamais|pas|plus)|\p{L}+\s+toujours)\b/u,
  ],
  [
    'preferences',
    /^(?:please )?(?:always|never|don'?t|do not|no longer)\s+(?:ever )?(?:answer|reply|write|use|call|send|address|give|show|ask|suggest|format|speak|book|schedule)\b/,
  ],
  ['preferences', /^(?:please )?(?:answer|reply|write|speak|address|call) (?:to )?me\b/],
  [
    'preferences',
    /^(?:toujours|ne jamais|jamais)\s+(?:me\s+)?(?:repondre|ecrire|utiliser|appeler|envoyer|proposer)\b|^(?:reponds|ecris|appelle|tutoie|vouvoie|parle)-moi\b/,
  ],
  // What somebody is, wears, uses or does as a rule.
  [
    'preferences',
    /^(?:i(?: am|'?m)|je suis)\s+(?:\p{L}+ )?(?:left|right|gaucher|gauchere|droitier|droitiere|myope|short-?sighted|dyslexi|insomnia|matinale?|vegetalien|celiac|coeliaque|lactose)/u,
  ],
  [
    'preferences',
    /^(?:i (?:use|wear|take|drink|eat|run|drive|bank with|sleep|work best)|j'utilise|je (?:porte|chausse|mesure|pese|roule|prends|bosse|me leve|me couche)|i(?:'m| am) (?:\d|a size))\b(?!.*\b(?:today|tomorrow|yesterday|this|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|demain|hier|ce soir|ce matin|aujourd'hui|(?:lun|mar|mercre|jeu|vendre|same)di)\b)/u,
  ],
  [
    'preferences',
    /^(?:en general|d'habitude|generalement|usually|normally|most days|as a rule),? (?:je|j'|i)\b/,
  ],
  ['preferences', /^(?:allergique|intolerante?|allergic|intolerant) (?:a|aux?|to)\b|,? moi$/],
  [
    'preferences',
    /^(?:je (?:travaille|bosse|mange|dors|lis|prefere)) (?:surtout|plutot|toujours|mieux|en general|souvent|le|du)\b/,
  ],
  [
    'preferences',
    /^(?:please |merci de |stp )?(?:answer|reply|respond|write|speak|talk|repondre|reponds|ecris|parle)(?: to me| moi)? (?:in|en) (?:english|french|anglais|francais)/,
  ],
  [
    'people',
    /^(?:we|on|nous) (?:have|(?:have|'ve) got|a|avons) (?:\d+|an?|two|three|une?|deux|trois) (?:\p{L}+ )?(?:kids?|child(?:ren)?|sons?|daughters?|cats?|dogs?|rabbits?|enfants?|fils|filles?|chats?|chatte|chiens?|lapins?)\b/u,
  ],
  [
    'preferences',
    /^(?:i|je|j')\s*(?:don't|do not|ne)\s+(?:like|want|eat|drink|mange|bois|veux|travaille|prends|work|take|use|have|own|fly|drive|fais)\b/,
  ],
  [
    'identity',
    /^(?:i|je|j')\s*(?:live|grew up|was born|come from|am from|moved to|speak|also speak|am called|habite|vis|suis ne|viens de|demenage|parle|m'appelle|ai \d+ ans)\b/,
  ],
  [
    'preferences',
    /^(?:i have|i've got|j'ai) (?:an? |une? )?(?:[\p{L}-]+ ){0,2}(?:allerg(?:y|ies?)|intolerance|phobi[ae]|diabetes?|asthm[ae])\b/u,
  ],
  [
    'people',
    /^(?:i have|i've got|j'ai) (?:\d+|an?|two|three|four|une?|deux|trois|quatre) (?:\p{L}+ )?(?:kids?|child(?:ren)?|sons?|daughters?|brothers?|sisters?|cats?|dogs?|enfants?|fils|filles?|freres?|soeurs?|chats?|chiens?)\b/u,
  ],
  ['identity', /^(?:i(?:'m| am) (?:called|\d+ years old|from))\b/],
  ['work', /^(?:i|je)\s+(?:work|travaille)\s+(?:as|for|at|from|in|comme|pour|chez|a|de|en)\b/],
  [
    'people',
    /^[\p{L}-]+ is my (?:new )?(?:wife|husband|partner|mother|father|sister|brother|son|daughter|boss|manager|doctor|gp|vet|therapist|godmother|godfather|nephew|niece|cousin|flatmate|emergency contact|contact|dentist|accountant|lawyer|landlord|friend|neighbour|colleague)\b/u,
  ],
  [
    'people',
    /^[\p{L}-]+ est (?:mon|ma|notre) (?:nouveau |nouvelle )?(?:femme|mari|compagne|compagnon|mere|pere|soeur|frere|fils|fille|chef|medecin|dentiste|comptable|avocate?|proprietaire|amie?|voisine?|collegue)\b/u,
  ],
];

/** How assistants speak of the user: whatever is said of them lasts, unless they said or did something. */
const SAID_OF_USER =
  /^(?:the )?user (?!(?:is|was|has)? ?(?:asked|asking|asks|wants? to (?:be reminded|know)|would|chose|picked|agreed|said|says|wants? me to|reported|mentioned|noted|confirmed|confirms|decided|found|fixed|working|sent|needs? to|flow|story|stories|interface|test|research|account|guide|manual)\b)(?:(?:strongly|really|always|never|usually|often|mostly) )?(?!has\b)(?:\p{L}+s|is|does not|doesn'?t|can'?t|cannot)\b|^(?:the )?user'?s (?:name|birthday|address|phone|number|mail|e-?mail|time ?zone|job|role|preferred|favou?rite|pronouns|language|diet)\b|^l'utilisat(?:eur|rice) (?!(?:souhaite|veut|demande) qu'on lui rappelle|demande (?:quand|qui|ou|si|combien|comment|pourquoi|ce que|quel))(?:(?:ne |n')?(?:prefere|souhaite|demande|vit|dort|joue|prend|possede|aime|adore|deteste|veut|evite|est|habite|travaille|parle|utilise|mange|boit|supporte))\b|^(?:(?:the )?user(?:'s)? )?(?:preferences?)\s?:/u;

/** What lasts of a person, whoever it is. Folded, behind their name. */
const LASTS =
  "(?:is |est )?(?:allergi(?:c|que)|intoleran|vegetari|vegan|diabeti|gaucher|left-handed|gluten)|(?:(?:really|always|never|ne|n'|ne pas) ?)?(?:prefers?|prefere|likes?|loves?|hates?|dislikes?|aime|adore|deteste|ne (?:mange|boit|supporte)|n'aime|doesn'?t (?:like|eat|drink)|can'?t (?:stand|eat))\\b|(?:vient d'avoir|a eu|a|just turned|turned|is|is now) \\d+(?: ans| years| today|$)|(?:chausse|mesure|pese|fait du|joue|plays|wears|rentre en|entre en|est en|is in|starts?|goes to|va a|est a)\\b(?= \\p{L}*\\d|.*\\b(?:cp|ce1|ce2|cm1|cm2|college|lycee|school|ecole|maternelle|creche|size|judo|piano|football|foot|taille|du \\d+|class|year \\d)\\b)|(?:s'appelle|habite|vit a|lives in|works (?:at|for|as)|travaille (?:chez|pour|comme)|is left-handed|a demenage|moved to)\\b|(?:(?:now )?(?:teaches|studies|speaks)|enseigne|etudie|apprend|bosse|\\p{L}+e (?:maintenant|desormais)|now \\p{L}+s)\\b|(?:changed jobs|has changed jobs|retired|a pris sa retraite)|(?:has|a) (?:a new|un nouveau|une nouvelle|change de) (?:job|number|phone|address|poste|numero|telephone|adresse)";
const OF_PERSON = new RegExp(`^(?<person>\\p{L}[\\p{L}-]+) (?:${LASTS})`, 'u');

/** A number or an address to reach somebody. */
const REACHED_BY =
  /(?:\b(?:phone|mobile|cell|tel|telephone|number|line|ligne|whatsapp|signal|portable|fixe|numero|joignable|reach(?:able|ed)?|e-?mail|mail|adresse|address)\b|:).*?(?:(?<![\d-])(?:\+\d|0\d)[\d .-]{7,}\d|\S+@\S+\.\S+)/u;
const MOST_CONTACT = 100;

const LEAD_IN =
  /^(?:(?:please\s+)?(?:remember|note|know|keep in mind|for the record|fyi)(?:\s+that|,|:)?|(?:retiens?|retenez|note[sz]?|sache|souviens-toi|pour info|à savoir)(?:\s+(?:bien\s+)?que|\s+qu'|,|\s?:)?)\s+/iu;

/** The section of the profile that a text belongs to; null where it is no lasting fact about the user or their people. */
export function profileSection(text: string): ProfileSection | null {
  const stated = statedIn(text);
  if (SAID_OF_USER.test(stated)) return 'preferences';
  const own = PATTERNS.find(([, form]) => form.test(stated))?.[0];
  if (own !== undefined) return own;
  if (OF_PERSON.test(stated)) return 'people';
  return stated.length <= MOST_CONTACT && REACHED_BY.test(stated) ? 'people' : null;
}

/** The person of whom a text says something that lasts (`Marie préfère …`); null for the user, and for contact data. */
export function personIn(text: string): string | null {
  const stated = statedIn(text);
  if (SAID_OF_USER.test(stated) || PATTERNS.some(([, form]) => form.test(stated))) return null;
  return OF_PERSON.exec(stated)?.groups?.person ?? null;
}

/** Folded. What an assistant says the user has is read as if they said it: an allergy lasts, a call on Friday does not. */
function statedIn(text: string): string {
  const stated = fold(withoutLeadIn(text)).replaceAll('’', "'");
  return stated.replace(/^(?:the )?user has\b/u, 'i have').replace(/^l'utilisat(?:eur|rice) a\b/u, "j'ai");
}

/** The fact itself, without `Remember that`. */
export function withoutLeadIn(text: string): string {
  return withoutOpening(text).trim().replace(LEAD_IN, '');
}
