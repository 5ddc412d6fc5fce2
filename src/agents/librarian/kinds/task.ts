import { dayIn, foldEvenly, type NamedDay } from './day-in.js';
import { withoutOpening } from './opening.js';
import { capitalised, entryOf, sentencesOf } from './sentences.js';

/** Words that announce a task; what follows is its title. Folded; `when` is a part of the title that comes first. */
const LISTS = '(?:to-?do |task |shopping )?lists?|liste(?: de (?:taches|courses))?|to-?do';
const ANNOUNCED = [
  /^(?:to-?dos?|tasks?|taches?|a faire|action|reminder|rappel|pense[- ]?bete)(?:\s+(?:for\s+|pour\s+)?[\p{L}\d -]{2,40})?\s*:\s*/u,
  /^to-?do\s+(?!lists?\b)(?=\p{L})/u,
  /^[-*+]?\s*\[ \]\s+/u,
  new RegExp(
    `^(?:(?:can|could|would|will) you |tu peux |peux-tu |pourrais-tu |please )*(?:put|add|mets|mettre|ajoute[rz]?|note[rz]?) (?:this |it |that |ca )?(?:on|to|in|a|sur|dans) (?:my|the|ma|la) (?:${LISTS})\\s*[:,]?\\s*`,
  ),
  /^il (?:me |nous )?reste a\s*:\s*|^(?:user )?(?:asked|wants) (?:me )?to (?:keep|track|remember)[^:]{0,40}:\s*/u,
  new RegExp(`^(?:for|on|pour|sur) (?:my|the|ma|la) (?:${LISTS})\\s*[:,]\\s*`),
];
/** What somebody must do: the same words, also after what leads to them (`before I forget, I gotta …`). */
const OBLIGATIONS = [
  /^(?:please\s+|s'?il te plait,?\s+|stp\s+)?(?:remind me|rappelle(?:z)?[- ]moi)(?<when>[^,.;:]{0,30}?)\s+(?:to\s+|de\s+|d')/u,
  /^(?:please\s+)?(?:remember|don'?t forget|do not forget|make sure|be sure)\s+to\s+/u,
  /^i(?:'?ve| have)?\s+(?:(?:also|still|really|just|first|now)\s+)*(?:gotta\s+|(?:need|have|got|ought)\s+to\s+)/u,
  /^i(?:'?d| had)\s+better\s+/u,
  /^i\s+(?:(?:also|still|really)\s+)*(?:must|should)\s+/u,
  /^(?:ne pas oublier|pas oublier|n'?oublie(?:z|r)? pas|pense(?:r|z)?|penser aussi)\s+(?:a\s+|de\s+|d')(?!l'|la |le |les )/u,
  /^(?:(?:il\s+)?(?:faut|faudrait|faudra)\s+(?:que\s+je\s+|absolument\s+)?pense(?:r)?\s+a)\s+/u,
  /^je\s+(?:dois|devrais)\s+(?:(?:aussi|encore|absolument|vraiment|bien)\s+)*(?=\p{L}+(?:er|ir|oir|re)\b)/u,
];
const LEAD_INS = [
  ...ANNOUNCED,
  ...OBLIGATIONS,
  /^we(?:'?ve| have)?\s+(?:(?:also|still|really|just|first|now)\s+)*(?:gotta\s+|(?:need|have|got|ought)\s+to\s+)/u,
  /^we\s+(?:(?:also|still|really)\s+)*(?:must|should)\s+/u,
  /^(?:still\s+)?(?:gotta\s+|(?:need|have|got)\s+to\s+)/u,
  /^(?:(?:il\s+)?(?:faut|faudrait|faudra)|(?:on|nous)\s+(?:doit|devons|devrait))\s+(?:(?:aussi|encore|absolument|vraiment|bien)\s+)*(?=\p{L}+(?:er|ir|oir|re)\b)/u,
  /^(?:can|could|would|will)\s+you\s+(?:please\s+)?|^(?:peux-tu|tu peux|pourrais-tu|tu pourrais|pouvez-vous|pourriez-vous)\s+(?:me\s+)?/u,
];
/** The same, where the words are needed to read the title. */
const STATED = [
  /^(?:il\s+)?(?:faut|faudrait|faudra)\s+qu/u,
  /^(?:ne\s+)?pas\s+oublier\b|^n'?oublie(?:z|r)?\s+pas\b|^(?:don'?t|do not)\s+forget\b|^penser\s+a\b/u,
  /\b(?:needs? to be|has to be|must be)\s+\p{L}+(?:ed|en|nt|lt)\b/u,
  /[-–—([,]\s*(?:to-?do|a faire)[)\]]?$/u,
  /\b(?:reste|restent)\s+a\s+\p{L}+(?:er|ir|re)\b/u,
  /^(?:it|he|she|they)\s+(?:still\s+)?needs?\s+to\s/u,
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
  wait wash water withdraw write book chase ping
  assemble attend block borrow calculate close convert coordinate debug declare decline disable drop duplicate empty enable
  escalate estimate evaluate export extend forward generate grab hang import iron join lend lock mend mow nudge optimise outline
  paint park photograph pull purchase reboot recharge recycle redo refill refund reinstall remind reorder reschedule reset
  respond restore retest retrieve retry revert ring save shorten stop summarise summarize swap sweep sync tag teach tighten
  unblock undo unpack unplug validate vacuum warn weigh wipe wrap`.split(/\s+/),
);
/** Verbs that are nouns too: `Call with Priya`, `Return leg from Bristol is booked`. */
const NOUNS_TOO = new Set(
  `answer book call change charge check copy cut design document draft drop edit email estimate exchange export feed fix hand
  hire import invoice list look mail measure monitor move order pack pay phone pick plan post print push record rent repair
  report request research return review run scan schedule search share ship show sign sketch sort start stop switch talk test
  text track transfer try turn update upgrade upload visit wait wash water ping back backup`.split(/\s+/),
);
const NOUN_AFTER = /^(?:with|of|from|between|at|on|is|was|has|about|in|by)$/;
const FOR = new Set('look search ask pay wait apply arrange check prepare plan pack hire'.split(' '));
/** A verb whose subject comes before it, and what begins a clause of its own. */
const FINITE =
  /^(?:is|are|was|were|has|have|had|will|got|went|came|sent|paid|done|made|signed|booked|moved|works?|looks|seems)$/;
const CLAUSE =
  /^(?:that|which|who|if|when|whether|because|before|after|until|what|how|where|why|so|i|we|he|she|it|they|you|there)$/;
/** Infinitives that people note as a task, whatever follows: `Appeler maman`. Others need an object to be known by their ending. */
const FRENCH_VERBS = new Set(
  `acheter ajouter aller amener annuler appeler apporter apprendre arranger arroser assister attendre attribuer balayer bloquer
  boire boucler brancher caler changer charger chercher choisir classer commander commencer comparer completer comprendre
  concevoir conclure conduire confier confirmer construire contacter continuer controler convaincre copier corriger couper
  couvrir creer cuire debloquer decaler decider declarer decrire deduire defendre demander demarrer demonter deplacer deposer
  descendre dessiner developper deviser donner ecrire editer effacer emballer emmener emprunter enlever enregistrer envoyer
  essayer estimer etablir eteindre etendre etiqueter etudier evaluer expliquer exporter fabriquer facturer faire fermer
  finaliser finir fixer fournir garder gerer importer imprimer indiquer informer inscrire installer integrer inviter jeter
  joindre laver lire livrer louer mesurer mettre modifier monter montrer negocier nettoyer nommer noter obtenir offrir organiser
  ouvrir partager passer payer peindre perdre permettre planifier planter poser poster postuler prendre preparer presenter
  preter prevenir prevoir produire promettre proposer publier racheter ramener ranger rappeler recevoir rechercher recommander
  reconduire recuperer rediger refaire reflechir regarder regler rejoindre relancer relire rembourser remercier remettre
  remplacer remplir rencontrer rendre renommer renouveler renvoyer reparer repasser repondre reporter reprendre reserver
  resilier resoudre restaurer retirer retourner retravailler retrouver reunir reviser revoir saisir sauvegarder scanner signer
  sortir souscrire suivre supprimer surveiller telecharger telephoner terminer tester tondre traduire traiter transferer
  transmettre trier trouver valider vendre verifier verser vider virer visiter voir`.split(/\s+/),
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

/** Verbs with which people begin a task, folded. */
export const TASK_VERBS = { en: [...ENGLISH_VERBS], fr: [...FRENCH_VERBS] };

/** True where a text asks for something to be done. */
export function isTask(text: string): boolean {
  const said = withoutOpening(text);
  const folded = foldEvenly(said.trim());
  return leadIn(said).length > 0 || STATED.some((form) => form.test(folded)) || startsWithVerb(said);
}

/** True where somebody says in the middle of a text what they must do themselves. */
export function isTaskWithin(text: string): boolean {
  return sentencesOf(text).length === 1 && startWithin(text) > 0;
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
export function tasksIn(given: string): string[] {
  const text = isTask(given) ? withoutOpening(given) : given.slice(startWithin(given));
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

/** The words that announce a task at the start of a text, and what of them its title needs. */
function leadIn(text: string): { length: number; when: string } {
  const start = text.trim();
  const folded = foldEvenly(start);
  for (const form of LEAD_INS) {
    const match = form.exec(folded);
    if (match === null) continue;
    const when = match.groups?.when ?? '';
    const at = match[0].lastIndexOf(when);
    return { length: match[0].length, when: when === '' ? '' : start.slice(at, at + when.length) };
  }
  return { length: 0, when: '' };
}

/** Where the first part of a sentence begins that says what somebody must do; 0 where none does. */
function startWithin(text: string): number {
  const folded = foldEvenly(text);
  for (const { 0: separator, index } of folded.matchAll(/[,;:–—]\s+(?:(?:and|et|so|donc|but|mais)\s+)?/gu)) {
    const at = index + separator.length;
    if (OBLIGATIONS.some((form) => form.test(folded.slice(at)))) return at;
  }
  return 0;
}

/** `Buy milk`, `Acheter des piles`: an imperative or an infinitive at the start. */
export function startsWithVerb(text: string): boolean {
  const clause = foldEvenly(text.trim().replace(LIST_MARK, '')).replace(/^ne pas /, '');
  const words = clause.match(/[\p{L}\d-]+/gu) ?? [];
  const [verb = '', second = ''] = words;
  if (second === '') return false;
  if (ENGLISH_VERBS.has(verb)) return verb === 'back' ? second === 'up' : !isNoun(verb, clause);
  if (FRENCH_VERBS.has(verb)) return second !== 'est';
  return (
    /^\p{L}{2,}(?:er|ir)$/u.test(verb) &&
    !NO_VERBS.has(verb) &&
    (OBJECT_STARTS.has(second) || /^\S+\s+[\p{Lu}\d]/u.test(text.trim().replace(LIST_MARK, '')))
  );
}

/** True for a folded word that is no noun: an imperative or an infinitive. */
export function isVerb(word: string): boolean {
  return FRENCH_VERBS.has(word) || (ENGLISH_VERBS.has(word) && !NOUNS_TOO.has(word));
}

/** True for a word that is a verb elsewhere: `Invoice for June sent`, `Call with Priya`. */
function isNoun(verb: string, clause: string): boolean {
  const [first = ''] = clause.split(/[,;.:!?]/);
  const [, second = '', ...rest] = first.match(/[\p{L}\d-]+/gu) ?? [];
  if (NOUN_AFTER.test(second) || (second === 'for' && !FOR.has(verb))) return true;
  if (!NOUNS_TOO.has(verb)) return false;
  const finite = rest.findIndex((word) => FINITE.test(word));
  return finite !== -1 && !rest.slice(0, finite).some((word) => CLAUSE.test(word)) && !CLAUSE.test(second);
}

/** One title per task in a sentence: each starts with a verb, and the words before it say what to do. */
function splitSentence(sentence: string): string[] {
  const start = sentence.trim().replace(LIST_MARK, '');
  const { length, when } = leadIn(start);
  const text = `${start.slice(length).replace(/\.$/, '')}${when}`;
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

const SEPARATOR = /\s+[+&/]\s+|[;,]\s+(?:(?:and|et|then|puis)\s+)?|\s+(?:and then|and|et|puis|then)\s+/giu;
