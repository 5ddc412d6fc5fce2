import { openHistory } from '../../service/history/open-history.js';
import { systemClock } from '../../shared/clock.js';
import { ROOT, showPath } from '../../vault/paths.js';
import { addStarterFiles, makeVaultFolder } from '../../vault/starter.js';
import { renderTree, scanTree } from '../../vault/tree.js';
import { createVault } from '../../vault/vault.js';
import type { Command } from '../command.js';
import { paint } from '../paint.js';

export const init: Command = {
  name: 'init',
  summary: 'Create the vault, or the files it lacks; never overwrites.',
  usage: '',
  arguments: { least: 0, most: 0 },
  examples: ['rappel init', 'rappel init --vault ~/notes'],
  async run(invocation) {
    const { vault: root, language } = invocation.settings();
    const { terminal } = invocation;
    makeVaultFolder(root);
    const vault = createVault({ root, clock: systemClock });
    const made = addStarterFiles(vault, language);
    await (await openHistory(vault)).record({ source: 'init', reason: 'Created the vault', paths: [ROOT] });
    invocation.report({ vault: root, created: made }, () => {
      terminal.out(`${made.length === 0 ? 'Your vault is complete' : 'Your vault is ready'}: ${root}\n`);
      const tree = scanTree(vault.root, vault.root, ROOT);
      terminal.out(paint(renderTree(tree, showPath(ROOT), { depth: 2 }), terminal));
      terminal.out(`\n${NEXT}`);
    });
  },
};

const NEXT = `Next:
  rappel append tasks.md "# Call Marie about the mock-ups"   add to a file
  rappel read tasks.md                                       read it, with line numbers
  rappel tree                                                see everything
  rappel --help                                              all commands`;
