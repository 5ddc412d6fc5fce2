import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../src/cli/commands.js';
import { copyExampleVault } from '../src/exchange/example/demo-vault.js';
import { BIN } from './support/rappel.js';
import { runCommand } from './support/run-command.js';
import { tempFolder } from './support/temp-vault.js';

const PROJECT = dirname(dirname(BIN));
const readme = readFileSync(join(PROJECT, 'README.md'), 'utf8');

/** `$ command` and what it prints; `…` alone on a line stands for the rest. */
const shown = [...readme.matchAll(/^(`{3,})console\n\$ (.*)\n([\s\S]*?)^\1$/gm)].map(
  ([, , command, output]) => ({
    command: command!,
    output: output!,
  }),
);

describe('the README', () => {
  it('is short, and every command, script and file it names is there', () => {
    expect(readme.split('\n').length).toBeLessThan(150);
    const named = [...readme.matchAll(/(?:^|`|\$ )rappel ([a-z]+)/gm)].map(([, name]) => name!);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !Object.hasOwn(COMMANDS, name))).toEqual([]);
    const { scripts } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
    for (const [, script] of readme.matchAll(/npm run ([\w:]+)/g)) expect(scripts).toHaveProperty([script!]);
    const links = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path]) => path!);
    expect(links.filter((path) => !existsSync(join(PROJECT, path)))).toEqual([]);
  });

  // After a change of the ranking or the words: node scripts/write-readme.js
  it.each(shown)('shows what is really printed: $command', async ({ command, output }) => {
    const home = tempFolder();
    // As it was written: a copy of today has other dates.
    const asWritten = { language: 'fr', now: new Date('2025-07-11T12:00') } as const;
    copyExampleVault(join(home, 'rappel-demo'), asWritten);
    const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word!);
    const args = words.slice(1).map((word) => word.replace(/^~/, home));
    const env = { HOME: home, RAPPEL_VAULT: join(home, 'rappel-demo'), LANG: 'en_GB.UTF-8' };
    const { code, out } = await runCommand(args, { env });
    expect(code).toBe(0);
    const wanted = withoutDates(output).split('\n…\n')[0]!;
    expect(withoutDates(out).slice(0, wanted.length)).toBe(wanted);
  });

  it('shows at least a question and something told', () => {
    expect(shown.map(({ command }) => command.split(' ')[1])).toEqual(['search', 'update']);
  });
});

/** The day on which an inbox item is opened is the day it is. */
function withoutDates(text: string): string {
  return text.replaceAll(/inbox([/ ])\d{4}-\d\d-\d\d-/g, 'inbox$1');
}
