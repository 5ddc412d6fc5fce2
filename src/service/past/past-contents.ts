import { openDatabase } from '../../search/index/sqlite.js';
import { createYielder } from '../../shared/yield-to-event-loop.js';
import { blobId } from '../../vault/blob-id.js';
import { type Bytes, readBytes } from '../../vault/files.js';
import { tryLocate } from '../../vault/resolve.js';
import type { Vault } from '../../vault/vault.js';
import type { History, Version, Versions } from '../history/history.js';

export type PastContents = ReturnType<typeof createPastContents>;

/**
 * The contents of a past vault, by their ids. What a file has today is read there; the others come from the history, into a temporary file
 * without a name, which is gone when it is closed, or when the process ends.
 */
export function createPastContents({ vault, history }: { vault: Vault; history: History }, today: Versions) {
  const database = openDatabase('');
  database.exec('CREATE TABLE contents (version TEXT PRIMARY KEY, bytes BLOB) WITHOUT ROWID');
  const select = database.prepare('SELECT bytes FROM contents WHERE version = ?');
  const insert = database.prepare('INSERT OR IGNORE INTO contents VALUES (?, ?)');
  const places = new Map([...today].map(([path, version]) => [version, path]));
  const held = new Set<Version>();

  return {
    /** Makes contents ready to be read, and lets others run meanwhile. */
    async load(versions: readonly Version[]): Promise<void> {
      const missing = [...new Set(versions)].filter((version) => !held.has(version) && !places.has(version));
      const yieldToEventLoop = createYielder();
      let next = 0;
      for await (const bytes of history.read(missing)) {
        insert.run(missing[next]!, bytes);
        held.add(missing[next++]!);
        await yieldToEventLoop();
      }
    },
    read(version: Version): Bytes {
      if (held.has(version)) return Buffer.from(select.get(version)!.bytes as Uint8Array);
      return readToday(version) ?? history.readNow(version);
    },
    close: () => database.close(),
  };

  /** Null if no file of today has it: it may have been edited, and not recorded yet. */
  function readToday(version: Version): Bytes | null {
    const path = places.get(version);
    const place = path === undefined ? null : tryLocate(vault.root, path);
    if (place?.kind !== 'file') return null;
    try {
      const bytes = readBytes(place);
      return blobId(bytes) === version ? bytes : null;
    } catch {
      return null;
    }
  }
}
