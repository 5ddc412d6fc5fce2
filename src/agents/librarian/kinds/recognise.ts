import { appointmentDay } from './appointment.js';
import { isDecision, isTagged } from './decision.js';
import { personIn, profileSection } from './fact.js';
import type { Kind } from './kind.js';
import { isQuestion } from './question.js';
import { isRaw } from './raw.js';
import { isTask, isTaskList, isTaskWithin } from './task.js';

/** What only the vault can say of a text. */
export interface VaultFacts {
  /** Whether it says that an open task is done. */
  closesTask(): boolean;
  /** Whether it corrects a line that is there. */
  corrects(): boolean;
  /** Whether the profile speaks of a person; the name is folded. */
  isOwnPerson(name: string): boolean;
  today: string;
}

/**
 * What a text is, from its words alone; what it closes or corrects must be in the vault. The first that fits: what a text
 * says of itself, then what changes something that is there, then what adds something.
 */
export function recognise(text: string, facts: VaultFacts): Kind {
  if (isTaskList(text)) return 'task';
  if (isRaw(text)) return 'raw';
  if (isQuestion(text)) return 'question';
  if (isTagged(text)) return 'decision';
  if (facts.corrects()) return 'correction';
  const asksFor = isTask(text);
  if (!asksFor && facts.closesTask()) return 'done';
  if (isDecision(text)) return 'decision';
  if (isOwnFact(text, facts)) return 'fact';
  if (asksFor) return 'task';
  if (appointmentDay(text, facts.today) !== null) return 'appointment';
  return isTaskWithin(text) ? 'task' : 'note';
}

/** What lasts of people that the profile does not know is a note: for their project, or for the user to place. */
function isOwnFact(text: string, { isOwnPerson }: VaultFacts): boolean {
  const person = personIn(text);
  return profileSection(text) !== null && (person === null || isOwnPerson(person));
}
