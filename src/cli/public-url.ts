import { type Invocation, UsageError } from './command.js';

/** `--public-url`: where a proxy in front of the service is reached; null where there is none. */
export function publicUrl(invocation: Invocation): string | null {
  const given = invocation.text('public-url');
  if (given === undefined) return null;
  if (!/^https?:\/\/[^/?#@]+(?:\/[^?#]*)?$/.test(given) || !URL.canParse(given))
    throw new UsageError(
      `--public-url: got "${given}", expected an address like https://example.org/rappel/`,
    );
  return given;
}
