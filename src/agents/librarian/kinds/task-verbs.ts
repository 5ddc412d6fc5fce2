import { foldEvenly } from '../../../search/text/fold.js';

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
  wait wash water withdraw write book chase ping circulate descale solder double-check recheck learn practise practice
  polish rehearse scrape shoot sew sketch
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
/** Also in French, which writes some nouns like English verbs: `Mail de Sophie`, `Plan du jardin`. */
const NOUN_AFTER = /^(?:with|of|from|between|at|on|is|was|has|about|in|by|de|du|des|d|avec)$/;
const FOR = new Set('look search ask pay wait apply arrange check prepare plan pack hire'.split(' '));
/** A verb whose subject comes before it, and what begins a clause of its own. */
const FINITE =
  /^(?:is|are|was|were|has|have|had|will|got|went|came|sent|paid|done|made|signed|booked|moved|works?|looks|seems)$/;
const CLAUSE =
  /^(?:that|which|who|if|when|whether|because|before|after|until|what|how|where|why|so|i|we|he|she|it|they|you|there)$/;
/** A participle that ends what it says: `export screen built and merged`. */
const FINISHED = /^(?:\p{L}{3,}ed|built|written|sold|bought|cut|set|read)$/u;
const ENDS = /^(?:and|yesterday|today|now|this|already|at|)$/;
/** Infinitives that people note as a task, whatever follows: `Appeler maman`. Others need an object to be known by their ending. */
const FRENCH_VERBS = new Set(
  `acheter ajouter aller amener annoncer annuler appeler apporter apprendre arranger arroser assister attendre attribuer balayer bloquer
  boire boucler brancher caler changer charger chercher choisir classer commander commencer comparer completer comprendre
  concevoir conclure conduire confier confirmer construire contacter continuer controler convaincre copier corriger couper
  couvrir creer cuire debloquer decaler decider declarer decrire deduire defendre demander demarrer demonter deplacer deposer
  descendre dessiner developper deviser dire discuter donner ecrire editer effacer emballer emmener emprunter enlever enregistrer envoyer
  essayer estimer etablir eteindre etendre etiqueter etudier evaluer expliquer exporter fabriquer facturer faire fermer
  finaliser finir fixer fournir garder gerer importer imprimer indiquer informer inscrire installer integrer inviter jeter
  joindre laver lire livrer louer mesurer mettre modifier monter montrer negocier nettoyer nommer noter obtenir offrir organiser
  ouvrir parler partager passer payer peindre perdre permettre planifier planter poser poster postuler prendre preparer presenter
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

/** `Buy milk`, `Acheter des piles`: an imperative or an infinitive at the start. */
export function startsWithVerb(text: string): boolean {
  const clause = foldEvenly(text.trim().replace(LIST_MARK, '')).replace(/^ne pas /, '');
  const words = clause.match(/[\p{L}\d-]+/gu) ?? [];
  const [verb = '', second = ''] = words;
  if (second === '' || /^\p{L}+\s?:/u.test(clause)) return false;
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
  const finite = rest.findIndex(
    (word, index) => FINITE.test(word) || (FINISHED.test(word) && ENDS.test(rest[index + 1] ?? '')),
  );
  return finite !== -1 && !rest.slice(0, finite).some((word) => CLAUSE.test(word)) && !CLAUSE.test(second);
}

/** What stands before an item of a list. */
export const LIST_MARK = /^(?:[-*+•]\s+(?:\[ \]\s+)?|\d{1,2}[.)]\s+|\[ \]\s+)/;
