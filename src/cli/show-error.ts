import { errorFacts, errorLine, errorMessage, RappelError } from '../shared/errors.js';

/** An error for a person: its line, and the next step below it. */
export function errorText(error: RappelError): string {
  return errorLine(error) + (error.hint === null ? '' : `\n${error.hint}`);
}

/** An error for a program. Whatever is not a `RappelError` is wrong usage or a defect. */
export function errorJson(error: unknown): object {
  if (error instanceof RappelError) return { ok: false, error: errorFacts(error) };
  return { ok: false, error: { code: 'invalid_input', message: errorMessage(error), hint: null } };
}
