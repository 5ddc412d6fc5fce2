/**
 * What the words around a value say of it, in both languages. `secret`: words for a password. `code`: for a number that opens.
 * `key`: for what a program makes. `lock`: what such a number opens. `card`: what has one of four digits. `act`: what one does
 * with it. `account`: where one does. `hint`: how it is spelled. `policy`: speaks of secrets without one.
 */
export const WORDS = {
  secret: [
    'passcodes?|pwd|pw|psw|pswd|secret words?|security words?|safe words?|secret answers?|security (?:question|answer)|memorable \\w+|cred(?:ential)?s|log[ -]?in (?:details|info)',
    'mots?[ _-]?de[ _-]?pass?es?|motdepasse|mdp|mots? secrets?|question secrete|reponse secrete|phrase secrete|phrase de passe|code confidentiel|identifiants? de connexion',
  ],
  code: [
    'pin|pin ?code|puk|otp|cvv|cvc|codes?|keypad|passcode|keycode|combination|combo|digits',
    'digicode|chiffres|combinaison|cryptogramme|crypto|clavier',
  ],
  key: [
    'api[ _-]?keys?|keys?|tokens?|secrets?|bearer|recovery|back-?up codes?|seed|mnemonic|licen[cs]e',
    'cle[fs]?(?: d.api)?|jetons?|secours|recuperation|graine',
  ],
  wifi: ['wi-?fi|wpa[23]?|ssid|router|hotspot'],
  lock: [
    'wi-?fi|wpa[23]?|network|router|hotspot|doors?|gates?|alarm|safe|lockers?|padlock|lock ?box|key ?(?:box|safe)|garage|intercom|locks?|unlocks?|unlock(?:ed|ing)?|till|sim|voicemail|suitcase|shed|entrance|shutter',
    'reseau|box|portail|portillon|porte|alarme|coffre|casier|cadenas|boites? a cles?|interphone|serrure|antivol|verrou|valise|local|barriere|immeuble|entree|sas|boitier|repondeur|messagerie|verrouill\\w+|deverrouill\\w+|debloqu\\w+',
  ],
  card: [
    'debit card|credit card|bank card|visa|mastercard|amex',
    'carte (?:bleue|bancaire|visa|de credit)|cb',
  ],
  act: [
    'log(?:ged|ging|s)?[ -]?(?:in|on)(?:to)?|sign(?:ed|ing|s)?[ -]?(?:in|on|into)|unlock(?:s|ed|ing)?|punch(?: in)?|locked (?:me )?out|reset|types?|enter|opens?|dial|ssh|connect|get(?:s)? (?:you |me |us )?in|lets? (?:you |me |us )?in|protected|asks?',
    'connecte[rz]?|connexion|session|tap(?:e|es|er|ez|ant)|saisi[rst]*|verrouill\\w+|deverrouill\\w+|debloqu\\w+|s.ouvre|ouvrir|ouvre|reinitialis\\w+|proteg\\w+|rentre[rsz]?|logue[rz]?|bloquee?|acced\\w+|entre[rsz]?|demande|compose[rz]?',
  ],
  account: [
    'accounts?|portal|admin|root|user(?:name)?|login|vpn|nas|server|email|mail|mailbox|website|site|access',
    'comptes?|espace|identifiants?|utilisateur|serveur|abonnement|acces|extranet|intranet|cloud|partage|appli|ordi',
  ],
  hint: ['uppercase|lowercase|capitals?|all caps', 'majuscules?|minuscules?|tout attache'],
  policy: [
    'must|at least|minimum|characters|never|forgot(?:ten)?|policy|tutorial|example|should|requires?|sha\\d*|hash(?:ed|es)?|checksum|checkout|discount|promo|voucher|commit|digest|fingerprint|md5',
    'doit|doivent|au moins|caracteres|jamais|oublie[er]?|exemple|tuto|empreinte|remise|reduction|promo',
  ],
} as const satisfies Record<string, readonly string[]>;

export type SecretGroup = keyof typeof WORDS;

/** They are meant where one letter is wrong, too. */
export const LONG_WORDS = ['password', 'passwords', 'passcode', 'passphrase', 'motdepasse', 'digicode'];

