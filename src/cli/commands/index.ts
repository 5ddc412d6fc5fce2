import type { Command } from '../command.js';
import { showProgress } from '../progress.js';
import { openVault } from '../run-tools.js';

export const index: Command = {
  name: 'index',
  summary: 'Bring the search index up to date, or build it anew.',
  usage: '',
  arguments: { least: 0, most: 0 },
  options: { rebuild: { value: true, summary: 'throw the index away and build it from the files' } },
  examples: ['rappel index', 'rappel index --rebuild'],
  async run(invocation) {
    const { terminal } = invocation;
    const engine = await openVault(invocation).engine();
    const started = performance.now();
    const report = await engine.refresh({
      rebuild: invocation.flag('rebuild'),
      onProgress: showProgress('Indexing', terminal),
    });
    const { location, problem } = engine.status();
    engine.close();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    if (invocation.flag('json')) {
      terminal.out(JSON.stringify({ ok: problem === null, ...report, location, problem }));
    } else {
      const { files, chunks, indexed, removed } = report;
      terminal.out(
        `${files} files, ${chunks} chunks; ${indexed} indexed, ${removed} removed in ${seconds} s.`,
      );
    }
    if (problem === null) return;
    terminal.err(`[error] ${problem}: nothing of this was kept.`);
    terminal.fail(1);
  },
};
