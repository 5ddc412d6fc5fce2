import { utimesSync } from 'node:fs';
import type { SearchEngine } from '../../search/engine.js';
import type { HistoryEntry } from '../../service/history/history.js';
import { withLock } from '../../service/locks/lock.js';
import { withWriter } from '../../service/locks/writers.js';
import { standaloneAfterChanges } from '../../service/standalone/after-changes.js';
import { RappelError } from '../../shared/errors.js';
import { createYielder } from '../../shared/yield-to-event-loop.js';
import { type Bytes, readBytes, writeIfUnchanged } from '../../vault/files.js';
import { isMarkdown } from '../../vault/kinds.js';
import { showPath, type VaultPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import { beginJournal, dropJournal, readInterrupted } from './import-journal.js';
import { type ImportItem, type ImportSource, isSkipped } from './item.js';
import type { ImportOptions, ImportPlan, PlannedFile } from './plan.js';
import { prepare } from './prepare.js';

/**
 * Carries out a plan, as one history entry. May be killed at any point: the next run of the same import writes what
 * is missing, and its entry covers both.
 */
export async function runImport(
  vault: Vault,
  engine: SearchEngine,
  source: ImportSource,
  plan: ImportPlan,
  options: ImportOptions,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<HistoryEntry | null> {
  return withLock(
    vault.root,
    'import',
    () =>
      withWriter(vault.root, async (announce) => {
        announce();
        const afterChanges = await standaloneAfterChanges(vault, engine);
        const name = `${source.path} → ${showPath(options.into, 'folder')}`;
        const cutOff = readInterrupted(vault.root);
        if (cutOff !== null && cutOff.name !== name) {
          await afterChanges(cutOff.paths, { source: 'import', reason: `${cutOff.reason} (interrupted)` });
          dropJournal(vault.root);
        }
        const earlier = cutOff?.name === name ? cutOff.paths : [];
        const todo = new Map(plan.files.filter(isWork).map((file) => [file.sourceId, file]));
        const touched = new Set([...earlier, ...[...todo.values()].map(({ path }) => path)]);
        if (touched.size === 0) return null;

        const begun = { name, reason: reasonOf(source, options, touched.size), paths: earlier };
        const tell = beginJournal(vault.root, begun);
        const before = await writeAll(vault, source, todo, options, tell, onProgress);
        const entry = await afterChanges([...touched], { source: 'import', reason: begun.reason, before });
        dropJournal(vault.root);
        return entry;
      }),
    { mostMs: 1_000 },
  );
}

/** Returns the previous content of each path. */
async function writeAll(
  vault: Vault,
  source: ImportSource,
  todo: ReadonlyMap<string, PlannedFile>,
  options: ImportOptions,
  tell: (path: VaultPath) => void,
  onProgress: (done: number, total: number) => void,
): Promise<Map<VaultPath, Bytes | null>> {
  const before = new Map<VaultPath, Bytes | null>();
  const yieldToEventLoop = createYielder();
  for await (const offer of source.offers()) {
    await yieldToEventLoop();
    const planned = isSkipped(offer) ? undefined : todo.get(offer.sourceId);
    if (isSkipped(offer) || planned === undefined || before.has(planned.path)) continue;
    tell(planned.path);
    try {
      before.set(planned.path, writeItem(vault, offer, planned.path, options));
    } catch (error) {
      throw stoppedAt(error, before.size, todo.size);
    }
    onProgress(before.size, todo.size);
  }
  return before;
}

function writeItem(vault: Vault, item: ImportItem, path: VaultPath, options: ImportOptions): Bytes | null {
  const { bytes } = prepare(item, { ...options, clock: vault.clock });
  const place = vault.locate(path);
  const before = place.kind === 'missing' ? null : readBytes(place);
  writeIfUnchanged(place, before, bytes());
  // A Markdown file carries its own dates.
  if (item.updated !== null && !isMarkdown(path)) utimesSync(place.target, new Date(), item.updated);
  return before;
}

/** What is written stays: the next import of the same source continues there. */
function stoppedAt(error: unknown, done: number, total: number): unknown {
  if (!(error instanceof RappelError)) return error;
  const { code, message, path, hint } = error;
  return new RappelError(code, `${message}; ${done} of ${total} files are imported`, {
    ...(path !== null && { path }),
    hint: `${hint ?? ''} Run the import again to continue.`.trimStart(),
    cause: error,
  });
}

function isWork({ action }: PlannedFile): boolean {
  return action !== 'known';
}

function reasonOf(source: ImportSource, { into }: ImportOptions, count: number): string {
  return `Imported ${count} ${count === 1 ? 'file' : 'files'} into ${showPath(into, 'folder')}: ${source.label}`;
}
