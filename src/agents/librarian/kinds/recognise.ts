import { appointmentDay } from './appointment.js';
import { isDecision, isTagged } from './decision.js';
import { profileSection } from './fact.js';
import type { Kind } from './kind.js';
import { isQuestion } from './question.js';
import { isRaw } from './raw.js';
import { isTask, isTaskList } from './task.js';

/** What only the vault can say of a text. */
export interface VaultFacts {
  /** Whether it says that an open task is done. */
  closesTask(): boolean;
  /** Whether it corrects a line that is there. */
  corrects(): boolean;
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
  if (profileSection(text) !== null) return 'fact';
  if (asksFor) return 'task';
  if (appointmentDay(text, facts.today) !== null) return 'appointment';
  return 'note';
}
