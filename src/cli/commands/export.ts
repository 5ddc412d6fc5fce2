import { version } from '../../shared/version.js';
import type { Command } from '../command.js';
import { withMemory } from '../open-memory.js';
import { showLeftOut } from '../show-left-out.js';

export const exportCommand: Command = {
  summary: 'Copy the vault with its history and queue, or its files of a past day.',
  usage: 'FILE.tar.gz | DIR',
  arguments: { least: 1, most: 1 },
  options: {
    'as-of': {
      value: 'DATE',
      summary: 'only the files, as they were at the end of that day, into a new or empty folder',
    },
  },
  examples: [
    'rappel export ~/rappel-2025-07-14.tar.gz',
    'rappel export /media/usb/rappel',
    'rappel export --as-of 2025-07-14 ~/notes-of-that-day',
  ],
  async run(invocation) {
    const [target = ''] = invocation.arguments;
    const day = invocation.text('as-of');
    const report = await withMemory(invocation, async (memory) => {
      const exchange = await memory.exchange();
      return day === undefined ? exchange.exportTo(target, version()) : exchange.exportDay(target, day);
    });
    const { terminal } = invocation;
    const { say } = terminal;
    invocation.report({ ok: report.leftOut.length === 0, target, ...report }, () => {
      terminal.out(
        report.files === 1
          ? say`Exported 1 file to ${target}`
          : say`Exported ${report.files} files to ${target}`,
      );
      terminal.out(
        day !== undefined
          ? say`To ask these notes: rappel search "…" --vault ${target}`
          : say`To import it elsewhere: rappel import ${target} --vault DIR`,
      );
    });
    showLeftOut(invocation, report.leftOut);
  },
};
