import { indexFile } from '../../search/cache-folder.js';
import type { SearchEngine } from '../../search/engine.js';
import { createLocalEngine } from '../../search/engines/own/local-engine.js';
import { createFileSource, type FileSource } from '../../search/files.js';
import type { WhenWritten } from '../../search/passages/successors.js';
import type { TextModel } from '../../search/query/expansion.js';
import { RappelError } from '../../shared/errors.js';
import type { OnProgress } from '../../shared/progress.js';
import type { Vault } from '../../vault/vault.js';
import type { History } from '../history/history.js';
import { createPresence, type Presence } from '../locks/presence.js';
import { engineSetting } from './engine-setting.js';
import { searchEndpoints } from './search-endpoints.js';

/** The search engine of a vault. `watched`: every change is reported, so searches need not look for changes. */
export async function openEngine(
  vault: Vault,
  env: NodeJS.ProcessEnv,
  options: {
    watched?: boolean;
    /** The history and Rappel's own index, whatever the settings say: another engine knows no walls. */
    walled?: () => Promise<History>;
    textModel?: TextModel | null;
    onProgress?: OnProgress;
  } = {},
): Promise<SearchEngine> {
  const setting = engineSetting(env);
  let history: Promise<History> | undefined;
  const source = createFileSource(vault, options.watched);
  const tell = options.onProgress;
  const onProgress = tell && ((done: number, total: number) => tell({ work: 'indexing', done, total }));
  const shared = {
    ...(onProgress && { onProgress }),
    files: options.watched ? whileThere(source, createPresence(vault.root)) : source,
    indexFile: indexFile(vault.root, env),
    clock: vault.clock,
    refresh: options.watched ? ('once' as const) : ('every-search' as const),
  };
  const own = createLocalEngine({
    ...shared,
    ...(options.textModel && { textModel: options.textModel }),
    ...searchEndpoints(env),
    async whenWritten(lines: Parameters<WhenWritten>[0]) {
      const [{ openHistory }, { whenWritten }] = await Promise.all([
        import('../history/open-history.js'),
        import('../history/when-written.js'),
      ]);
      history ??= options.walled?.() ?? openHistory(vault);
      try {
        return await whenWritten(await history, lines);
      } catch (error) {
        // The age of a line is a help: a history that can't be read keeps no answer back, and doctor names it.
        if (!(error instanceof RappelError)) throw error;
        history = undefined;
        return lines.map(() => null);
      }
    },
  });
  if (options.walled !== undefined || setting.engine === 'own') return own;
  const { createQmdEngine } = await import('../../search/engines/qmd/qmd-engine.js');
  return createQmdEngine({ ...shared, own, env: setting.env });
}

/** The files of a disk that went away are not deleted: the engine keeps them and quotes none of them. */
function whileThere(files: FileSource, presence: Presence): FileSource {
  return {
    async list(visit, expected) {
      presence.demand();
      const listing = await files.list(visit, expected);
      presence.demand();
      return listing;
    },
    read(path) {
      const file = files.read(path);
      if (file === null) presence.demand();
      return file;
    },
    version: files.version,
  };
}
