import {
  foldEvenly,
  type SecretKind,
  type SecretSpan,
  type Shape,
  type Token,
  tokensOf,
} from './secret-tokens.js';

/**
 * What the words around a value say of it, in both languages. `secret`: words for a password. `code`: for a number that opens.
 * `key`: for what a program makes. `lock`: what such a number opens. `card`: what has one of four digits. `act`: what one does
 * with it. `account`: where one does. `hint`: how it is spelled. `policy`: speaks of secrets without one.
 */
const WORDS = {
  secret: [
    '[a-z]{0,4}pass[ _-]?(?:words?|phrases?|wd)|passcodes?|pwd|pw|psw|secret (?:words?|answers?)|security (?:question|answer)|memorable \\w+|cred(?:ential)?s|log[ -]?in (?:details|info)',
    'mots?[ _-]?de[ _-]?passes?|motdepasse|mdp|mots? secrets?|(?:question|reponse|phrase) secrete|phrase de passe|code confidentiel|identifiants? de connexion',
    '(?<=\\b(?:the|my|our|his|her|their|new|le|mon|ton|son|notre|nouveau) )pass(?= )|pass(?= (?:for|du|de|des|pour)\\b|\\s?[:=])',
  ],
  code: [
    'pin|pin ?code|puk|otp|cvv|cvc|codes?|keypad|passcode|keycode|combination|combo|digits',
    'digicode|chiffres|combinaison|cryptogramme|crypto|clavier',
  ],
  key: [
    '(?:api)?[ _-]?keys?|tokens?|secrets?|bearer|recovery|back-?up codes?|seed|mnemonic|licen[cs]e',
    'cles?|jetons?|secours|recuperation|graine',
  ],
  lock: [
    'wi-?fi|wpa[23]?|network|router|hotspot|doors?|gates?|alarm|safe|lockers?|padlock|lock ?box|key ?(?:box|safe)|garage|intercom|lock|till|sim|voicemail|suitcase|shed|entrance|shutter',
    'reseau|box|portail|porte|alarme|coffre|casier|cadenas|boites? a cles?|interphone|serrure|antivol|verrou|valise|local|barriere|immeuble|entree|sas|boitier|repondeur|messagerie',
  ],
  card: ['(?:debit|credit|bank) card|visa|mastercard|amex', 'carte (?:bleue|bancaire|visa|de credit)|cb'],
  act: [
    'log(?:ged|ging|s)?[ -]?(?:in|on)(?:to)?|sign(?:ed|ing|s)?[ -]?(?:in|on|into)|unlocks?|locked (?:me )?out|reset|types?|enter|opens?|dial|ssh|connect|get(?:s)? (?:you |me |us )?in|lets? (?:you |me |us )?in|protected|asks?',
    'connecte[rz]?|connexion|session|tap(?:e|es|er|ez|ant)|saisi[rst]*|(?:de)?verrouill\\w+|s.ouvre|ouvrir|ouvre|reinitialis\\w+|proteg\\w+|rentre[rsz]?|logue[rz]?|debloqu\\w+|bloquee?|acced\\w+|entre[rsz]?|demande|compose[rz]?',
  ],
  account: [
    '[\\w.+-]{1,40}@[\\w-]{1,40}\\.[a-z]{2,10}|accounts?|portal|admin|root|user(?:name)?|login|vpn|nas|server|e?mail|mailbox|website|site|access',
    'comptes?|espace|identifiants?|utilisateur|serveur|abonnement|acces|extranet|intranet|cloud|partage|appli|ordi',
  ],
  hint: ['uppercase|lowercase|capitals?|all caps', 'majuscules?|minuscules?|tout attache'],
  policy: [
    'must|at least|minimum|characters|never|forgot(?:ten)?|policy|tutorial|example|should|requires?|sha\\d*|hash|checksum|commit|digest|fingerprint|md5',
    'doit|doivent|au moins|caracteres|jamais|oublie[er]?|exemple|tuto|empreinte',
  ],
} as const satisfies Record<string, readonly string[]>;

type Group = keyof typeof WORDS;

