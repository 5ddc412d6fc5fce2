import { exportVault } from '../../service/archive/export-vault.js';
import type { Command } from '../command.js';
import { openVault } from '../run-tools.js';
import { version } from '../version.js';

export const exportCommand: Command = {
  name: 'export',
  summary: 'Copy the vault with its history and queue into an archive that rappel import takes in.',
  usage: 'FILE.tar.gz | DIR',
  arguments: { least: 1, most: 1 },
  options: {},
  examples: ['rappel export ~/rappel-2025-07-14.tar.gz', 'rappel export /media/usb/rappel'],
  async run(invocation) {
    const [target = ''] = invocation.arguments;
    const { vault } = openVault(invocation);
    const report = await exportVault(vault, target, version());
    if (invocation.flag('json')) invocation.terminal.out(JSON.stringify({ ok: true, target, ...report }));
    else
      invocation.terminal.out(
        `Exported ${report.files} files to ${target}\nTo take it in elsewhere: rappel import ${target} --vault DIR`,
      );
  },
};
