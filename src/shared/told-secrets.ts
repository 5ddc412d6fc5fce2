import { editDistance } from './edit-distance.js';
import { foldEvenly } from './fold.js';
import {
  type SecretKind,
  type SecretSpan,
  type SecretToken,
  type Shape,
  secretTokens,
  TELLS,
} from './secret-tokens.js';

/** How much each group says. */
const WEIGHTS: Record<Exclude<SecretGroup, 'policy'>, number> = {
  secret: 3,
  code: 3,
  key: 2,
  wifi: 2,
  lock: 2,
  card: 3,
  act: 2,
  account: 1,
  hint: 2,
};

const SHAPES: Record<Shape, { score: number; groups: readonly (keyof typeof WEIGHTS)[] }> = {
  mixed: { score: 4, groups: ['secret', 'code', 'key', 'lock', 'card', 'act', 'account', 'hint'] },
  numbered: { score: 2.5, groups: ['secret', 'key', 'lock', 'act', 'account', 'hint'] },
  hex: { score: 2.5, groups: ['secret', 'key', 'lock'] },
  code: { score: 2, groups: ['secret', 'code', 'lock', 'card', 'act'] },
  short: { score: 1.5, groups: ['secret', 'code', 'lock', 'card', 'act'] },
  year: { score: 1, groups: ['secret', 'code'] },
  phrase: { score: 2.5, groups: ['secret', 'wifi', 'hint'] },
  reference: { score: 1, groups: ['secret', 'code', 'key', 'wifi', 'lock'] },
  word: { score: 0.5, groups: ['secret', 'wifi', 'act', 'hint'] },
};
/** From here on a value is a suspected secret. */
const ENOUGH = 5;
/** What joins a value to the word before it. */
const JOINED = 1.5;

