import { message } from '../words/message.js';
import { type Invocation, UsageError } from './command.js';

/** The address that an option names; null where it is left out. */
export function urlOption(invocation: Invocation, option: string, example: string): string | null {
  const given = invocation.text(option);
  if (given === undefined) return null;
  if (!/^https?:\/\/[^/?#@]+(?:\/[^?#]*)?$/.test(given) || !URL.canParse(given))
    throw new UsageError('usage.option', {
      parameter: `--${option}`,
      given,
      expected: message('usage.address_like', { example }),
    });
  return given;
}
