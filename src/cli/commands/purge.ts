import { openEngine } from '../../service/engine/open-engine.js';
import { rebuildIndex } from '../../service/engine/rebuild-index.js';
import { purgePath } from '../../service/upkeep/purge.js';
import { RappelError } from '../../shared/errors.js';
import { showPath } from '../../vault/paths.js';
import type { Command } from '../command.js';
import { openVault } from '../open-vault.js';
import { showIndexing } from '../progress.js';

export const purge: Command = {
  summary: 'Remove a file or folder permanently: from files, history, queue, trash and index.',
  usage: 'PATH',
  arguments: { least: 1, most: 1 },
  options: { yes: { value: true, summary: 'confirm: this cannot be undone' } },
  examples: ['rappel purge bucket/password.md --yes'],
  completes: 'paths',
  async run(invocation) {
    const [input = ''] = invocation.arguments;
    const vault = openVault(invocation);
    const place = vault.resolve(input);
    if (!invocation.flag('yes')) {
      throw new RappelError('invalid_input', 'purge.confirm', { place: place.shown, input });
    }
    const engine = await openEngine(vault, process.env);
    const report = await purgePath(vault, engine, place);
    engine.close();
    // A database keeps what was deleted in its free pages: only a new one is certain not to hold it.
    await rebuildIndex(vault, process.env, showIndexing(invocation.terminal));
    if (!report.found) throw new RappelError('not_found', 'purge.nothing', { path: place.shown });
    if (report.left.length > 0)
      throw new RappelError('io', 'purge.left', { files: report.left.join(', '), path: place.shown });
    const { say } = invocation.terminal;
    const names = [showPath(place.path), ...report.otherNames].join(', ');
    invocation.report(report, () =>
      invocation.terminal.out(
        say`Purged ${names} from files, history, index, and ${report.updates} updates.`,
      ),
    );
  },
};
