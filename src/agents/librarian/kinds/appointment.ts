import { fold, foldEvenly } from '../../../search/text/fold.js';
import { dayIn, isMovedToDay, type NamedDay } from './day-in.js';
import { isCompletion } from './done.js';
import { entryOf, sentencesOf, titleOf } from './sentences.js';

const TIME =
  /\b(?:\d{1,2}\s?h(?:\s?\d\d)?|\d{1,2}:\d\d|\d{1,2}(?::\d\d)?\s?(?:am|pm)|(?:at|à)\s+\d{1,2}|(?:\p{L}+-)?(?:une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingt) heures?|noon|midday|midi)(?!\p{L})/iu;
const EVENT =
  /\b(?:appointment|meeting|call with|meet|meets|lunch|dinner|breakfast|drinks|party|workshop|interview|demo|review|visit|flight|train|exam|concert|wedding|birthday party|session|stand-up|conference|kick-?off|launch|go-live|release|delivery|opening|rendez-vous|rdv|reunion|point avec|appel avec|dejeuner|diner|visite|atelier|entretien|examen|mariage|fete|vol|soutenance|formation|conseil|assemblee|recette|controle|lancement|livraison|mise en ligne|ouverture|inauguration)\b/;
const LIMIT =
  /\b(?:deadline|due|expires?|ends?|closes?|date limite|echeance|expire|a rendre|dernier delai|cloture|needs?|wants?|expects?|attend(?:ent)?|veut|veulent|a besoin)\b/;
const STARTS =
  /\b(?:starts?|begins?|opens?|launches|launch is|moved to|postponed to|meets?|se reunit|se reunissent|tombe|passe (?:a|le|par)|rescheduled|brought forward|commence|debute|demarre|ouvre|aura lieu|reporte|decale|avance|deplace|takes place|is planned|est prevue?|est fixee?)\b/;
/** Somebody or something comes, goes or begins; a part of the day says as much. */
const COMES =
  /\b(?:comes?|coming|arrives?|arriving|leaves?|leaving|lands?|visits?|visiting|stays?|seeing|meeting|picks? (?:me|us|up)|joins?|is back|are back|be back|off (?:on|from|until)|starting|vient|viennent|passe|passent|arrive|arrivent|part|partent|repart|commencent|debutent|finissent|termine|se termine|rentre|rentrent|revient|vois|voit|voyons|retrouve|retrouvons|rejoint|recoit|debarque|atterrit|(?:a|as|ai|avons|ont) (?:un |une )?(?:rendez-vous|rdv|visio)|visio|apero|anniversaire|birthday|holidays?|vacances|conge|going to (?:the|my|an?)|(?:vais|allons) (?:a|au|aux|chez|en)|a payer|a regler|a rendre|to be paid|payable)\b/;
const PART_OF_DAY = /\b(?:morning|afternoon|evening|night|lunchtime|matin|apres-midi|aprem|soir|midi)\b/;
const CHANGED =
  /(?<!\p{L})(?:now|finally|new (?:date|deadline)|nouvelle (?:date|échéance|echeance)|moved|pushed|delayed|slips?|slipped|postponed|rescheduled|instead|brought forward|finalement|d[eé]sormais|maintenant|report[eé]e?s?|d[eé]cal[eé]e?s?|avanc[eé]e?s?|d[eé]plac[eé]e?s?|repouss[eé]e?s?)(?!\p{L})/giu;

