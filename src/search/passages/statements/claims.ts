import { fold } from '../../../shared/fold.js';
import { once } from '../../../shared/once.js';
import { type FileKind, kindOf } from '../../../vault/kinds.js';
import { dayOf } from '../../text/dates.js';
import { HEADING, isFieldLine } from '../../text/line-patterns.js';
import { SENTENCE_BREAK } from '../../text/sentence-breaks.js';
import { sharedCount, tellingWords } from '../../text/shared-words.js';
import { type ClaimValue, claimValuesIn, isSameValue } from './claim-values.js';
import type { Relation } from './compare.js';
import { GENERIC_KEYS, HEDGES } from './link-words.js';
import { readStatement, tokensOf } from './statement.js';

/** A part of a line that can state something by itself. */
interface Clause {
  text: string;
  /** Its position in the line. */
  start: number;
  /** What the line names before a colon, or the head of its column: `Ouverture` of `Ouverture : 1er septembre`. */
  label: string;
  /** Tells what held before: the left side of `1 May → 3 May`. */
  isPast: boolean;
  /** The sentence that it is of. */
  sentence: string;
}

/** A line in its clauses, with the name that a list item or a row begins with. */
interface Clauses {
  /** What the item is about: `halle-verte` of `- **halle-verte** (actif) : …`; empty where it begins with no name. */
  name: string;
  clauses: Clause[];
}

