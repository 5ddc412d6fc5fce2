import { ENGLISH, errorFacts, RappelError, unexpected } from '../shared/errors.js';
import { messageSays, nextStepOf } from '../words/message.js';
import type { Say } from '../words/say.js';
import { UsageError } from './command.js';

/** An error for a person: its line, and the next step below it. */
export function errorText(error: RappelError, say: Say): string {
  const words = say.messages ?? ENGLISH;
  const { path } = error;
  const says = messageSays(words, error) ?? error.message;
  const step = nextStepOf(words, error, 'terminal');
  // Where every item of a list failed, the message is a line for each.
  const line = error.reason === 'list' ? says : path ? say`[error] ${path}: ${says}` : say`[error] ${says}`;
  return step === null ? line : `${line}\n${step}`;
}

/** An error for a program. Whatever is not a `RappelError` is wrong usage or a defect. */
export function errorJson(error: unknown): object {
  const known = error instanceof RappelError ? error : unexpected('invalid_input', error);
  const facts = errorFacts(known, 'terminal');
  return { ok: false, error: known instanceof UsageError ? { ...facts, hint: null } : facts };
}
