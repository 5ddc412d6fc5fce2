import { fold } from '../../search/text/fold.js';
import { ENGLISH_STOP_WORDS, FRENCH_STOP_WORDS } from '../../search/text/stop-words.js';
import { joinPath, ROOT } from '../../vault/paths.js';
import { portableName } from '../../vault/portable-names.js';
import { listFolder } from '../../vault/scan.js';
import type { Vault } from '../../vault/vault.js';
import { isVerb } from './kinds/task-verbs.js';

/** The names of the projects, in order. */
export function listProjects(vault: Vault): string[] {
  const projects = joinPath(ROOT, 'projects');
  const place = vault.locate(projects);
  if (place.kind !== 'folder') return [];
  return listFolder(vault.root, place.target, projects).flatMap(({ name, kind }) =>
    kind === 'folder' ? [name] : [],
  );
}

/**
 * A name for a project, from the things that a text speaks of: two words that stand behind an article, a preposition or
 * a possessive, or look like names, in the order of the text. Null where it holds neither two of them nor a name.
 */
export function projectNameFrom(given: string): string | null {
  const text = withoutAnnouncement(given);
  const label = projectLabel(text);
  if (label !== null) return nameOf(label);
  const words = [
    ...text
      .slice(0, 2_000)
      .replaceAll('’', "'")
      .matchAll(/[\p{L}\p{N}]+(?:'(?=\p{L}))?/gu),
  ];
  const scores = new Map<string, { score: number; at: number; isName: boolean }>();
  for (const [index, match] of words.entries()) {
    const word = fold(match[0]);
    const before = fold(words[index - 1]?.[0] ?? '');
    if (!isThing(word) || (isVerb(word) && !ARTICLES.has(before))) continue;
    const isName = index > 0 && /^\p{Lu}/u.test(match[0]) && !/[.!?]\s*$/.test(text.slice(0, match.index));
    const score = (ARTICLES.has(before) ? 2 : 0) + (isName ? 2 : 0) + (NOUN_ENDING.test(word) ? 1 : 0);
    const known = scores.get(word);
    if (score > 0 || known)
      scores.set(word, {
        score: score + (known?.score ?? 0),
        at: known?.at ?? index,
        isName: isName || known?.isName === true,
      });
  }
  const best = [...scores].sort(([, a], [, b]) => b.score - a.score || a.at - b.at).slice(0, 2);
  if (best.length < 2 && !best[0]?.[1].isName) return null;
  return slugOf(
    best
      .sort(([, a], [, b]) => a.at - b.at)
      .map(([word]) => word)
      .join(' '),
    2,
  );
}

/** The project that a text says is new: `Nouveau projet : Potager partagé, avec Léa`. Null where a sentence follows, not a name. */
export function announcedProject(text: string): string | null {
  const rest = withoutAnnouncement(text);
  const [, quoted, bare] = (rest === text ? null : ANNOUNCED_NAME.exec(rest)) ?? [];
  return (quoted ?? bare) === undefined ? null : nameOf((quoted ?? bare)!);
}

/** A text without the words that say that its project is new. */
export function withoutAnnouncement(text: string): string {
  const [words, link] = ANNOUNCEMENT.exec(text) ?? ['', ''];
  const rest = text.slice(words.length);
  return /[:\p{L}]/u.test(link!) || /^["«“\p{Lu}]/u.test(rest) ? rest : text;
}

/** `Nouveau projet :`; before a name also without the colon: `On lance un nouveau projet, Halle Verte : …`. */
const ANNOUNCEMENT =
  /^\s*(?:(?:je|j['’]|on|nous|i|i['’]m|we|we['’]re)\s*(?:ai|a|avons|démarre|démarrons|commence|commençons|lance|lançons|have|start|starting|started|launch|launching)\s+(?:un|a)\s+)?(?:nouveau projet|new project)(\s*:\s*|,?\s+(?:appelé|nommé|called|named)\s+|,?\s+)/iu;

/** In quotation marks, or up to four words and no more before the sentence goes on. */
const ANNOUNCED_NAME =
  /^(?:["«“]\s*([^"»”\n]{1,60}?)\s*["»”]|([\p{L}\p{N}'’&-]+(?: [\p{L}\p{N}'’&-]+){0,3}(?=\s*(?:[,;:.(–—\n]|$))))/u;

/** The words before a colon that may be the name of a project: `Halle Verte : …`. */
export function projectLabel(text: string): string | null {
  const label = LABEL.exec(text)?.[1];
  return label === undefined || NO_LABELS.has(fold(label).split(/[ '’]/)[0]!) ? null : label;
}

/** `Halle Verte : …`: up to four words before a colon, the first one capitalised. */
const LABEL = /^\s*(\p{Lu}[\p{L}\p{N}'’-]*(?: [\p{L}\p{N}'’-]+){0,3})\s?:\s/u;
/** Words before a colon that say what kind of text follows, or that begin a sentence: `J'ai changé d'avis : …`. */
const NO_LABELS = new Set(
  `action assistant bug contact correction decision erreur error fix fyi idea idee info lien link memo nb note preference ps
  question rappel reminder resume summary tache task todo update user
  c i il ils elle elles it j je nous on she he they we`.split(/\s+/),
);

const ARTICLES = new Set(
  `the a an my our his her their your this that these those some new for of with about le la les l' un une des du de d' mon ma
  mes notre nos son sa ses leur leurs ce cet cette ces au aux pour avec sur nouveau nouvelle`.split(/\s+/),
);
const NOUN_ENDING = /(?:tion|ment|age|ness|ity|ship|ance|ence|eur|ette|isme|ism|ure|ier|erie|site|app)$/;
/** Words behind an article that name nothing: times, quantities, and the small words of talk. */
const NO_THINGS = new Set(
  `thing things stuff lot lots bit way day days week weeks month months year years time times today tomorrow yesterday morning
  evening one two three first last next other same new good great nice big small old long guess idea note mail email message
  someone something anything nothing people person chose choses truc trucs jour jours semaine semaines mois annee annees fois
  matin soir demain hier premier premiere dernier derniere prochain prochaine autre bon bonne grand grande petit petite idee
  quelqu quelque personne gens vocal eur euro euros dollar dollars monday tuesday wednesday thursday friday saturday sunday
  lundi mardi mercredi jeudi vendredi samedi dimanche`.split(/\s+/),
);

function isThing(word: string): boolean {
  return (
    word.length > 2 &&
    !/\d/.test(word) &&
    !FRENCH_STOP_WORDS.has(word) &&
    !ENGLISH_STOP_WORDS.has(word) &&
    !NO_THINGS.has(word)
  );
}

/**
 * A file or folder name from the first significant words of a text: lower case, no accents, at most 40
 * letters.
 */
export function slugOf(text: string, words = 4): string {
  const all = fold(text).match(/[a-z0-9]+/g) ?? [];
  const telling = all.filter(
    (word) => word.length > 1 && !FRENCH_STOP_WORDS.has(word) && !ENGLISH_STOP_WORDS.has(word),
  );
  const found = telling.length > 0 ? telling : all;
  return portableName(found.slice(0, words).join('-').slice(0, 40).replace(/-$/, '') || 'note');
}

const MOST_NAME = 40;

/** The name of a project as somebody gave it, with all its words: lower case, no accents, at most 40 letters. */
export function nameOf(given: string): string {
  const words = fold(given).match(/[a-z0-9]+/g) ?? [];
  const kept = words.filter((_, index) => words.slice(0, index + 1).join('-').length <= MOST_NAME);
  return portableName(kept.join('-') || words.join('-').slice(0, MOST_NAME) || 'note');
}