/** The clauses of a line of a file. Marks of emphasis and paths become spaces, so that positions stay. */
function clausesAt(lines: readonly string[], line: number): Clauses {
  const raw = lines[line - 1] ?? '';
  const text = raw.replaceAll(/[*`]|__|\[\[|\]\]|\bvault\/\S+/g, (mark) => ' '.repeat(mark.length));
  if (ROW.test(text)) return cellsOf(lines, line, text);
  const start = LEAD.exec(text)![0].length;
  const name = NAMED.exec(text.slice(start));
  return {
    name: name?.[1]?.trim() ?? '',
    clauses: partsOf(text, start).flatMap(({ from, to, isPast }) =>
      sentencesOf(text, from, to).flatMap((sentence) => clausesOf(sentence, isPast)),
    ),
  };
}

const ROW = /^\s*\|.*\|\s*$/;
const RULE = /^\s*\|[\s:|-]+\|\s*$/;
const LEAD = /^\s*(?:>\s*)*(?:#{1,6}\s|[-*+]\s|\d+[.)]\s)?\s*(?:\[[ xX]\]\s+)?(?:\[\p{L}+\]\s*)?/u;
/** A name, perhaps with a remark in brackets, before a colon or a dash. */
const NAMED = /^\s*(\p{L}[^:;|(]{1,60}?)\s*(?:\([^)]{0,60}\)\s*)?(?::|[–—]|\s-)\s/u;
const LABEL = /^\s*(\p{L}[^:;|.]{1,60}?)\s*:\s+(?=\S)/u;

interface Part {
  from: number;
  to: number;
  isPast: boolean;
}

/** `old → new`, as an entry of the changelog shows a change; an arrow before a path is a link. */
function partsOf(text: string, start: number): Part[] {
  const arrow = /\s(?:→|->)\s+(?=\S)(?:[-+]\s+)?/.exec(text.slice(start));
  if (arrow === null) return [{ from: start, to: text.length, isPast: false }];
  const at = start + arrow.index;
  return [
    { from: start, to: at, isPast: true },
    { from: at + arrow[0].length, to: text.length, isPast: false },
  ];
}

interface Span {
  text: string;
  start: number;
}

function sentencesOf(text: string, from: number, to: number): Span[] {
  return split({ text: text.slice(from, to), start: from }, SENTENCE_BREAK);
}

function clausesOf(sentence: Span, isPast: boolean): Clause[] {
  const found = LABEL.exec(sentence.text);
  // `lundi 14 juillet : ouverture` begins with its value.
  const label = found === null || claimValuesIn(found[1]!).length > 0 ? null : found;
  const start = label?.[0].length ?? 0;
  const rest = { text: sentence.text.slice(start), start: sentence.start + start };
  return split(rest, /;|,\s|\s[–—-]\s|[()]/g).map((clause) => ({
    ...clause,
    label: (label?.[1] ?? '').trim(),
    isPast,
    sentence: sentence.text,
  }));
}

/** The cells of a row, each with the head of its column. */
function cellsOf(lines: readonly string[], line: number, text: string): Clauses {
  let top = line;
  while (top > 1 && ROW.test(lines[top - 2]!)) top--;
  const hasHead = top + 1 < line && RULE.test(lines[top]!);
  const head = hasHead ? cells(lines[top - 1]!).map((cell) => cell.text.trim()) : [];
  const [first, ...others] = cells(text);
  return {
    name: first?.text.trim() ?? '',
    clauses: others.map((cell, column) => ({
      ...cell,
      label: head[column + 1] ?? '',
      isPast: false,
      sentence: cell.text,
    })),
  };
}

function cells(row: string): Span[] {
  const inner = row.replace(/\|\s*$/, '');
  const start = inner.indexOf('|') + 1;
  return split({ text: inner.slice(start), start }, /\|/g);
}

function split({ text, start }: Span, between: RegExp): Span[] {
  const parts: Span[] = [];
  let from = 0;
  for (const match of text.matchAll(between)) {
    parts.push({ text: text.slice(from, match.index), start: start + from });
    from = match.index + match[0].length;
  }
  return [...parts, { text: text.slice(from), start: start + from }].filter(
    (part) => part.text.trim() !== '',
  );
}

/** A value that a line gives to an attribute of its subject, whatever the form of the line: a field, a sentence, a part of an item, a row, a task. */
export interface Claim {
  /** The project that it is about, as the path of its folder; empty outside of all. */
  scope: string;
  /** The words of the attribute and of the title above it, each with its forms; without the name of the project. */
  words: string[][];
  /** Its position is that in the line. */
  value: ClaimValue;
  /** Tells what held at another time. */
  isPast: boolean;
  /** The sentence that it is of. */
  text: string;
}

/** The claims of a line of a file; none in raw material, where everybody speaks of something else. */
export function claimsAt(path: string, lines: readonly string[], line: number): Claim[] {
  const kind = kindOf(path);
  const text = lines[line - 1] ?? '';
  if (!isClaiming(path) || text.length > LONGEST || !isRead(kind, text)) return [];
  const title = HEADING.test(text) ? '' : titleAbove(lines, line);
  const { name, clauses } = clausesAt(lines, line);
  const project = scopeOf(path).split('/')[1];
  if (kind !== 'overview')
    return claimsOf(clauses, { project, title: NAMELESS_TITLES.has(firstWord(title)) ? '' : title });
  // A line of the overview is about the project that it begins with, or that the title above it names.
  return [
    ...claimsOf(clauses, { project: folderName(name), title: '', isNamed: true }),
    ...claimsOf(clauses, { project: folderName(title), title: '', name }),
  ];
}

/** Whether lines of a file are read as claims. */
export function isClaiming(path: string): boolean {
  return CLAIMING.has(kindOf(path));
}

/** The project of a file, as the path of its folder; empty outside of all. */
export function scopeOf(path: string): string {
  return /^projects\/[^/]+/.exec(path)?.[0] ?? '';
}

/**
 * How a newer claim relates to an older one of another file; `before` are the claims that the newer one took the place of.
 * Null where it is about something else, or says the same. Where the older one says less of what it is about (`ouverture` beside
 * `ouverture au public`), or it is about something that happens again and again, only its value can tell: it is the one that was replaced.
 */
export function relateClaims(newer: Claim, older: Claim, before: readonly Claim[]): Relation | null {
  if (newer.isPast || newer.scope !== older.scope || newer.value.kind !== older.value.kind) return null;
  if (isSameValue(newer.value, older.value) || !isWithin(older.words, newer.words)) return null;
  const isSame = older.words.length === newer.words.length;
  const replaced = before.some(
    (claim) => isSameMatter(claim, newer) && isSameValue(claim.value, older.value),
  );
  if (!replaced && (!isSame || recurs(older))) return null;
  return { kind: 'superseded', was: older.value.text };
}

/** Whether two claims may give the same thing different values: which one holds, their times decide. */
export function mayConflict(a: Claim, b: Claim): boolean {
  return (
    a.scope === b.scope &&
    a.value.kind === b.value.kind &&
    !isSameValue(a.value, b.value) &&
    (isWithin(a.words, b.words) || isWithin(b.words, a.words))
  );
}

/** The same attribute of the same thing, in the same kind of value. */
export function isSameMatter(a: Claim, b: Claim): boolean {
  return (
    a.scope === b.scope &&
    a.value.kind === b.value.kind &&
    a.words.length === b.words.length &&
    isWithin(a.words, b.words)
  );
}

function isWithin(few: readonly string[][], many: readonly string[][]): boolean {
  return sharedCount(few, many) === few.length;
}

/** About the same thing, in the same words or fewer. */
export function isPartOf(a: Claim, b: Claim): boolean {
  return a.scope === b.scope && a.value.kind === b.value.kind && isWithin(a.words, b.words);
}

/** About something that happens again and again. */
export function recurs({ words, value }: Claim): boolean {
  return value.kind === 'hour' || words.some((forms) => forms.some((form) => RECURRING.has(form)));
}

const LONGEST = 1_000;
const CLAIMING = new Set<FileKind>([
  'overview',
  'profile',
  'tasks',
  'changelog',
  'state',
  'description',
  'other',
]);

/** Only headings of entries and tasks state something; of a task's fields, its deadline does. */
function isRead(kind: FileKind, text: string): boolean {
  if (HEADING.test(text))
    return kind === 'tasks' || (kind === 'changelog' && dayOf(text.slice(0, 14)) === null);
  return kind !== 'tasks' || !isFieldLine(text) || DEADLINE.test(fold(text));
}

const DEADLINE = /^\s*(?:deadline|due|echeance|date limite)\s?:/;

interface About {
  /** The name of its folder. */
  project: string | undefined;
  title: string;
  /** True where the item begins with the name of the project. */
  isNamed?: boolean;
  /** What the item begins with otherwise. */
  name?: string;
}

function claimsOf(clauses: readonly Clause[], about: About): Claim[] {
  const { project, title, isNamed = false, name = '' } = about;
  if (project === '') return [];
  const scope = project === undefined ? '' : `projects/${project}`;
  const names = tellingWords(project ?? '');
  const found: Claim[] = [];
  let subject = '';
  // The clauses of one sentence follow each other.
  let supposed = { sentence: '', is: false };
  for (const { text, label: written, start, isPast, sentence } of clauses) {
    if (supposed.sentence !== sentence) supposed = { sentence, is: isSupposed(sentence) };
    if (supposed.is) continue;
    const label = isNamed && folderName(written.replace(/\(.*$/, '')) === project ? '' : written;
    const stated = statedIn(text, label);
    // `the API, version 2.3`: a value alone belongs to what is named before it.
    const isAlone = stated.every(({ words }) => words.length === 0);
    for (const { value, words: own } of stated) {
      const context = `${label} ${name} ${title} ${isAlone ? subject : ''}`;
      const words = attributeOf([...own, ...tellingWords(withoutValues(context))], names);
      if (words.every(([word]) => GENERIC_KEYS.has(word!))) continue;
      const at = { start: value.start + start, end: value.end + start };
      found.push({ scope, words, value: { ...value, ...at }, isPast, text: sentence.trim() });
    }
    if (!isAlone || stated.length === 0) subject = text;
  }
  return found;
}

/** Supposes, denies, offers or asks. */
function isSupposed(sentence: string): boolean {
  return (
    /\?\s*$/.test(sentence) ||
    tokensOf(sentence).some(({ word, isName }) => HEDGES.has(word) && !(isName && word === 'may'))
  );
}

interface Stated {
  value: ClaimValue;
  /** What else its clause says. */
  words: string[][];
}

/** The values of a clause, but for those that it gives several of; a name only where a key or a verb gives it. */
function statedIn(text: string, label: string): Stated[] {
  const values = claimValuesIn(text);
  const single = values.filter((value) => values.filter(({ kind }) => kind === value.kind).length === 1);
  if (values.length > 0)
    return single.map((value) => ({
      value,
      words: [...tellingWords(withoutValues(text, values)), ...boundsOf(text.slice(0, value.start))],
    }));
  const keyed = label === '' ? text.trim() : `${label}: ${text.trim()}`;
  const { key, value } = readStatement(keyed, { isKeyed: true }) ?? { key: '', value: '' };
  const start = text.indexOf(value);
  if (!NAME.test(value) || start === -1) return [];
  const name = { kind: 'name', text: value, start, end: start + value.length, date: null };
  return [{ value: name, words: tellingWords(key) }];
}

/** At most four words with a capital. */
const NAME = /^\p{Lu}[\p{L}'’-]*(?: (?:de |du |la |van |von )?\p{Lu}[\p{L}'’-]*){0,3}$/u;

function withoutValues(text: string, values: readonly ClaimValue[] = claimValuesIn(text)): string {
  return values.reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text);
}

/** Since a day and until a day are two things, so are early and late in a month. */
function boundsOf(before: string): string[][] {
  const near = before.toLowerCase().slice(-20);
  return Object.entries(bounds()).flatMap(([name, form]) => (form.test(near) ? [[name]] : []));
}

const bounds = once(() => ({
  since: /(?<!\p{L})(?:depuis|since|from|à partir|dès)(?!\p{L})[^,]*$/u,
  until: /(?<!\p{L})(?:until|till|jusqu)(?!\p{L})[^,]*$/u,
  early: /(?<!\p{L})(?:early|début|debut|mi|mid)[- ]?$/u,
  late: /(?<!\p{L})(?:late|fin|end of)\s$/u,
  after: /(?<!\p{L})(?:après|after)(?!\p{L})[^,]*$/u,
}));

/** The words that name an attribute, each once; a verb counts as its noun. */
function attributeOf(all: readonly string[][], names: readonly string[][]): string[][] {
  const found: string[][] = [];
  for (const word of all.map((forms) => nounOf(forms[0]!) ?? forms)) {
    const isKnown = sharedCount([word], [...names, ...found]) > 0;
    if (!isKnown && !LINKING.has(word[0]!)) found.push(word);
  }
  const telling = found.filter(([word]) => !DATE_WORDS.has(word!));
  return telling.length > 0 ? telling : found;
}

function nounOf(verb: string): string[] | null {
  const noun = NOUNS.get(verb);
  return noun === undefined ? null : tellingWords(noun)[0]!;
}

/** The heading above a line, unless it is a day. */
function titleAbove(lines: readonly string[], line: number): string {
  let at = line - 1;
  while (at >= 1 && !HEADING.test(lines[at - 1]!)) at--;
  const heading = at === 0 ? '' : lines[at - 1]!.replace(/^\s*#+\s*(?:\[\p{L}+\]\s*)?/u, '');
  return /^\d{4}-\d\d-\d\d$/.test(heading.trim()) ? '' : heading;
}

/** The name that a folder of that title has: `La Halle Verte` lies in `halle-verte`. */
function folderName(title: string): string {
  const words = fold(title).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(ARTICLES.has(words[0] ?? '') ? 1 : 0).join('-');
}

const ARTICLES = new Set(['the', 'le', 'la', 'les', 'l']);

function firstWord(title: string): string {
  return tokensOf(title)[0]?.word ?? '';
}

/** Words by which an attribute is recognised in lines of different forms, folded, in English and French. */

/** They link an attribute with its value, or say that it changed. */
const LINKING: ReadonlySet<string> = new Set(
  `now currently finally still desormais maintenant actuellement finalement toujours new nouveau nouvelle nouveaux nouvelles actuel
   actuelle current planned scheduled due set fixed moved postponed pushed delayed rescheduled changed prevu prevue prevus prevues
   fixe fixee programme programmee reporte reportee repousse repoussee decale decalee avance avancee deplace deplacee passe passent
   passera devient becomes goes ht ttc vat sera seront est au be`.split(/\s+/),
);

/** They say that a day follows: part of an attribute only where nothing else is. */
const DATE_WORDS: ReadonlySet<string> = new Set(
  'date dates day jour deadline deadlines echeance echeances due'.split(' '),
);

/** Verbs that give a thing a day or a price, and the nouns that do. */
const NOUNS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ouverture: 'ouvre ouvrira ouvrent ouvriront',
    opening: 'opens open',
    fermeture: 'ferme fermera ferment fermeront',
    closing: 'closes close',
    debut: 'commence commencera commencent debute debutera debutent demarre demarrera',
    start: 'starts begins begin',
    fin: 'finit finira finissent termine terminera terminent',
    end: 'ends',
    lancement: 'lance lancera',
    launch: 'launches',
    reprise: 'reprend reprendra',
    prix: 'coute coutera',
    price: 'costs cost',
    livraison: 'livre livrera',
    delivery: 'delivers',
  }).flatMap(([noun, verbs]) => verbs.split(' ').map((verb) => [verb, noun] as const)),
);

/** What happens again and again, each time on a day or for a price of its own. */
const RECURRING: ReadonlySet<string> = new Set(
  `meeting meetings call calls visit lunch dinner breakfast workshop session class lesson interview standup review invoice payment
   instalment reminder mail email letter order shift trip appointment newsletter sprint
   reunion reunions point appel appels rdv rendez visite dejeuner diner atelier seance cours entretien revue facture paiement
   versement acompte relance courrier lettre commande trajet conseil comite copil`.split(/\s+/),
);

/** Titles that say what kind of lines follow, not what they are about; their first words. */
const NAMELESS_TITLES: ReadonlySet<string> = new Set(
  `status statut etat state focus validated valide valides blocked bloque deadlines deadline echeances echeance dates calendrier
   calendar planning schedule cadre scope perimetre contexte context overview projets projects about details infos informations info
   key facts essentiel resume summary contact contacts equipe team people finances goals objectifs intentions notes identite identity
   travail work proches preferences`.split(/\s+/),
);
