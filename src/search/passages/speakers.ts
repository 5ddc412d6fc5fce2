import { questionPattern } from '../text/question-pattern.js';
import { labelOf } from './cut-text.js';

/** True for a question of the person whose vault it is about themselves. */
export function asksAboutUser(question: string): boolean {
  return FIRST_PERSON.test(question.toLowerCase());
}

/** Whether the user speaks in a text. */
export function isOfUser(text: string): boolean {
  return text.split('\n').some((line) => USER.test(labelOf(line)));
}

/** Whether a text ends with a question. Only its end is read: the pattern starts anew at each question mark. */
export function isQuestion(text: string): boolean {
  return /\?\P{L}*$/u.test(text.slice(-MOST_AFTER_QUESTION));
}

const MOST_AFTER_QUESTION = 200;

/** Whether a turn of a conversation follows a question of another speaker. */
export function repliesTo(before: string, text: string): boolean {
  if (!isQuestion(before)) return false;
  const asker = labelOf(before);
  const speaker = labelOf(text);
  return asker !== '' && speaker !== '' && asker !== speaker;
}

/**
 * The conversations in which the user takes no part, among files given as the texts of their units. Whoever owns a vault takes
 * part in nearly every conversation in it, under one name: if there is no such name, others are talking.
 */
export function conversationsOfOthers<File>(files: ReadonlyMap<File, readonly string[]>): Set<File> {
  const conversations = new Map<File, Set<string>>();
  const parts = new Map<string, number>();
  for (const [file, texts] of files) {
    const speakers = speakersIn(texts);
    if (speakers.size < 2) continue;
    conversations.set(file, speakers);
    for (const speaker of speakers) parts.set(speaker, (parts.get(speaker) ?? 0) + 1);
  }
  const hasUser = [...parts].some(
    ([name, count]) => USER.test(name) || count >= OWN_SHARE * conversations.size,
  );
  return new Set(hasUser ? [] : conversations.keys());
}

/** Those who speak again and again; none where most of the text is not a conversation. */
function speakersIn(texts: readonly string[]): Set<string> {
  const turns = new Map<string, number>();
  for (const text of texts) {
    const name = labelOf(text);
    if (name !== '') turns.set(name, (turns.get(name) ?? 0) + 1);
  }
  const speakers = [...turns].filter(([, count]) => count > 1);
  const spoken = speakers.reduce((sum, [, count]) => sum + count, 0);
  return new Set(2 * spoken > texts.length ? speakers.map(([name]) => name) : []);
}

/** Of the conversations, the share in which their owner takes part: some have none of their turns among what was found. */
const OWN_SHARE = 0.8;
const USER = /^(?:user|human|me|i|you|moi|je|vous|utilisateur)$/i;
// For small letters: V8 takes three times as long to compile a class of Unicode that ignores case.
const FIRST_PERSON = questionPattern(
  (letters, digits) =>
    `(?<![${letters}${digits}])(?:i|me|my|mine|myself|je|moi|mon|ma|mes|mien(?:ne)?s?)(?![${letters}${digits}])|(?<![${letters}])[jm]['’][${letters}]`,
);
