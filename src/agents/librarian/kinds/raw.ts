import { dayIn } from './day-in.js';
import { isDecision, isTagged } from './decision.js';
import type { Kind } from './kind.js';
import { sentencesOf } from './sentences.js';
import { isTask } from './task.js';

const LONG_CHARACTERS = 1_500;
const LONG_LINES = 25;
const LONG_MINUTES = 500;

/** True for material that is kept as it came: a mail, a transcript, minutes, a long text. */
export function isRaw(text: string): boolean {
  // The length first: no pattern then sees a text of any size.
  return isLong(text) || isMail(text) || isTranscript(text) || isMinutes(text);
}

function isLong(text: string): boolean {
  return (
    text.length > LONG_CHARACTERS || text.split('\n').filter((line) => line.trim() !== '').length > LONG_LINES
  );
}

/** Two header lines, or a greeting and a closing. */
function isMail(text: string): boolean {
  const headers = text.match(MAIL_HEADER)?.length ?? 0;
  return headers >= 2 || (GREETING.test(text.trim()) && CLOSING.test(text.trim()));
}

const MAIL_HEADER = /^(?:from|to|cc|subject|date|sent|de|à|objet|envoyé|expéditeur|destinataire)\s?:\s/gimu;
/** Also below a line that says whose mail it is: `Mail de Sophie :`. */
const GREETING =
  /^(?:[^\n]{1,80}:[^\S\n]*\n\s*)?(?:dear|hi|hello|bonjour|bonsoir|cher|chère|salut|madame|monsieur)\b[^\n]{0,40},?\s*\n/iu;
const CLOSING =
  /\n\s*(?:(?:bien|très|with) )?(?:best|best regards|kind regards|regards|thanks|cheers|sincerely|cordialement|bien à (?:vous|toi)|à bientôt|merci|bises|amitiés)\b[^\n]{0,30}\n?[^\n]{0,60}$/iu;

/** At least four turns of at least two speakers, most lines among them. */
function isTranscript(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const speakers = lines.flatMap((line) => TURN.exec(line)?.[1] ?? []);
  const times = new Set(speakers).size;
  return speakers.length >= 4 && times >= 2 && times < speakers.length && speakers.length * 2 > lines.length;
}

const TURN =
  /^(?:\[?\d{1,2}:\d\d(?::\d\d)?\]?\s*)?(\p{Lu}[\p{L}.'’-]{1,20}(?: \p{Lu}[\p{L}.'’-]{1,20})?)\s?:\s\S/u;

/** Notes of a meeting with several lines, by their title. */
function isMinutes(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const isSeveral = lines.length >= 6 || (lines.length >= 3 && text.length >= LONG_MINUTES);
  return isSeveral && MINUTES.test(lines[0]!);
}

const MINUTES =
  /\b(?:minutes|meeting notes|notes? (?:of|from) (?:the )?(?:meeting|call)|transcript|compte[- ]rendu|réunion|procès-verbal|verbatim)\b/iu;

/** A line of raw material that states something to be filed by itself, if the user agrees. */
export interface Statement {
  kind: Extract<Kind, 'decision' | 'task' | 'appointment'>;
  text: string;
}

const MOST_STATEMENTS = 8;
/** How much of a text is read for statements. */
const MOST_READ = 100_000;
const MOST_LINE = 2_000;

/** The decisions, tasks and coming days that a text states. */
export function statementsIn(text: string, today: string): Statement[] {
  const found: Statement[] = [];
  for (const line of text.slice(0, MOST_READ).split('\n')) {
    if (MAIL_HEADER_LINE.test(line) || line.trim() === '' || line.length > MOST_LINE) continue;
    for (const sentence of sentencesOf(isLabelled(line) ? line : line.replace(SPEAKER, ''))) {
      const kind = kindOf(sentence, today);
      if (kind !== null && sentence.length < 300 && found.length < MOST_STATEMENTS)
        found.push({ kind, text: sentence.replace(/^(?:[-*+•]\s+)/, '') });
    }
  }
  return found;
}

/** `Decision: …` and `Action: …` look like somebody speaking. */
function isLabelled(line: string): boolean {
  return isTagged(line) || /^(?:action|to-?do|à faire)\s?:/iu.test(line);
}

const MAIL_HEADER_LINE =
  /^(?:from|to|cc|subject|date|sent|de|à|objet|envoyé|expéditeur|destinataire)\s?:\s/iu;
const SPEAKER = /^(?:\[?\d{1,2}:\d\d(?::\d\d)?\]?\s*)?(?:\p{Lu}[\p{L}.'’-]{1,20}\s?:\s(?=\p{Lu}|\p{Ll}))?/u;

function kindOf(sentence: string, today: string): Statement['kind'] | null {
  if (/\?["»”]?$/.test(sentence)) return null;
  if (isDecision(sentence)) return 'decision';
  if (
    isTask(sentence.replace(/^(?:please|merci de|action\s?:)\s+/iu, '')) ||
    /^(?:action|please|merci de)\b/iu.test(sentence)
  )
    return 'task';
  const named = dayIn(sentence, today);
  return named !== null && named.day >= today ? 'appointment' : null;
}