/** Compounds with such a word that name something else. */
export const OTHERS =
  /(?<![a-z])(?:(?:morse|zip|post|area|building|source|dress|promo|discount|voucher|bar|qr|error|fault|status|exit|country|colou?r|tax|product|low) codes?|codes? (?:postal|ape|naf|promo|barres?|source|de la route|civil|penal|du travail|insee|couleur|erreur|produit|review|freeze|of)|key (?:decision|point|word|person|figure|takeaway|of)s?|mots? cles?)(?![a-z])/g;

export const JOINS = new Set(
  `is was are est cest etait reste devient stays becomes remains now s set sur on with avec par then puis enter type tape tapes tapez
  taper saisis saisir saisissez mets mettre mis met mettez put puts use used using utilise utilisez utiliser takes take prend prends
  prendre rentre rentres rentrer choisi pris garde picked chose chosen dial it compose composer desormais maintenant entrez entrer
  press give said says dit donne repondu answered fais faire fait`.split(/\s+/),
);
/** Before a number, they say what it counts or names. */
export const COUNTING = new Set(
  `n no num numero ending finissant terminant number nr ref reference lot batch order commande facture invoice page room salle chambre line ligne bus serie
  chapter version depuis since in en annee year error erreur status port issue ticket until before about environ vers flight vol`.split(
    /\s+/,
  ),
);
export const MEASURES =
  /^(?:(?!depuis|alors|apres|always|since)[a-z]{4,}s|min|mn|h|kg|g|km|m\d?|cm|mm|px|eur|euros?|e|mb|gb|go|mo|w|v|ans?|fois|am|pm|x|of|de|people|personnes)$/;

const ends = (words: readonly string[]) => `(?:${words.join('|')})(?!_?[a-z])`;

/** A pattern per group, whose words stand alone (`_` and digits are no letters), to be tried where `ANY` matches. */
export const GROUPS = Object.entries(WORDS).map(
  ([group, words]) => [group as SecretGroup, new RegExp(ends(words), 'y')] as const,
);

/** Words that are found by a part of them. */
export const MIDDLES: readonly (readonly [group: SecretGroup, form: RegExp])[] = [
  ['secret', /pass(?<=(?<![a-z])[a-z]{0,4}pass)[ _-]?(?:words?|phrases?|wd)(?!_?[a-z])/g],
  [
    'secret',
    /pass(?:(?<=\b(?:the|my|our|his|her|their|new|le|mon|ton|son|notre|nouveau) pass)(?= )|(?<![a-z]pass)(?= (?:for|du|de|des|pour)\b|\s?[:=]))/g,
  ],
  ['account', /@(?<=(?<![a-z])[\w.+-]{1,40}@)(?:[\w-]{1,40}\.[a-z]{2,10}|(?!\S))(?!_?[a-z])/g],
];

/** All the others, by their first letter: for most words of a text one comparison is enough. */
export const ANY = new RegExp(`(?<![a-z])(?:${byLetter(Object.values(WORDS).flat())})(?!_?[a-z])`, 'g');

function byLetter(words: readonly string[]): string {
  const rests = new Map<string, string[]>();
  for (const [letter = '', ...rest] of words.join('|').match(/(?:\((?:[^()]|\([^()]*\))*\)|[^|()])+/g)!)
    rests.set(letter, [...(rests.get(letter) ?? []), rest.join('')]);
  return [...rests].map(([letter, all]) => `${letter}(?:${all.join('|')})`).join('|');
}

/** How those begin and end that are still meant where one letter is wrong. */
const [STARTS, ENDS] = [LONG_WORDS.map((word) => word.slice(0, 3)), LONG_WORDS.map((word) => word.slice(-3))];
export const MISSPELLED = new RegExp(
  `(?<![a-z])(?:(?:${STARTS.join('|')})[a-z]{4,8}|[pmd][a-z]{3,7}(?:${ENDS.join('|')}))(?![a-z])`,
  'g',
);

/** At the head of a column. */
export const HEAD = new RegExp(
  `(?<![a-z])${ends([...WORDS.secret, ...WORDS.code, '[a-z]{0,4}pass(?:[ _-]?(?:words?|phrases?|wd))?'])}`,
);
