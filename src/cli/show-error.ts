import { errorFacts, errorMessage, RappelError } from '../shared/errors.js';
import type { Say } from '../words/say.js';

/** An error for a person: its line, and the next step below it. */
export function errorText({ message, path, hint }: RappelError, say: Say): string {
  // Where every item of a list failed, the message is a line for each.
  const lines = message.startsWith(MARK)
    ? message.split('\n').map((line) => lineOf(...splitLine(line), say))
    : [lineOf(path || null, message, say)];
  return [...lines, ...(hint === null ? [] : [say(hint)])].join('\n');
}

const MARK = '[error] ';

function lineOf(path: string | null, message: string, say: Say): string {
  return path === null ? say`[error] ${say(message)}` : say`[error] ${path}: ${say(message)}`;
}

function splitLine(line: string): [path: string | null, message: string] {
  const [, path, message] = /^\[error\] (.*?): (.*)$/s.exec(line) ?? [];
  return message === undefined ? [null, line.replace(MARK, '')] : [path!, message];
}

/** An error for a program. Whatever is not a `RappelError` is wrong usage or a defect. */
export function errorJson(error: unknown): object {
  if (error instanceof RappelError) return { ok: false, error: errorFacts(error) };
  return { ok: false, error: { code: 'invalid_input', message: errorMessage(error), hint: null } };
}
