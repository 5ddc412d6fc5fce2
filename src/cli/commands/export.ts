import { version } from '../../shared/version.js';
import type { Command } from '../command.js';
import { withMemory } from '../open-memory.js';
import { showLeftOut } from '../show-left-out.js';

export const exportCommand: Command = {
  summary: 'Copy the vault with its history and queue into an archive that rappel import restores.',
  usage: 'FILE.tar.gz | DIR',
  arguments: { least: 1, most: 1 },
  examples: ['rappel export ~/rappel-2025-07-14.tar.gz', 'rappel export /media/usb/rappel'],
  async run(invocation) {
    const [target = ''] = invocation.arguments;
    const report = await withMemory(invocation, ({ exchange }) => exchange.exportTo(target, version()));
    const { terminal } = invocation;
    const { say } = terminal;
    invocation.report({ ok: report.leftOut.length === 0, target, ...report }, () => {
      terminal.out(
        report.files === 1
          ? say`Exported 1 file to ${target}`
          : say`Exported ${report.files} files to ${target}`,
      );
      terminal.out(say`To import it elsewhere: rappel import ${target} --vault DIR`);
    });
    showLeftOut(invocation, report.leftOut);
  },
};
