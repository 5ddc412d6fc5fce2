import type { Bytes } from '../../vault/files.js';
import type { VaultPath } from '../../vault/paths.js';
import { messageParts } from './entry.js';
import { quote } from './exported-commits.js';
import type { HistoryEntry, Version } from './history.js';
import { BRANCH } from './private-git-dir.js';

interface CommitRequest {
  parent: string | null;
  entry: HistoryEntry;
  now: Date;
  changed: Iterable<VaultPath>;
  deleted: Iterable<VaultPath>;
  /** The content of a changed file; null leaves it as it was. */
  read(path: VaultPath): Bytes | Version | null;
  /** Throws if there shall be no commit after all; called when everything is read. */
  checkLast(): void;
}

/**
 * One commit in the format of `git fast-import --done`: a single process, and the branch moves in one step, only if
 * the stream reached its end. In pieces: at most one file is in memory.
 */
export function* commitStream(request: CommitRequest): Generator<Buffer> {
  const { parent, entry, now } = request;
  yield line(`commit ${BRANCH}`);
  yield line(`committer Rappel <rappel@localhost> ${Math.floor(now.getTime() / 1000)} +0000`);
  yield* message(entry);
  if (parent !== null) yield line(`from ${parent}`);
  // Deletions first: a file may take the place of a folder.
  for (const path of request.deleted) yield line(`D ${quote(path)}`);
  for (const path of request.changed) {
    const content = request.read(path);
    if (content === null) continue;
    const isVersion = typeof content === 'string';
    yield line(`M 100644 ${isVersion ? content : 'inline'} ${quote(path)}`);
    if (!isVersion) yield* data(content);
  }
  request.checkLast();
  yield line('\ndone');
}

function line(text: string): Buffer {
  return Buffer.from(`${text}\n`);
}

/** Ends with a marker line, which can't occur in the message because the id is new: the length is not known in advance. */
function* message(entry: HistoryEntry): Generator<Buffer> {
  const end = `end-of-${entry.id}`;
  yield line(`data <<${end}`);
  for (const part of messageParts(entry)) yield Buffer.from(part);
  yield line(end);
}

function* data(bytes: Buffer): Generator<Buffer> {
  yield line(`data ${bytes.length}`);
  yield bytes;
  yield line('');
}