/** What may follow a plain word that is a value. */
const WORD_END =
  /^["'`”»*]*(?:\s*(?:$|[\n.,;:!?()—–|-])| (?:and|et|mais|but|with|avec|depuis|since|for|pour|tout|toute|all|after|because|comme|car|en|in|not|then|puis|sans|without|ou|or)(?![a-z]))/;
/** Capitals, or words that a number ends, or of which it is said that there are spaces between them. */
const SEVERAL_WORDS =
  /^(?: [\p{L}-]+){1,5}(?=,? (?:with|avec) (?:the |les |des )?(?:spaces|espaces))|^(?: [\p{L}-]+){0,3} \d{1,4}(?![\p{L}\d%€$£]|[.,:/-]\d)|^(?: \p{Lu}[\p{L}\d'’-]*){0,3}/u;
/** Words for a secret of several words. */
const PHRASE = /pass ?phrase|phrase|seed|mnemonic|words|mots|answer|reponse|graine|master|maitre|secret/;

/** A long text is read in blocks: most of them name no secret, and are done at once. */
const BLOCK = 16_000;
/** What is read around a block, to judge its values by. */
const [BEFORE, BEHIND] = [2_000, 600];

/** The values of a text that its words call a secret. */
export function toldSecrets(text: string): SecretSpan[] {
  if (text.length <= BLOCK) return toldIn(text);
  const found: SecretSpan[] = [];
  for (let start = 0; start < text.length; start += BLOCK) {
    const from = Math.max(0, start - BEFORE);
    const told = toldIn(text.slice(from, start + BLOCK + BEHIND));
    for (const span of told) {
      const at = span.start + from;
      if (at >= start && at < start + BLOCK) found.push({ ...span, start: at, end: span.end + from });
    }
  }
  return found;
}

function toldIn(text: string): SecretSpan[] {
  const folded = foldEvenly(text);
  const places = placesIn(folded);
  const windows = windowsOf(text, places);
  if (windows.length === 0) return [];
  const context = contextOf(text, folded, places);
  const found: (SecretSpan & { token: SecretToken })[] = [];
  let window = 0;
  for (const token of secretTokens(text, folded, windows)) {
    const last = found.at(-1);
    if (last !== undefined && token.start < last.end) continue;
    // The next line of a list of them.
    const isSibling =
      last !== undefined &&
      token.shape !== 'word' &&
      last.token.gap.trim() === token.gap.trim() &&
      /^[^\n]{0,40}\n[^\n]{0,80}$/.test(text.slice(last.end, Math.min(token.start, last.end + 130)));
    const { isSecret, kind } = context.judge(token, isSibling);
    const isNext = last?.token.isWholeLine && token.isWholeLine && token.shape !== 'word';
    const continues = isNext && text.slice(last.end, token.start).trim() === '';
    if (!isSecret && !continues && !isTableCell(text, token)) continue;
    const { start } = token;
    const end = endOf(text, folded, token);
    found.push({ start, end, kind: continues ? last.kind : kind, token });
    // Another may stand below it.
    while (windows[window]!.end < start) window++;
    windows[window]!.end = Math.max(windows[window]!.end, end + MOST_DISTANCE);
  }
  return found.map(({ start, end, kind }) => ({ start, end, kind }));
}

/** Where a value ends: a quoted one at its quote, one of words where they do. */
function endOf(text: string, folded: string, { start, end, gap, shape }: SecretToken): number {
  const quote = /["'`“«]$/.exec(gap.trimEnd())?.[0];
  const closing = quote === undefined ? -1 : text.slice(start, start + 120).search(/["'`”»\n]/);
  if (closing > 0 && text[start + closing] !== '\n') return Math.max(end, start + closing);
  if (shape !== 'word') return end;
  const isPhrase = PHRASE.test(folded.slice(Math.max(0, start - 100), start));
  const more = isPhrase ? /^(?:[ -][\p{L}\d'’-]+){0,30}/u : SEVERAL_WORDS;
  return end + more.exec(text.slice(end, end + 400))![0].length;
}

/** A password that has a cell of a table to itself needs no other word; another value, one at the head of its column. */
function isTableCell(text: string, { shape, start, end }: SecretToken): boolean {
  if (shape === 'word') return false;
  const near = text.slice(Math.max(0, start - 400), start);
  const before = near.slice(near.lastIndexOf('\n') + 1);
  if (!/\|\s*$/.test(before) || !/^\s*(?:\||\n|$)/.test(text.slice(end, end + 40))) return false;
  if (shape === 'mixed') return true;
  const head = headOf(text, start - before.length)[before.split('|').length - 1] ?? '';
  return HEAD.test(foldEvenly(head));
}

/** The cells of the first line of a table, found from one of its lines. */
function headOf(text: string, from: number): string[] {
  let head = from;
  for (let lines = 0; head > 0 && lines < 200; lines++) {
    const above = text.lastIndexOf('\n', head - 2) + 1;
    if (!text.slice(above, head).includes('|')) break;
    head = above;
  }
  return text
    .slice(head, head + 400)
    .split('\n', 1)[0]!
    .split('|');
}

/** Judges values in order. */
function contextOf(
  text: string,
  folded: string,
  places: ReadonlyMap<SecretGroup, readonly SecretPlace[]>,
): { judge(token: SecretToken, isSibling: boolean): { isSecret: boolean; kind: SecretKind } } {
  const breaks = [...folded.matchAll(/\n\s*|[.!?…](?=\s)/g)].map(({ index }) => index);
  const next = new Map<SecretGroup, number>();
  let sentence = 0;

  /** The nearest on either side, and how much it counts for this value. */
  function nearest(group: SecretGroup, token: SecretToken): { factor: number; isJoined: boolean } {
    const all = places.get(group)!;
    let at = next.get(group) ?? 0;
    while (at < all.length && all[at]!.end <= token.start) at++;
    next.set(group, at);
    const before = all[at - 1];
    // A plain word must be announced.
    const isLate =
      token.shape !== 'word' || group === 'hint' || IS_ONE.test(folded.slice(token.end, token.end + 40));
    const after = isLate ? all.slice(at, at + 2).find(({ start }) => start >= token.end) : undefined;
    const [first, second] = [before && closeness(before, token), after && closeness(after, token)];
    return (second?.factor ?? 0) > (first?.factor ?? 0) ? second! : (first ?? { factor: 0, isJoined: false });
  }

  function closeness(place: SecretPlace, token: SecretToken): { factor: number; isJoined: boolean } {
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
    judge(token, isSibling) {
      while (sentence < breaks.length && breaks[sentence]! < token.start) sentence++;
      const { groups } = SHAPES[token.shape];
      const found = groups.map((group) => ({ group, ...nearest(group, token) }));
      const [best, second] = found
        .map(({ group, factor }) => ({ group, value: factor * weightOf(group, token) }))
        .sort((a, b) => b.value - a.value);
      if (best === undefined || best.value === 0) return { isSecret: false, kind: 'password' };
      if (token.shape === 'word' && !isToldWord(token, folded, endOf(text, folded, token)))
        return { isSecret: false, kind: 'password' };
      if (token.shape === 'phrase' && !WORD_END.test(folded.slice(token.end, token.end + 20)))
        return { isSecret: false, kind: 'password' };
      const isNamed = found.some(
        ({ isJoined, group }) => isJoined && !['account', 'act', 'lock'].includes(group),
      );
      const joined =
        isNamed ||
        isJoinedByWord(token) ||
        IS_ONE.test(folded.slice(token.end, token.end + 40)) ||
        /[:=→>/"'`“«]\s*$/.test(token.gap);
      const isPolicy =
        token.shape !== 'mixed' && token.shape !== 'code' && nearest('policy', token).factor === 1;
      const said =
        SHAPES[token.shape].score +
        best.value +
        second!.value / 2 +
        (joined ? JOINED : 0) +
        (isSibling ? 1 : 0) -
        (isPolicy ? 1.5 : 0);
      return {
        isSecret: said >= ENOUGH && said - unlike(token, folded) >= ENOUGH,
        kind: kindOf(token, best.group),
      };
    },
  };
}

/** What is locked is opened by digits. */
function weightOf(group: keyof typeof WEIGHTS, { shape }: SecretToken): number {
  return group === 'lock' && shape === 'code' ? 3 : WEIGHTS[group];
}

function isJoinedByWord({ previous, gap }: SecretToken): boolean {
  return JOINS.has(previous) && /^[\s"'`’“«*(:,-]*$/.test(gap);
}

/** Behind a plain word: that it is one. */
const IS_ONE =
  /^["'`”»*]*,? (?:is|was|est|c.est|etait) (?:that |ca )?(?:the|my|our|le|mon|notre) (?:[\w-]+ )?(?:pass|mot de passe|mdp)/;

/** Before a plain word: `with the password …`. */
const WITH_ONE =
  /(?<![a-z])(?:with|as|avec|comme) (?:[a-z']+ ){0,2}(?:password|passcode|mot de passe|mdp|code) $/;

/** A plain word is a value only where it is said to be one, and nothing else follows. */
function isToldWord({ previous, gap, start }: SecretToken, folded: string, end: number): boolean {
  if (IS_ONE.test(folded.slice(end, end + 40))) return true;
  const isTold =
    WITH_ONE.test(folded.slice(Math.max(0, start - 60), start)) ||
    /[:=→]\s*["'`“«]?\s*$/.test(gap) ||
    (TELLS.has(previous) && /^\s*["'`“«*]*$/.test(gap));
  return isTold && WORD_END.test(folded.slice(end, end + 20));
}

function kindOf({ shape }: SecretToken, group: SecretGroup): SecretKind {
  if (shape === 'code' || shape === 'short' || shape === 'year' || group === 'code') return 'code';
  return group === 'key' ? 'key' : 'password';
}

/** What speaks against a value. */
function unlike({ shape, previous, start, end, isNamed }: SecretToken, folded: string): number {
  const isNumber = ['code', 'short', 'year', 'reference'].includes(shape);
  const code = shape !== 'hex' && isCode(folded, start) ? 2 : 0;
  if (!isNumber) return code;
  const [following = ''] = /(?<=^\s)[a-z\d€$£%]+/.exec(folded.slice(end, end + 20)) ?? [];
  return (
    code +
    (COUNTING.has(previous) ? 3 : 0) +
    // A town follows its postal code.
    (shape === 'code' && /^\d{5}$/.test(folded.slice(start, end)) && isNamed ? 1.5 : 0) +
    (MEASURES.test(following) || /^ ?[€$£%°]/.test(folded.slice(end, end + 2)) ? 1.5 : 0)
  );
}

/** Whether a value stands in a line of a program. */
function isCode(folded: string, at: number): boolean {
  const before = folded.slice(Math.max(0, at - 200), at);
  const line = before.slice(before.lastIndexOf('\n') + 1) + folded.slice(at, at + 100);
  return CODE.test(line.split('\n', 1)[0]!);
}

const CODE =
  /=>|\w\([^()]{0,80}\);?\s*$|[{};]\s*$|^\s*(?:const|let|var|import|export (?:const|function)|function|return|class|def|npm|git) /;

/** What a text names, or a part of it that is read. */
interface SecretPlace {
  start: number;
  end: number;
}

/** A value that stands further off is not meant. */
const MOST_DISTANCE = 160;

/** Where each group is named, in order. */
function placesIn(folded: string): Map<SecretGroup, SecretPlace[]> {
  const places = new Map<SecretGroup, SecretPlace[]>(GROUPS.map(([group]) => [group, []]));
  const add = (group: SecretGroup, start: number, word: string) =>
    places.get(group)!.push({ start, end: start + word.length });
  ANY.lastIndex = 0;
  for (let match = ANY.exec(folded); match !== null; match = ANY.exec(folded)) {
    ANY.lastIndex = match.index + 1;
    for (const [group, form] of GROUPS) {
      form.lastIndex = match.index;
      const [word] = form.exec(folded) ?? [];
      if (word !== undefined && match.index >= (places.get(group)!.at(-1)?.end ?? 0))
        add(group, match.index, word);
    }
  }
  for (const [group, form] of MIDDLES)
    for (const { index, 0: word } of folded.matchAll(form)) add(group, index, word);
  const others = [...places.values()].some(({ length }) => length > 0) ? [...folded.matchAll(OTHERS)] : [];
  const isOther = ({ start }: SecretPlace) =>
    others.some(({ index, 0: other }) => index <= start && start < index + other.length);
  for (const [group, all] of places)
    places.set(group, others.length === 0 ? all : all.filter((place) => !isOther(place)));
  for (const { index, 0: word } of folded.matchAll(MISSPELLED))
    if (LONG_WORDS.some((right) => right[0] === word[0] && editDistance(word, right, 1) === 1))
      add('secret', index, word);
  for (const group of ['secret', 'account'] as const) places.get(group)!.sort((a, b) => a.start - b.start);
  return places;
}

/** Where values may stand: around what names one, and in tables; parts of them may be read twice. */
function windowsOf(text: string, places: ReadonlyMap<SecretGroup, readonly SecretPlace[]>): SecretPlace[] {
  const windows: SecretPlace[] = [];
  for (const [group, all] of places) {
    if (group === 'policy') continue;
    for (const { start, end } of all) {
      let from = Math.max(0, start - MOST_DISTANCE - 40);
      for (let back = 0; back < 128 && from > 0 && !/\s/.test(text[from - 1]!); back++) from--;
      windows.push({ start: from, end: end + MOST_DISTANCE });
    }
  }
  for (let bar = text.indexOf('|'); bar !== -1; ) {
    const end = text.indexOf('\n', bar);
    windows.push({ start: text.lastIndexOf('\n', bar) + 1, end: end === -1 ? text.length : end });
    bar = end === -1 ? -1 : text.indexOf('|', end);
  }
  return windows.sort((a, b) => a.start - b.start);
}

/**
 * What the words around a value say of it, in both languages. `secret`: words for a password. `code`: for a number that opens.
 * `key`: for what a program makes. `lock`: what such a number opens. `card`: what has one of four digits. `act`: what one does
 * with it. `account`: where one does. `hint`: how it is spelled. `policy`: speaks of secrets without one.
 */
const WORDS = {
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

type SecretGroup = keyof typeof WORDS;

/** They are meant where one letter is wrong, too. */
const LONG_WORDS = ['password', 'passwords', 'passcode', 'passphrase', 'motdepasse', 'digicode'];

/** Compounds with such a word that name something else. */
const OTHERS =
  /(?<![a-z])(?:(?:morse|zip|post|area|building|source|dress|promo|discount|voucher|bar|qr|error|fault|status|exit|country|colou?r|tax|product|low) codes?|codes? (?:postal|ape|naf|promo|barres?|source|de la route|civil|penal|du travail|insee|couleur|erreur|produit|review|freeze|of)|key (?:decision|point|word|person|figure|takeaway|of)s?|mots? cles?)(?![a-z])/g;

const JOINS = new Set(
  `is was are est cest etait reste devient stays becomes remains now s set sur on with avec par then puis enter type tape tapes tapez
  taper saisis saisir saisissez mets mettre mis met mettez put puts use used using utilise utilisez utiliser takes take prend prends
  prendre rentre rentres rentrer choisi pris garde picked chose chosen dial it compose composer desormais maintenant entrez entrer
  press give said says dit donne repondu answered fais faire fait`.split(/\s+/),
);
/** Before a number, they say what it counts or names. */
const COUNTING = new Set(
  `n no num numero ending finissant terminant number nr ref reference lot batch order commande facture invoice page room salle chambre line ligne bus serie
  chapter version depuis since in en annee year error erreur status port issue ticket until before about environ vers flight vol`.split(
    /\s+/,
  ),
);
const MEASURES =
  /^(?:(?!depuis|alors|apres|always|since)[a-z]{4,}s|min|mn|h|kg|g|km|m\d?|cm|mm|px|eur|euros?|e|mb|gb|go|mo|w|v|ans?|fois|am|pm|x|of|de|people|personnes)$/;

const ends = (words: readonly string[]) => `(?:${words.join('|')})(?!_?[a-z])`;

/** A pattern per group, whose words stand alone (`_` and digits are no letters), to be tried where `ANY` matches. */
const GROUPS = Object.entries(WORDS).map(
  ([group, words]) => [group as SecretGroup, new RegExp(ends(words), 'y')] as const,
);

/** Words that are found by a part of them. */
const MIDDLES: readonly (readonly [group: SecretGroup, form: RegExp])[] = [
  ['secret', /pass(?<=(?<![a-z])[a-z]{0,4}pass)[ _-]?(?:words?|phrases?|wd)(?!_?[a-z])/g],
  [
    'secret',
    /pass(?:(?<=\b(?:the|my|our|his|her|their|new|le|mon|ton|son|notre|nouveau) pass)(?= )|(?<![a-z]pass)(?= (?:for|du|de|des|pour)\b|\s?[:=]))/g,
  ],
  ['account', /@(?<=(?<![a-z])[\w.+-]{1,40}@)(?:[\w-]{1,40}\.[a-z]{2,10}|(?!\S))(?!_?[a-z])/g],
];

/** All the others, by their first letter: for most words of a text one comparison is enough. */
const ANY = new RegExp(`(?<![a-z])(?:${byLetter(Object.values(WORDS).flat())})(?!_?[a-z])`, 'g');

function byLetter(words: readonly string[]): string {
  const rests = new Map<string, string[]>();
  for (const [letter = '', ...rest] of words.join('|').match(/(?:\((?:[^()]|\([^()]*\))*\)|[^|()])+/g)!)
    rests.set(letter, [...(rests.get(letter) ?? []), rest.join('')]);
  return [...rests].map(([letter, all]) => `${letter}(?:${all.join('|')})`).join('|');
}

/** How those begin and end that are still meant where one letter is wrong. */
const [STARTS, ENDS] = [LONG_WORDS.map((word) => word.slice(0, 3)), LONG_WORDS.map((word) => word.slice(-3))];
const MISSPELLED = new RegExp(
  `(?<![a-z])(?:(?:${STARTS.join('|')})[a-z]{4,8}|[pmd][a-z]{3,7}(?:${ENDS.join('|')}))(?![a-z])`,
  'g',
);

/** At the head of a column. */
const HEAD = new RegExp(
  `(?<![a-z])${ends([...WORDS.secret, ...WORDS.code, '[a-z]{0,4}pass(?:[ _-]?(?:words?|phrases?|wd))?'])}`,
);
