import { resolve } from 'node:path';
import { openHistory } from '../../service/history/open-history.js';
import { expandHome } from '../../service/settings/config-path.js';
import { systemClock } from '../../shared/clock.js';
import { ROOT, showPath } from '../../vault/paths.js';
import { addStarterFiles, makeVaultFolder } from '../../vault/starter.js';
import { renderTree, scanTree } from '../../vault/tree.js';
import { createVault } from '../../vault/vault.js';
import type { Say } from '../../words/say.js';
import type { Command } from '../command.js';
import { paint } from '../paint.js';

export const init: Command = {
  summary: 'Create the vault, or the files it lacks; never overwrites.',
  usage: '[DIR]',
  arguments: { least: 0, most: 1 },
  examples: ['rappel init', 'rappel init ~/notes'],
  async run(invocation) {
    const { vault: chosen, language } = invocation.settings();
    const { terminal } = invocation;
    const { say } = terminal;
    const [named] = invocation.arguments;
    const root = named === undefined ? chosen : resolve(expandHome(named));
    makeVaultFolder(root);
    const vault = createVault({ root, clock: systemClock });
    const made = addStarterFiles(vault, language);
    await (await openHistory(vault)).record({ source: 'init', reason: 'Created the vault', paths: [ROOT] });
    invocation.report({ vault: root, created: made, language }, () => {
      terminal.out(
        `${made.length === 0 ? say`Your vault is complete: ${root}` : say`Your vault is ready: ${root}`}\n`,
      );
      const tree = scanTree(vault.root, vault.root, ROOT);
      terminal.out(paint(renderTree(tree, showPath(ROOT), { depth: 2 }), terminal));
      terminal.out(`\n${nextSteps(root === chosen ? '' : ` --vault ${named}`, say)}`);
    });
  },
};

function nextSteps(vault: string, say: Say): string {
  return `${say`Next:`}
  ${say`rappel update "Call Marie about the mock-ups"`}${vault}
  ${say`rappel search "what did I want to tell Marie?"`}${vault}
  rappel serve${vault}
  rappel --help`;
}
