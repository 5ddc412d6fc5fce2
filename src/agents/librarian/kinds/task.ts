import { fold } from '../../../search/text/fold.js';
import { dayIn, type NamedDay } from './day-in.js';
import { capitalised, entryOf, sentencesOf } from './sentences.js';

/** Words that announce a task; what follows is its title. */
const LEAD_INS = [
  /^(?:to-?do|task|tâche|à faire|action)(?:\s+(?:for\s+|pour\s+)?[\p{L}\d -]{2,40})?\s*:\s*/iu,
  /^to-?do\s+(?!lists?\b)(?=\p{L})/iu,
  /^[-*+]?\s*\[ \]\s+/u,
  /^(?:please\s+|s'il te plaît,?\s+)?(?:remind me|rappelle(?:z)?-moi)\s+(?:to|de|d')\s*/iu,
  /^(?:please\s+)?(?:remember|don'?t forget|do not forget|make sure|be sure)\s+to\s+/iu,
  /^(?:i|we)(?:'ve| have)?\s+(?:(?:also|still|really|just|first|now)\s+)*(?:need|have|got|ought)\s+to\s+/iu,
  /^(?:i|we)\s+(?:(?:also|still|really)\s+)*(?:must|should)\s+/iu,
  /^(?:still\s+)?(?:need|have|got)\s+to\s+/iu,
  /^(?:ne pas oublier|n'oublie(?:z|r)? pas|pense(?:r|z)?|penser aussi)\s+(?:à|de|d')\s*/iu,
  /^(?:pense(?:r|z)?)\s+à\s+/iu,
  /^(?:(?:il\s+)?(?:faut|faudrait|faudra)|(?:je|on|nous)\s+(?:dois|doit|devons|devrais|devrait))\s+(?:(?:aussi|encore|absolument|vraiment|bien)\s+)*(?=\p{L}+(?:er|ir|oir|re)\b)/iu,
];
/** The same, where the words are needed to read the title. */
const STATED = [
  /^(?:il\s+)?(?:faut|faudrait|faudra)\s+qu/iu,
  /\b(?:needs? to be|has to be|must be)\s+\p{L}+(?:ed|en|nt|lt)\b/iu,
  /\b(?:reste|restent)\s+à\s+\p{L}+(?:er|ir|re)\b/iu,
  /^(?:it|he|she|they)\s+(?:still\s+)?needs?\s+to\s/iu,
];

const ENGLISH_VERBS = new Set(
  `add answer apply arrange ask attach back backup bake bring build buy call cancel change charge check choose clean clear
  collect compare complete configure confirm contact cook copy create cut decide define delete deliver deploy design discuss do
  document download draft edit email ensure explain feed fetch figure fill finalise finalize find finish fix follow gather get
  give go hand hire implement improve inform inspect install
  investigate invite invoice learn list look mail make measure merge migrate monitor move negotiate notify open order organise
  organize pack pay phone pick plan post prepare print propose publish push put reach read record refactor register
  remove rename renew rent repair replace reply report request research reserve resolve restart return review revise rewrite
  rework run say scan schedule search see sell send set share ship show sign simplify sketch solve sort speak start submit subscribe
  switch take talk tell test text thank tidy track transfer translate try turn unsubscribe update upgrade upload verify visit
  wait wash water withdraw write book chase ping`.split(/\s+/),
);
/** Verbs that are nouns before these words: `Call with Priya`, `Visit of the site`. */
const NOUN_AFTER = /^(?:with|of|from|between|at|on|is|was|has|about|in|by)$/;
/** Infinitives in -re and -oir; those in -er and -ir are known by their ending. */
const FRENCH_VERBS = new Set(
  `apprendre attendre boire comprendre concevoir conclure conduire construire convaincre couvrir cuire decrire defendre
  descendre ecrire eteindre etendre faire inscrire joindre lire mettre peindre perdre permettre prendre prevoir produire
  promettre recevoir reconduire refaire rejoindre relire remettre rendre repondre reprendre resoudre revoir souscrire suivre
  traduire transmettre vendre voir`.split(/\s+/),
);
/** Nouns and other words with those endings that may stand before an article or a name. */
const NO_VERBS = new Set(
  `after another atelier avenir cahier chantier courrier dejeuner dernier diner dossier fevrier fichier former her hier
  janvier letter loisir loyer master never offer order other over panier papier per plaisir premier remember server
  souvenir under user whether`.split(/\s+/),
);
const OBJECT_STARTS = new Set(
  `a au aux avec ce ces cet cette chez d dans de des deux du en l la le les leur leurs ma mes mon nos notre par pour quatre que
  sa ses si son sur ta tes ton trois un une vos votre`.split(/\s+/),
);
/** Infinitives that people note as a task whatever follows: `Appeler maman`. */
const FRENCH_ERRANDS = new Set(
  `acheter appeler apporter arroser chercher commander confirmer contacter corriger demander envoyer finir imprimer payer poster
  preparer prevenir recuperer regler relancer remercier renouveler reserver rappeler signer telephoner terminer verifier`.split(
    /\s+/,
  ),
);

/** Verbs with which people begin a task, folded. */
export const TASK_VERBS = { en: [...ENGLISH_VERBS], fr: [...FRENCH_VERBS, ...FRENCH_ERRANDS] };

/** True where a text asks for something to be done. */
export function isTask(text: string): boolean {
  return leadIn(text) !== '' || STATED.some((form) => form.test(text.trim())) || startsWithVerb(text);
}

const MOST_LISTED = 20_000;

/** True for a list whose items all ask for something, however many. */
export function isTaskList(text: string): boolean {
  if (text.length > MOST_LISTED) return false;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const items = lines.filter((line) => LIST_MARK.test(line.trim()));
  return (
    items.length > 1 &&
    items.length >= lines.length - 1 &&
    items.every((item) => isTask(item.trim().replace(LIST_MARK, '')))
  );
}

/** What a text asks to be done, one title each. A list of several in one sentence becomes several. */
export function tasksIn(text: string): string[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const items = lines.filter((line) => LIST_MARK.test(line));
  if (items.length > 1) return items.flatMap((item) => splitSentence(item.replace(LIST_MARK, '')));
  if (lines.length > 1 && lines.every((line) => isTask(line))) return lines.flatMap(splitSentence);
  const sentences = sentencesOf(text);
  if (sentences.every(isTask)) return sentences.flatMap(splitSentence);
  // Further sentences explain the task; of several tasks, the last one.
  const tasks = splitSentence(sentences[0] ?? '');
  const { body } = entryOf(text);
  return [...tasks.slice(0, -1), `${tasks.at(-1)}\n${body}`.trim()];
}

/** The line above a list of tasks, which may name their project. */
export function headerOf(text: string): string {
  const [first = ''] = text.trim().split('\n');
  return LIST_MARK.test(first) ? '' : first;
}

/** When a task is due: any day where one is named as a limit or relative to today, else none. */
export function dueDay(title: string, today: string): NamedDay | null {
  const named = dayIn(title, today);
  if (named === null || named.day < today) return null;
  return named.isRelative ||
    named.isLimit ||
    /(?:\b(?:on|le|due|for the)\s+)\S/i.test(title.slice(named.start, named.end))
    ? named
    : null;
}

const LIST_MARK = /^(?:[-*+•]\s+(?:\[ \]\s+)?|\d{1,2}[.)]\s+|\[ \]\s+)/;

function leadIn(text: string): string {
  const start = text.trim();
  for (const form of LEAD_INS) {
    const match = form.exec(start)?.[0];
    if (match !== undefined) return match;
  }
  return '';
}

/** `Buy milk`, `Acheter des piles`: an imperative or an infinitive at the start. */
export function startsWithVerb(text: string): boolean {
  const words =
    text
      .trim()
      .replace(LIST_MARK, '')
      .match(/[\p{L}\d-]+/gu) ?? [];
  const [first = '', second = ''] = /^ne pas /i.test(text.trim()) ? words.slice(2) : words;
  if (second === '') return false;
  const verb = fold(first);
  if (ENGLISH_VERBS.has(verb)) return verb === 'back' ? second === 'up' : !NOUN_AFTER.test(fold(second));
  const isFrench = FRENCH_VERBS.has(verb) || (/^\p{L}{2,}(?:er|ir)$/u.test(verb) && !NO_VERBS.has(verb));
  return (
    isFrench && (FRENCH_ERRANDS.has(verb) || OBJECT_STARTS.has(fold(second)) || /^[\p{Lu}\d]/u.test(second))
  );
}

/** One title per task in a sentence: each starts with a verb, and the words before it say what to do. */
function splitSentence(sentence: string): string[] {
  const start = sentence.trim().replace(LIST_MARK, '');
  const text = start.slice(leadIn(start).length).replace(/\.$/, '');
  const parts: string[] = [];
  let from = 0;
  for (const { 0: separator, index } of text.matchAll(SEPARATOR)) {
    const next = index + separator.length;
    if (!startsWithVerb(text.slice(next)) || !/\S\s+\S/.test(text.slice(from, index))) continue;
    parts.push(text.slice(from, index));
    from = next;
  }
  return [...parts, text.slice(from)].map(capitalised);
}

const SEPARATOR = /[;,]\s+(?:(?:and|et|then|puis)\s+)?|\s+(?:and then|and|et|puis|then)\s+/giu;
