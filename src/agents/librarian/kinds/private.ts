import { fold } from '../../../search/text/fold.js';
import { projectLabel } from '../projects.js';

/** Longer notes are about something that may need a place of its own. */
const MOST_CHARACTERS = 300;
/** Words of a life beside work: home, people, food, health, school, leisure, the neighbourhood. Folded. */
const LIFE =
  /(?<!\p{L})(?:home|house|flat|kitchen|bathroom|bedroom|garden|balcony|roof|garage|cellar|boiler|laundry|fridge|oven|neighbou?rs?|landlord|caretaker|mum|mom|dad|mother|father|parents?|sister|brother|grandma|grandpa|aunt|uncle|cousin|wife|husband|kids?|children|son|daughter|baby|friend|birthday|party|school|teacher|homework|nursery|recipe|soup|curry|bread|cake|restaurant|cafe|coffee|bar|pub|bakery|baker|market|supermarket|wine|beer|tea|cheese|doctor|dentist|physio|hospital|pharmacy|vaccine|allergy|headache|sleep|slept|gym|yoga|running|swim(?:ming)?|bike|cycling|hike|walk|holidays?|beach|camping|hotel|film|movie|series|book|novel|podcast|concert|museum|exhibition|cat|dog|vet|plants?|parking|bus|tram|metro|weather|rain|snow|maison|appart|appartement|cuisine|salle de bain|chambre|jardin|balcon|toit|cave|chaudiere|lessive|frigo|four|voisine?s?|proprio|gardienne?|syndic|plombier|electricien|maman|papa|mere|pere|parents|soeur|frere|mamie|papi|tante|oncle|cousine?|femme|mari|enfants?|fils|fille|bebe|copains?|copines?|amie?s?|anniversaire|fete|ecole|creche|maitresse|instit|devoirs|cantine|cp|recette|soupe|gratin|pain|gateau|yaourt|resto|cafe|boulangerie|boulangere?|marche|vin|biere|fromage|medecin|dentiste|kine|hopital|pharmacie|vaccin|dent|dents|dormi|gym|piscine|velo|rando|balade|vacances|plage|gite|film|serie|livre|roman|bouquin|expo|musee|chats?|chiens?|veto|plantes?|tomates?|meteo|pluie|neige|postman|facteur)(?!\p{L})/u;
/** Words of work to come: what they speak of may become a project. Folded. */
const WORK =
  /(?<!\p{L})(?:clients?|clientes?|customers?|projects?|projets?|web ?sites?|sites?|apps?|appli(?:cation)?s?|quotes?|devis|briefs?|offers?|appel d'offres|tender|pitch|prospects?|missions?|contract|contrat|startup|launch|lancement|invoice|facture|roadmap|repo|api|endpoint|wants?|veut|voudrait)(?!\p{L})/u;

/** True for a short note about the user's own life, which no project could be made of. */
export function isPrivate(text: string): boolean {
  const folded = fold(text);
  return (
    text.trim().length <= MOST_CHARACTERS &&
    projectLabel(text) === null &&
    !WORK.test(folded) &&
    LIFE.test(folded)
  );
}

/** How people say that something is not for somebody's notes. Folded. */
const KEPT_OUT = [
  /\b(?:keep|leave|stays?)\b[^.\n]{0,40}\b(?:out of|away from|from the client)\b/,
  /\b(?:not|don.t|never)\b[^.\n]{0,20}\b(?:put|file|write|note|add|log|share|show|tell)\b[^.\n]{0,40}\b(?:notes?|file|folder|project|clients?|customers?|minutes)\b/,
  /\boff the record\b|\bbetween (?:us|you and me)\b|\bnot for (?:the |their |his |her )?(?:clients?|customers?|notes)\b/,
  /\bhors (?:du|des|de ses|de leurs) (?:dossier|notes|projet|compte rendu)\b|\bentre nous\b/,
  /\b(?:pas|jamais|rien)\b[^.\n]{0,40}\b(?:dans|au|aux) (?:les |le |ses |leurs |son )?(?:notes|dossier|projet|compte rendu|clients?)\b/,
];

/** True for a text that says to keep it out of somebody's notes: only its user knows where it may go. */
export function isKeptOut(text: string): boolean {
  const folded = fold(text.slice(0, 4_000));
  return KEPT_OUT.some((form) => form.test(folded));
}
