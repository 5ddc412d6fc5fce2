import type { Bytes } from '../../vault/files.js';
import type { VaultPath } from '../../vault/paths.js';
import type { HistoryEntry } from './history.js';

/** One commit in the form that `git fast-import` reads: a single process, and the branch moves in one step. */
export function commitStream(
  branch: string,
  parent: string | null,
  entry: HistoryEntry,
  now: Date,
  changes: ReadonlyMap<VaultPath, Bytes | null>,
): Buffer {
  const parts: Buffer[] = [];
  const line = (text: string) => parts.push(Buffer.from(`${text}\n`));
  const data = (bytes: Buffer) => {
    line(`data ${bytes.length}`);
    parts.push(bytes, NEWLINE);
  };
  line(`commit ${branch}`);
  line(`committer Rappel <rappel@localhost> ${Math.floor(now.getTime() / 1000)} +0000`);
  data(Buffer.from(`${entry.reason.replaceAll(/\s+/g, ' ')}\n\n${JSON.stringify(entry)}\n`));
  if (parent !== null) line(`from ${parent}`);
  // Deletions first: a file may take the place of a folder.
  for (const [path, bytes] of changes) if (bytes === null) line(`D ${quote(path)}`);
  for (const [path, bytes] of changes) {
    if (bytes === null) continue;
    line(`M 100644 inline ${quote(path)}`);
    data(bytes);
  }
  line('');
  return Buffer.concat(parts);
}

const NEWLINE = Buffer.from('\n');

function quote(path: VaultPath): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
