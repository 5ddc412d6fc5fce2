import { readFileSync } from 'node:fs';
import { beginChangeset, type Changeset } from '../../service/changes/changeset.js';
import type { Core } from '../../service/core.js';
import type { HistoryEntry } from '../../service/history/history.js';
import { withLock } from '../../service/locks/lock.js';
import { withWriter } from '../../service/locks/writers.js';
import { RappelError } from '../../shared/errors.js';
import { createYielder } from '../../shared/yield-to-event-loop.js';
import { firstMissingFolder } from '../../vault/empty-folders.js';
import { type Bytes, isText, readBytes, writeIfUnchanged } from '../../vault/files.js';
import { splitFrontmatter } from '../../vault/frontmatter.js';
import { ROOT, showPath, type VaultPath } from '../../vault/paths.js';
import { walk } from '../../vault/scan.js';
import { versionOfBytes } from '../../vault/stamp.js';
import type { Vault } from '../../vault/vault.js';
import { type ExampleOptions, exampleFiles, GENERATED } from './example-files.js';

/**
 * Copies the example memory into an empty vault, as one history entry. Throws `exists` for any other vault. Killed, it has
 * copied nothing.
 */
export async function loadExample(
  { vault, events, afterChanges, recover }: Pick<Core, 'vault' | 'events' | 'afterChanges' | 'recover'>,
  options: ExampleOptions,
): Promise<HistoryEntry | null> {
  await recover();
  // No update is filed meanwhile.
  return withLock(vault.root, 'updates', async () => {
    const example = exampleFiles(options);
    refuseOthers(vault, example);
    return withWriter(vault.root, async (announce) => {
      announce();
      const changeset = beginChangeset(vault.root, { source: 'import', reason: REASON });
      let before: Map<VaultPath, Bytes | null>;
      try {
        before = await writeAll(vault, example, changeset);
        changeset.made();
      } catch (error) {
        changeset.rollBack(vault);
        throw error;
      }
      const why = { source: 'import', reason: REASON, before } as const;
      const entry = await changeset.commit((id) => afterChanges([...example.keys()], { ...why, id }));
      for (const path of before.keys()) events.publish('file', { path: showPath(path), exists: true });
      return entry;
    });
  });
}

const REASON = 'Loaded the example memory';

/** A file that is neither an empty starter file nor part of the example is the user's. */
function refuseOthers(vault: Vault, example: ReadonlyMap<VaultPath, Bytes>): void {
  for (const { kind, path, address } of walk(vault.root, vault.root, ROOT)) {
    if (kind === 'folder' || path === GENERATED) continue;
    const bytes = readFileSync(address);
    const wanted = example.get(path);
    const isExample = wanted !== undefined && versionOfBytes(bytes) === versionOfBytes(wanted);
    if (isExample || (!path.includes('/') && wanted !== undefined && isEmpty(bytes))) continue;
    throw new RappelError('exists', 'example.not_empty', { file: showPath(path) });
  }
}

function isEmpty(bytes: Bytes): boolean {
  return isText(bytes) && splitFrontmatter(bytes.toString('utf8')).body.trim() === '';
}

/** Returns the previous content of each path. Copies byte for byte, because the dates matter. */
async function writeAll(
  vault: Vault,
  example: ReadonlyMap<VaultPath, Bytes>,
  changeset: Changeset,
): Promise<Map<VaultPath, Bytes | null>> {
  const before = new Map<VaultPath, Bytes | null>();
  const yieldToEventLoop = createYielder();
  for (const [path, bytes] of example) {
    const place = vault.locate(path);
    const current = place.kind === 'missing' ? null : readBytes(place);
    const after = versionOfBytes(bytes);
    if (current !== null && versionOfBytes(current) === after) continue;
    const made = firstMissingFolder(vault.root, path) ?? undefined;
    changeset.tell({ kind: 'save', path, before: current, after, made });
    before.set(path, current);
  }
  changeset.ready();
  for (const [path, current] of before) {
    await yieldToEventLoop();
    writeIfUnchanged(vault.locate(path), current, example.get(path)!);
  }
  return before;
}
