import { openHistory } from '../../service/history/open-history.js';
import { systemClock } from '../../shared/clock.js';
import { ROOT } from '../../vault/paths.js';
import { addStarterFiles, makeVaultFolder } from '../../vault/starter.js';
import { createVault } from '../../vault/vault.js';
import type { Command } from '../command.js';
import { withMemory } from '../open-memory.js';
import { paint } from '../paint.js';

export const init: Command = {
  name: 'init',
  summary: 'Create the vault, or the files it lacks; never overwrites.',
  usage: '',
  arguments: { least: 0, most: 0 },
  options: {},
  examples: ['rappel init', 'rappel init --vault ~/notes'],
  async run(invocation) {
    const { vault: root, language } = invocation.settings();
    const { terminal } = invocation;
    makeVaultFolder(root);
    const vault = createVault({ root, clock: systemClock });
    const made = addStarterFiles(vault, language);
    await (await openHistory(vault)).record({ source: 'init', reason: 'Created the vault', paths: [ROOT] });
    if (invocation.flag('json')) {
      terminal.out(JSON.stringify({ ok: true, vault: root, created: made }));
      return;
    }
    const { outcomes } = await withMemory(invocation, (memory) =>
      memory.call([{ tool: 'tree', input: { depth: 2 } }]),
    );
    const [outcome] = outcomes;
    if (!outcome!.ok) throw outcome!.error;
    terminal.out(`${made.length === 0 ? 'Your vault is complete' : 'Your vault is ready'}: ${root}\n`);
    terminal.out(paint(outcome!.result.text, terminal));
    terminal.out(`\n${NEXT}`);
  },
};

const NEXT = `Next:
  rappel append tasks.md "# Call Marie about the mock-ups"   add to a file
  rappel read tasks.md                                       read it, with line numbers
  rappel tree                                                see everything
  rappel --help                                              all commands`;