/** Compounds with such a word that name something else. */
const OTHERS =
  /(?<![a-z])(?:(?:morse|zip|post|area|building|source|dress|promo|discount|voucher|bar|qr|error|status|exit|country|colou?r|tax|product|low) codes?|codes? (?:postal|ape|naf|promo|barres?|source|de la route|civil|penal|du travail|insee|couleur|erreur|produit|review|freeze|of)|key (?:decision|point|word|person|figure|takeaway|of)s?|mots? cles?)(?![a-z])/g;

/** How much each group says; a pattern per group, whose words stand alone (`_` and digits are no letters). */
const WEIGHTS: Record<Exclude<Group, 'policy'>, number> = {
  secret: 3,
  code: 3,
  key: 2,
  lock: 2,
  card: 3,
  act: 2,
  account: 1,
  hint: 2,
};
const GROUPS = Object.entries(WORDS).map(
  ([group, words]) =>
    [group as Group, new RegExp(`(?<![a-z])(?:${words.join('|')})(?!_?[a-z])`, 'g')] as const,
);

const SHAPES: Record<Shape, { score: number; groups: readonly (keyof typeof WEIGHTS)[] }> = {
  mixed: { score: 4, groups: ['secret', 'code', 'key', 'lock', 'card', 'act', 'account', 'hint'] },
  numbered: { score: 2.5, groups: ['secret', 'key', 'lock', 'act', 'account', 'hint'] },
  hex: { score: 2.5, groups: ['secret', 'key', 'lock'] },
  code: { score: 2, groups: ['secret', 'code', 'lock', 'card', 'act'] },
  short: { score: 1.5, groups: ['secret', 'code', 'lock', 'card', 'act'] },
  year: { score: 1, groups: ['secret', 'code'] },
  phrase: { score: 2.5, groups: ['secret', 'hint'] },
  reference: { score: 1, groups: ['secret', 'code', 'lock'] },
  word: { score: 0.5, groups: ['secret', 'act', 'hint'] },
};
/** From here on a value is a suspected secret. */
const ENOUGH = 5;
/** What joins a value to the word before it. */
const JOINED = 1.5;
const MOST_DISTANCE = 160;

