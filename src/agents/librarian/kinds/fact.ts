import { fold } from '../../../search/text/fold.js';

/** A section of the profile. */
export type ProfileSection = 'identity' | 'work' | 'people' | 'preferences';

/** What one can own or be, that a profile holds. Folded. */
const ATTRIBUTES = {
  work: 'daily rate|hourly rate|rate|job|company|employer|business|working hours|office|siret|vat number|tarif journalier|tarif horaire|tarif|metier|poste|entreprise|employeur|bureau|horaires',
  identity:
    'name|age|birthday|birth date|date of birth|address|phone|phone number|number|mobile|email|e-mail|mail|email address|blood type|blood group|nationality|native language|language|time ?zone|passport number|nom|prenom|anniversaire|date de naissance|adresse|telephone|numero|numero de telephone|portable|groupe sanguin|nationalite|langue maternelle|langue|fuseau horaire',
  people:
    'wife|husband|partner|mother|father|mum|mom|dad|sister|brother|son|daughter|kid|kids|children|child|boss|manager|doctor|dentist|accountant|lawyer|landlord|cat|dog|friend|neighbour|femme|mari|compagne|compagnon|mere|pere|maman|papa|soeur|frere|fils|fille|enfants?|chef|patron|medecin|dentiste|comptable|avocat|proprietaire|chat|chien|ami|amie|voisin|voisine',
  preferences:
    'favourite \\S+|favorite \\S+|preferred \\S+|preference|shoe size|size|diet|taille|pointure|\\S+ prefere|\\S+ preferee|regime',
} as const;

const CONTACT = 'birthday|(?:new )?(?:phone|mobile|e-?mail|mail|email address|address|phone number|number)';
const CONTACT_FR =
  'anniversaire|(?:nouveau |nouvelle )?(?:mail|e-?mail|adresse(?: mail| e-?mail)?|numero(?: de telephone)?|telephone|portable)';

const PATTERNS: readonly (readonly [ProfileSection, RegExp])[] = [
  ...(['work', 'people', 'identity', 'preferences'] as const).map(
    (section) =>
      [
        section,
        new RegExp(
          `^(?:my|mon|ma|mes)\\s+(?:new |nouveau |nouvelle )?(?:${ATTRIBUTES[section]})\\b[^.?!]{0,60}?(?:\\b(?:is|are|was born|lives?|works?|est|sont|s'appelle|habite|passe a|vaut|called)\\b|\\s?:|')`,
        ),
      ] as const,
  ),
  ['people', new RegExp(`^[\\p{L}-]+(?: [\\p{L}-]+)?'s (?:${CONTACT})\\b`, 'u')],
  ['people', new RegExp(`^(?:l'|le |la )?(?:${CONTACT_FR}) (?:de |d')`, 'u')],
  [
    'preferences',
    /^(?:i|je|j')\s*(?:really |always |vraiment |strongly )?(?:prefer|like|love|hate|dislike|enjoy|can't stand|prefere|aime|adore|deteste|n'aime pas|ne supporte pas)\b/,
  ],
  [
    'preferences',
    /^i(?: am|'m)\s+(?:very |severely |lactose )?(?:allergic|intolerant|vegetarian|vegan|left-handed|colou?r-?blind|pescatarian|diabetic|gluten)/,
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
    /^(?:please )?(?:always|never)\s+(?:answer|reply|write|use|call|send|address|give|show|ask|suggest|format|speak|book|schedule)\b/,
  ],
  ['preferences', /^(?:please )?(?:answer|reply|write|speak|address|call) (?:to )?me\b/],
  [
    'preferences',
    /^(?:toujours|ne jamais|jamais)\s+(?:me\s+)?(?:repondre|ecrire|utiliser|appeler|envoyer|proposer)\b|^(?:reponds|ecris|appelle|tutoie|vouvoie|parle)-moi\b/,
  ],
  [
    'preferences',
    /^(?:i|je|j')\s*(?:don't|do not|ne)\s+(?:like|want|eat|drink|mange|bois|veux|travaille|prends)\b/,
  ],
  [
    'identity',
    /^(?:i|je|j')\s*(?:live|was born|come from|am from|moved to|speak|also speak|am called|habite|vis|suis ne|viens de|demenage|parle|m'appelle|ai \d+ ans)\b/,
  ],
  ['identity', /^(?:i(?:'m| am) (?:called|\d+ years old|from))\b/],
  ['work', /^(?:i|je)\s+(?:work|travaille)\s+(?:as|for|at|from|in|comme|pour|chez|a|de|en)\b/],
  [
    'people',
    /^[\p{L}-]+ is my (?:new )?(?:wife|husband|partner|mother|father|sister|brother|son|daughter|boss|manager|doctor|dentist|accountant|lawyer|landlord|friend|neighbour|colleague)\b/u,
  ],
  [
    'people',
    /^[\p{L}-]+ est (?:mon|ma|notre) (?:nouveau |nouvelle )?(?:femme|mari|compagne|compagnon|mere|pere|soeur|frere|fils|fille|chef|medecin|dentiste|comptable|avocate?|proprietaire|amie?|voisine?|collegue)\b/u,
  ],
];

/** How assistants speak of the user. */
const SAID_OF_USER =
  /^(?:(?:the )?user|l'utilisat(?:eur|rice)) (?:strongly |really |always |never )?(?:prefers|likes|loves|hates|dislikes|wants|avoids|is allergic|prefere|aime|adore|deteste|veut|n'aime pas|evite)\b|^(?:(?:the )?user(?:'s)? )?(?:preferences?)\s?:/;

const LEAD_IN =
  /^(?:(?:please\s+)?(?:remember|note|know|keep in mind|for the record|fyi)(?:\s+that|,|:)?|(?:retiens?|retenez|note[sz]?|sache|souviens-toi|pour info|à savoir)(?:\s+(?:bien\s+)?que|\s+qu'|,|\s?:)?)\s+/iu;

/** The section of the profile that a text belongs to; null where it is no lasting fact about the user or their people. */
export function profileSection(text: string): ProfileSection | null {
  const stated = fold(withoutLeadIn(text)).replaceAll('’', "'");
  if (SAID_OF_USER.test(stated)) return 'preferences';
  return PATTERNS.find(([, form]) => form.test(stated))?.[0] ?? null;
}

/** The fact itself, without `Remember that`. */
export function withoutLeadIn(text: string): string {
  return text.trim().replace(LEAD_IN, '');
}
