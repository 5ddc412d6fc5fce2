import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, relative, resolve, sep } from 'node:path';
import { copyExampleVault } from '../../exchange/example/demo-vault.js';
import { openHistory } from '../../service/history/open-history.js';
import { systemClock } from '../../shared/clock.js';
import { ROOT } from '../../vault/paths.js';
import { createVault, DEMO_FOLDER } from '../../vault/vault.js';
import type { Language } from '../../words/language.js';
import type { Say } from '../../words/say.js';
import { type Command, PORT } from '../command.js';
import { runService } from '../run-service.js';

export const demo: Command = {
  summary: 'Serve a copy of the example memory: six invented months of a freelancer.',
  usage: '[DIR]',
  arguments: { least: 0, most: 1 },
  options: {
    port: { ...PORT, summary: 'the port to listen on (default: a free one)' },
    'no-open': { value: true, summary: 'do not open the page in a browser' },
  },
  examples: ['rappel demo', 'rappel demo /tmp/demo'],
  stays: true,
  async run(invocation) {
    const { terminal } = invocation;
    const root = resolve(invocation.arguments[0] ?? join(homedir(), DEMO_FOLDER));
    const { say } = terminal;
    const { language } = invocation.settings();
    const { fresh } = copyExampleVault(root, { language, now: systemClock.now() });
    terminal.out(
      fresh
        ? say`Copied the example memory to ${root}`
        : say`Using the copy of the example memory in ${root}`,
    );
    if (fresh) {
      const vault = createVault({ root, clock: systemClock });
      await (await openHistory(vault)).record({
        source: 'init',
        reason: 'The example memory',
        paths: [ROOT],
      });
    }
    await runService(invocation, {
      root,
      host: '127.0.0.1',
      port: invocation.number('port') ?? 0,
      asksToken: false,
      open: !invocation.flag('no-open'),
      onReady: (url) => terminal.out(tryThis(root, url, { language, say })),
    });
  },
};

/** What to try; the questions are in the language of the copy. */
function tryThis(root: string, url: string, { language, say }: { language: Language; say: Say }): string {
  const example = DEMO_INPUTS[language];
  const place = inShell(root);
  const vault = `--vault ${place}`;
  const rappel = asTyped();
  return `
${say`Try, on the page ${url}`}
  ${example[0]}
  ${example[1]}
  ${say`the inbox: two questions wait for an answer`}

${say`Or in another terminal:`}
  ${rappel} search "${example[2]}" ${vault}
  ${rappel} find "${example[3]}" ${vault}
  ${rappel} update "${example[4]}" ${vault}
  ${rappel} history ${vault}

${say`Ctrl-C stops it. To remove it: rm -r ${place}`}`;
}

/** They name no time: the dates of the copy are around the day on which it was made. */
export const DEMO_INPUTS: Record<Language, readonly string[]> = {
  en: [
    'why did we drop the PanierPro API?',
    'when is the Tidewater launch, and what blocks it?',
    'which invoice of Orbis Santé is unpaid?',
    'why did we drop the native app',
    "halle-verte: the photos of Émile's bread have arrived",
  ],
  fr: [
    "pourquoi a-t-on abandonné l'API de PanierPro ?",
    'when is the Tidewater launch, and what blocks it?',
    "quelle facture d'Orbis Santé est impayée ?",
    'why did we drop the native app',
    "halle-verte: les photos du Pain d'Émile sont arrivées",
  ],
};

/** As a person would type it. */
function inShell(path: string): string {
  const short = path.startsWith(homedir() + sep) ? `~${path.slice(homedir().length)}` : path;
  return /^[\w.~/-]+$/.test(short) ? short : `'${path.replaceAll("'", "'\\''")}'`;
}

/** How this program is called here: it need not be installed under its own name. */
function asTyped(): string {
  const script = process.argv[1] ?? '';
  if (basename(script) === 'rappel' && process.env.npm_command !== 'exec') return 'rappel';
  return `node ${inShell(relative(process.cwd(), realpathSync(script)))}`;
}
