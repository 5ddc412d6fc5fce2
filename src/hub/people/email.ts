import { RappelError } from '../../shared/errors.js';
import { hasControlCharacter } from '../../vault/paths.js';

/** One spelling of an email address. Throws `invalid_input`. */
export function emailOf(given: string): string {
  const email = given.trim().normalize('NFC').toLowerCase();
  if (/^[^\s@]+@[^\s@]+$/.test(email) && email.length <= 254 && !hasControlCharacter(email)) return email;
  throw new RappelError('invalid_input', 'person.no_email', { given });
}