const JOINS = new Set(
  `is was are est cest etait reste devient stays becomes remains now s set sur on with avec par then puis enter type tape tapes tapez
  taper saisis saisir saisissez mets mettre mis met mettez put puts use used using utilise utilisez utiliser takes take prend prends
  prendre rentre rentres rentrer choisi pris garde picked chose chosen dial it compose composer desormais maintenant entrez entrer
  press give said says dit donne`.split(/\s+/),
);
/** Of those, the ones that a plain word can follow as a value. */
const TELLS = new Set(
  'is was est cest etait reste devient stays becomes remains s set it garde mis met choisi pris picked chose chosen put used'.split(
    ' ',
  ),
);
/** What may follow a plain word that is a value. */
const WORD_END =
  /^["'`”»*]*(?:\s*(?:$|[\n.,;:!?()—–|-])| (?:and|et|mais|but|with|avec|depuis|since|for|pour|tout|toute|all|en|in|not|then|puis|sans|without|ou|or)(?![a-z]))/;
/** Before a number, they say what it counts or names. */
const COUNTING = new Set(
  `n no num numero number nr ref reference lot batch order commande facture invoice page room salle chambre line ligne bus serie
  chapter version depuis since in en annee year error erreur status port issue ticket until before about environ vers flight vol`.split(
    /\s+/,
  ),
);
const UNITS =
  /^(?:(?!depuis|alors|apres|always|since)[a-z]{4,}s|min|mn|h|kg|g|km|m\d?|cm|mm|px|eur|euros?|e|mb|gb|go|mo|w|v|ans?|fois|am|pm|x|of|de|people|personnes)$/;
/** Words for a secret of several words. */
const PHRASE = /pass ?phrase|phrase|seed|mnemonic|words|mots|answer|reponse|graine|master|maitre|secret/;

/** The values of a text that its words call a secret. */
export function toldSecrets(text: string): SecretSpan[] {
  const folded = foldEvenly(text);
  const context = contextOf(text, folded);
  const found: (SecretSpan & { token: Token })[] = [];
  for (const token of tokensOf(text)) {
    const last = found.at(-1);
    if (last !== undefined && token.start < last.end) continue;
    const { isSecret, kind } = context.judge(token);
    const isNext = last?.token.isWholeLine && token.isWholeLine && token.shape !== 'word';
    const continues = isNext && text.slice(last.end, token.start).trim() === '';
    if (!isSecret && !continues && !isTableCell(text, token)) continue;
    const { start } = token;
    found.push({ start, end: endOf(text, folded, token), kind: continues ? last.kind : kind, token });
  }
  return found.map(({ start, end, kind }) => ({ start, end, kind }));
}

/** Where a value ends: a quoted one at its quote, one of words where they do. */
function endOf(text: string, folded: string, { start, end, gap, shape }: Token): number {
  const quote = /["'`“«]$/.exec(gap.trimEnd())?.[0];
  const closing = quote === undefined ? -1 : text.slice(start, start + 120).search(/["'`”»\n]/);
  if (closing > 0 && text[start + closing] !== '\n') return Math.max(end, start + closing);
  if (shape !== 'word') return end;
  const isPhrase = PHRASE.test(folded.slice(Math.max(0, start - 100), start));
  const more = isPhrase ? /^(?:[ -][\p{L}\d'’-]+){0,30}/u : /^(?: \p{Lu}[\p{L}\d'’-]*){0,3}/u;
  return end + more.exec(text.slice(end, end + 400))![0].length;
}

/** A password that has a cell of a table to itself needs no other word. */
function isTableCell(text: string, { shape, start, end }: Token): boolean {
  if (shape !== 'mixed') return false;
  const from = text.lastIndexOf('\n', start) + 1;
  return (
    /^\s*\|/.test(text.slice(from, from + 40)) &&
    /\|\s*$/.test(text.slice(Math.max(from, start - 40), start)) &&
    /^\s*\|/.test(text.slice(end, end + 40))
  );
}

interface Place {
  start: number;
  end: number;
}

/** Judges values in order. */
function contextOf(
  text: string,
  folded: string,
): { judge(token: Token): { isSecret: boolean; kind: SecretKind } } {
  const others = [...folded.matchAll(OTHERS)].map(
    ({ index, 0: match }) => [index, index + match.length] as const,
  );
  let other = 0;
  const isOther = (at: number) => {
    while (other < others.length && others[other]![1] <= at) other++;
    return other < others.length && others[other]![0] <= at;
  };
  const places = new Map<Group, Place[]>();
  for (const [group, form] of GROUPS) {
    other = 0;
    const all = [...folded.matchAll(form)].filter(({ index }) => !isOther(index));
    places.set(
      group,
      all.map(({ index, 0: match }) => ({ start: index, end: index + match.length })),
    );
  }
  const breaks = [...folded.matchAll(/\n\s*|[.!?…](?=\s)/g)].map(({ index }) => index);
  const next = new Map<Group, number>();
  let sentence = 0;

  /** The nearest on either side, and how much it counts for this value. */
  function nearest(group: Group, token: Token): { factor: number; isJoined: boolean } {
    const all = places.get(group)!;
    let at = next.get(group) ?? 0;
    while (at < all.length && all[at]!.end <= token.start) at++;
    next.set(group, at);
    const before = all[at - 1];
    // A plain word must be announced.
    const isLate = token.shape !== 'word' || group === 'hint';
    const after = isLate ? all.slice(at, at + 2).find(({ start }) => start >= token.end) : undefined;
    const [first, second] = [before && closeness(before, token), after && closeness(after, token)];
    return (second?.factor ?? 0) > (first?.factor ?? 0) ? second! : (first ?? { factor: 0, isJoined: false });
  }

  function closeness(place: Place, token: Token): { factor: number; isJoined: boolean } {
    const isBefore = place.end <= token.start;
    const [from, to] = isBefore ? [place.end, token.start] : [token.end, place.start];
    if (to - from > MOST_DISTANCE) return { factor: 0, isJoined: false };
    const between = folded.slice(from, to);
    let crossed = 0;
    for (let index = sentence; index < breaks.length && breaks[index]! < to; index++)
      if (breaks[index]! >= from) crossed++;
    for (let index = sentence - 1; index >= 0 && breaks[index]! >= from; index--)
      if (breaks[index]! < to) crossed++;
    const isBelow = isBefore && crossed === 1 && (token.isWholeLine || /:\s*$/.test(between));
    if (isBelow) return { factor: 1, isJoined: true };
    const isJoined = isBefore && /^[\s"'`*:=>→«“-]{0,6}$/.test(between);
    return { factor: crossed === 0 ? 1 : crossed === 1 ? 0.6 : 0, isJoined };
  }

  return {
    judge(token) {
      while (sentence < breaks.length && breaks[sentence]! < token.start) sentence++;
      const { groups } = SHAPES[token.shape];
      const found = groups.map((group) => ({ group, ...nearest(group, token) }));
      const [best, second] = found
        .map(({ group, factor }) => ({ group, value: factor * WEIGHTS[group] }))
        .sort((a, b) => b.value - a.value);
      if (best === undefined || best.value === 0) return { isSecret: false, kind: 'password' };
      if (token.shape === 'word' && !isToldWord(token, folded, endOf(text, folded, token)))
        return { isSecret: false, kind: 'password' };
      const isNamed = found.some(
        ({ isJoined, group }) => isJoined && !['account', 'act', 'lock'].includes(group),
      );
      const joined = isNamed || isJoinedByWord(token) || /[:=→>/"'`“«]\s*$/.test(token.gap);
      const isPolicy =
        token.shape !== 'mixed' && token.shape !== 'code' && nearest('policy', token).factor === 1;
      const said =
        SHAPES[token.shape].score +
        best.value +
        second!.value / 2 +
        (joined ? JOINED : 0) -
        (isPolicy ? 1.5 : 0);
      return {
        isSecret: said >= ENOUGH && said - unlike(token, folded) >= ENOUGH,
        kind: kindOf(token, best.group),
      };
    },
  };
}

function isJoinedByWord({ previous, gap }: Token): boolean {
  return JOINS.has(previous) && /^[\s"'`’“«*:,-]*$/.test(gap);
}

/** A plain word is a value only where it is said to be one, and nothing else follows. */
function isToldWord({ previous, gap }: Token, folded: string, end: number): boolean {
  const isTold = /[:=→]\s*["'`“«]?\s*$/.test(gap) || (TELLS.has(previous) && /^\s*["'`“«*]*$/.test(gap));
  return isTold && WORD_END.test(folded.slice(end, end + 20));
}

function kindOf({ shape }: Token, group: Group): SecretKind {
  if (shape === 'code' || shape === 'short' || shape === 'year' || group === 'code') return 'code';
  return group === 'key' ? 'key' : 'password';
}

/** What speaks against a value. */
function unlike({ shape, previous, start, end }: Token, folded: string): number {
  const isNumber = ['code', 'short', 'year', 'reference'].includes(shape);
  const code = isCode(folded, start) ? 2 : 0;
  if (!isNumber) return code;
  const [following = ''] = /(?<=^\s)[a-z\d€$£%]+/.exec(folded.slice(end, end + 20)) ?? [];
  return (
    code +
    (COUNTING.has(previous) ? 3 : 0) +
    (UNITS.test(following) || /^ ?[€$£%°]/.test(folded.slice(end, end + 2)) ? 1.5 : 0)
  );
}

/** Whether a value stands in a line of a program. */
function isCode(folded: string, at: number): boolean {
  const from = Math.max(folded.lastIndexOf('\n', at) + 1, at - 200);
  const start = folded.slice(from, at + 100);
  return CODE.test(start.split('\n', 1)[0]!);
}

const CODE =
  /=>|\w\([^()]{0,80}\);?\s*$|[{};]\s*$|^\s*(?:const|let|var|import|export (?:const|function)|function|return|class|def|npm|git) /;
