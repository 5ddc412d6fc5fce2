import { type Invocation, UsageError } from './command.js';

/** The address that an option names; null where it is left out. */
export function urlOption(invocation: Invocation, option: string, example: string): string | null {
  const given = invocation.text(option);
  if (given === undefined) return null;
  if (!/^https?:\/\/[^/?#@]+(?:\/[^?#]*)?$/.test(given) || !URL.canParse(given))
    throw new UsageError(`--${option}: got "${given}", expected an address like ${example}`);
  return given;
}