/** The day of an appointment or a deadline; null where a text states none. */
export function appointmentDay(text: string, today: string): NamedDay | null {
  const named = dayIn(text, today);
  if (named === null || named.day < today || sentencesOf(text).length > 3) return null;
  // What is over has no day to come: `Kickoff was on Monday` names the last one.
  const sentence = sentencesOf(text).find((one) => dayIn(one, today)?.day === named.day) ?? text;
  if (OVER.test(foldEvenly(sentence)) && !isMoved(text)) return null;
  const folded = fold(text).replaceAll('’', "'");
  const hasTime = TIME.test(text.replace(/\d{4}-\d\d-\d\d/g, ''));
  const isEvent = hasTime || namesEvent(folded) || isMoved(text);
  const words = folded.slice(named.start, named.end);
  // `Contrat signé ce matin`, but not `repas préparé ce soir`.
  const isDone = !hasTime && SO_FAR.test(words) && isCompletion(text);
  if (SPAN.test(words) || (named.day === today && isDone)) return null;
  // `ouvrir à 9h le samedi`, `le mardi matin`: every week, but not `réunion le mardi`.
  const isHabit = /^le \p{L}+$/u.test(words) && !EVENT.test(folded);
  if (!isHabit && (isEvent || named.isLimit)) return named;
  const isWeak = COMES.test(folded) || PART_OF_DAY.test(folded.slice(named.end)) || isBare(folded, named);
  return isWeak && !isHabit ? named : null;
}

/**
 * A text as an entry for its day: the title is the sentence that names it, and of one that is too long for a title the part that says what
 * happens then. `J'ai vu Camille. La livraison est prévue le 12 mai.`
 */
export function datedEntry(text: string, day: string, today: string): { title: string; body: string } {
  const isAbout = (part: string) => dayIn(part, today)?.day === day;
  const [first, ...others] = sentencesOf(text);
  const sentence = first === undefined || isAbout(first) ? first : others.find(isAbout);
  const { title, body } = entryOf(text);
  if (sentence === undefined || (sentence === first && !title.endsWith('…'))) return { title, body };
  const whole = titleOf(sentence);
  const part = whole.endsWith('…')
    ? sentence.split(PART_BREAK).find((one) => isAbout(one) && namesEvent(fold(one)))
    : undefined;
  return { title: part === undefined ? whole : titleOf(part), body: text.trim() };
}

const PART_BREAK = /[,;]\s+|\s?:\s+|\s[–—]\s/u;

function namesEvent(folded: string): boolean {
  return [EVENT, LIMIT, STARTS].some((form) => form.test(folded));
}

/** A thing and its day, no more: `dentist on Friday`, `samedi coiffeur`. */
function isBare(folded: string, { start, end }: NamedDay): boolean {
  const rest = `${folded.slice(0, start)} ${folded.slice(end)}`.match(/\p{L}+/gu) ?? [];
  return rest.length > 0 && rest.length <= MOST_BARE;
}

const MOST_BARE = 4;

/** A state that lasts until a day, and what happens every week (`les clients du jeudi`, `du lundi au vendredi`), are no appointments. */
const SPAN = /^(?:until|till|jusqu)|^(?:du|des|since|from) \p{L}+(?: (?:au|to) \p{L}+)?$/u;
const SO_FAR = /aujourd|today|matin|morning/;
const OVER = /\b(?:was|were|went|had|etait|etaient|a ete|ont ete|(?:ai|a|avons|ont) eu)\b/;

/** True where a text says that a day changed: `moved to`, `finalement`, `reporté`, `passe au 3 avril`. */
export function isMoved(text: string): boolean {
  return withoutMove(text) !== text || isMovedToDay(text);
}

/** What a moved appointment is about: `Réunion`, without `reportée`. */
export function withoutMove(text: string): string {
  return text.replace(CHANGED, '');
}

const CLOCK =
  /\b(?:\d{1,2}\s?h(?:\s?\d\d)?|\d{1,2}:\d\d(?:\s?[ap]m)?|\d{1,2}\s?[ap]m|noon|midday|midi)(?!\p{L})/giu;

/** The appointment, at the time that another text names, if it names one. */
export function atTimeOf(text: string, appointment: string): string {
  const times = (line: string) => [...line.matchAll(CLOCK)];
  const [time, ...further] = times(text);
  const [old, ...others] = times(appointment);
  if (time === undefined || further.length + others.length > 0) return appointment;
  if (old !== undefined)
    return appointment.slice(0, old.index) + time[0] + appointment.slice(old.index + old[0].length);
  const lead = /(?:à|at)\s+$/iu.exec(text.slice(0, time.index))?.[0] ?? '';
  return appointment.replace(/(?=\.?$)/, ` ${lead}${time[0]}`);
}
