import type { RefreshOptions, SearchEngine } from '../../search/engine.js';
import { engineSetting } from '../../service/engine/engine-setting.js';
import { openEngine } from '../../service/engine/open-engine.js';
import { rebuildIndex } from '../../service/engine/rebuild-index.js';
import type { Command } from '../command.js';
import { openVault } from '../open-vault.js';
import { showIndexing } from '../progress.js';

export const index: Command = {
  summary: 'Update the search index, or rebuild it.',
  usage: '',
  arguments: { least: 0, most: 0 },
  options: { rebuild: { value: true, summary: 'delete the index and build it from the files' } },
  examples: ['rappel index', 'rappel index --rebuild'],
  async run(invocation) {
    const { terminal } = invocation;
    const { say } = terminal;
    const vault = openVault(invocation);
    const started = performance.now();
    const onProgress = showIndexing(terminal);
    const rebuild = invocation.flag('rebuild');
    // The own index is built beside the old one, which answers until then; QMD's can't be.
    const report =
      rebuild && engineSetting(process.env).engine === 'own'
        ? await rebuildIndex(vault, process.env, onProgress)
        : await refresh(await openEngine(vault, process.env), { rebuild, vectors: true, onProgress });
    const { problem } = report;
    const seconds = Math.round((performance.now() - started) / 100) / 10;
    const { files, chunks, indexed, removed } = report;
    invocation.report({ ok: problem === null, ...report }, () =>
      terminal.out(
        say`${files} files, ${chunks} chunks; ${indexed} indexed, ${removed} removed in ${seconds} s.`,
      ),
    );
    if (problem === null) return;
    terminal.err(
      report.location === null
        ? say`[error] ${say(problem)}; the index was not saved.`
        : say`[error] ${say(problem)}\nUntil then Rappel's own index answers; it is up to date.`,
    );
    terminal.fail(1);
  },
};

async function refresh(engine: SearchEngine, options: RefreshOptions) {
  try {
    const report = await engine.refresh(options);
    const { location, problem } = engine.status();
    return { ...report, location, problem };
  } finally {
    engine.close();
  }
}
