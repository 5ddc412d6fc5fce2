import { readConfig, saveConfig } from '../service/settings/config-file.js';
import { defaultOf, LIMIT_NAMES, LIMITS, type LimitName, parseLimit } from '../service/settings/limits.js';
import { message } from '../words/message.js';
import { type Invocation, UsageError } from './command.js';

/** `rappel setup limits [NAME=VALUE...]`: shows the limits of a run, or changes some; `NAME=default` takes one back. */
export function setupLimits(given: readonly string[], { report, terminal }: Invocation): void {
  const { say } = terminal;
  const changed = Object.fromEntries(given.map(parseAssignment));
  if (given.length > 0)
    saveConfig({ limits: { ...readConfig(process.env).limits, ...changed } }, process.env);
  const { limits = {} } = readConfig(process.env);
  const shown = LIMIT_NAMES.map((name) => ({ name, value: limits[name] ?? defaultOf(name) }));
  report({ limits: Object.fromEntries(shown.map(({ name, value }) => [name, value])) }, () => {
    for (const { name, value } of shown) {
      const isDefault = limits[name] === undefined ? ` (${say`default`})` : '';
      terminal.out(
        `${name.padEnd(15)} ${String(value).padStart(7)}  ${say(LIMITS[name].summary)}${isDefault}`,
      );
    }
  });
}

function parseAssignment(text: string): [LimitName, number | undefined] {
  const [given = '', value = ''] = text.split('=');
  const name = LIMIT_NAMES.find((known) => known === given);
  if (name === undefined) throw new UsageError('usage.limit', { given: text, names: LIMIT_NAMES.join(', ') });
  const parsed = value === 'default' ? undefined : parseLimit(name, value);
  if (parsed === undefined && value !== 'default')
    throw new UsageError('usage.option', {
      parameter: name,
      given: value,
      expected: message('usage.or_default', {
        expected: message('usage.between', { least: LIMITS[name].least, most: LIMITS[name].most }),
      }),
    });
  return [name, parsed];
}
