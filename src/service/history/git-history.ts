import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, localTimestamp } from '../../shared/clock.js';
import { RappelError } from '../../shared/errors.js';
import { newId } from '../../shared/ids.js';
import type { Bytes } from '../../vault/files.js';
import { compareNames, ROOT, type VaultPath } from '../../vault/paths.js';
import { locate } from '../../vault/resolve.js';
import { stateFolder } from '../../vault/state-folder.js';
import { withLock } from '../lock.js';
import { commitStream } from './commit-stream.js';
import {
  blobId,
  type Differences,
  differences,
  isRecorded,
  MOST_FILE_BYTES,
  readSmall,
} from './differences.js';
import { createGit, type Git } from './git.js';
import type { ChangedFile, History, HistoryEntry, RecordRequest } from './history.js';
import { finishPurge, purgeFromGit, trimGit } from './shrink.js';

const BRANCH = 'refs/heads/main';

/** The history in a git directory of its own inside `.rappel/`; no working tree, no index, never the user's repository. */
export function createGitHistory(deps: { root: string; clock: Clock }): History {
  const { root, clock } = deps;
  const gitDir = join(root, '.rappel', 'history.git');
  const git = createGit(gitDir);
  /** The recorded tree of the head it was read at; another process may have moved the head since. */
  let tree: { head: string; blobs: Map<VaultPath, string> } | null = null;

  async function ready(): Promise<void> {
    if (existsSync(join(gitDir, 'HEAD'))) return;
    finishPurge(gitDir);
    if (existsSync(join(gitDir, 'HEAD'))) return;
    stateFolder(root);
    await git(['init', '--quiet', '--bare', '--initial-branch=main', gitDir]);
  }

  async function head(): Promise<string | null> {
    await ready();
    // Asked for at every turn, and a process for each question costs more than all the rest.
    const written = readRef(gitDir, BRANCH);
    if (written !== null) return written;
    const { code, out } = await git(['rev-parse', '--verify', '--quiet', BRANCH], { okCodes: [0, 1] });
    return code === 0 ? out.toString('latin1').trim() : null;
  }

  async function recordedBlobs(): Promise<{ head: string | null; blobs: Map<VaultPath, string> }> {
    const current = await head();
    if (current === null) return { head: null, blobs: new Map() };
    if (tree?.head !== current) tree = { head: current, blobs: await readTree(git, current) };
    return tree;
  }

  async function commit(
    request: Omit<RecordRequest, 'paths' | 'before' | 'reason'> & { reason: string },
    { changed, deleted }: Differences,
    read: (path: VaultPath) => Bytes | null,
  ): Promise<HistoryEntry> {
    const { head: parent, blobs } = await recordedBlobs();
    const files = [
      ...[...deleted].map((path): ChangedFile => ({ path, change: 'deleted' })),
      ...[...changed].map((path): ChangedFile => ({ path, change: blobs.has(path) ? 'changed' : 'added' })),
    ].sort((a, b) => compareNames(a.path, b.path));
    const now = clock.now();
    const entry: HistoryEntry = {
      id: newId(),
      time: localTimestamp(now),
      source: request.source,
      reason: request.reason,
      input: request.input ?? null,
      files,
    };
    const written = new Map<VaultPath, string>();
    const readOnce = (path: VaultPath) => {
      const bytes = read(path);
      if (bytes !== null) written.set(path, blobId(bytes));
      return bytes;
    };
    // A git that was killed leaves its lock; while we hold ours, no other one runs.
    rmSync(join(gitDir, `${BRANCH}.lock`), { force: true });
    await git(['fast-import', '--quiet', '--done', '--date-format=raw'], {
      input: commitStream({ branch: BRANCH, parent, entry, now, changed, deleted, read: readOnce }),
    });
    // The new head is one we know: the tree is carried forward instead of being read again.
    for (const path of deleted) blobs.delete(path);
    for (const [path, id] of written) blobs.set(path, id);
    tree = { head: (await head())!, blobs };
    return entry;
  }

  return {
    available: true,
    record: (request) =>
      withLock(root, 'history', async () => {
        const missed = unrecorded(request.before ?? new Map(), (await recordedBlobs()).blobs);
        if (missed.changed.size + missed.deleted.size > 0) {
          await commit(
            { source: 'outside', reason: describe(missed) },
            missed,
            (path) => request.before!.get(path) ?? null,
          );
        }
        const found = await differences(root, request.paths, (await recordedBlobs()).blobs);
        if (found.changed.size + found.deleted.size === 0) return null;
        return commit({ ...request, reason: request.reason ?? describe(found) }, found, (path) =>
          readSmall(locate(root, path).target),
        );
      }),
    async list({ path, limit }) {
      if ((await head()) === null) return [];
      const where = path === undefined || path === '' ? [] : ['--', `:(literal)${path}`];
      const { out } = await git(['log', '-z', '--format=%B', `--max-count=${limit}`, BRANCH, ...where]);
      return out.toString('utf8').split('\0').filter(Boolean).map(parseEntry);
    },
    async find(id) {
      return parseEntry((await git(['log', '-1', '--format=%B', await commitOf(id)])).out.toString('utf8'));
    },
    async diff(id) {
      const sha = await commitOf(id);
      const { out } = await git([
        '-c',
        'core.quotepath=off',
        'show',
        '--format=',
        '--no-color',
        '--no-renames',
        '--root',
        '-U2',
        sha,
      ]);
      return out.toString('utf8').trimEnd();
    },
    async versions(id) {
      const sha = await commitOf(id);
      const { out } = await git(['diff-tree', '-r', '-z', '--no-renames', '--root', '--no-commit-id', sha]);
      const fields = out.toString('utf8').split('\0');
      const changes: { path: VaultPath; ids: string[] }[] = [];
      for (let at = 0; at + 1 < fields.length; at += 2)
        changes.push({ path: fields[at + 1] as VaultPath, ids: fields[at]!.split(' ').slice(2, 4) });
      // An import may have thousands of files: one process reads them all.
      const wanted = new Set(changes.flatMap(({ ids }) => ids.filter((id) => !/^0+$/.test(id))));
      const blobs = await readBlobs(
        git,
        [...wanted].map((id) => [id, id]),
      );
      const version = (id: string | undefined) => blobs.get(id!) ?? null;
      return changes.map(({ path, ids: [before, after] }) => ({
        path,
        before: version(before),
        after: version(after),
      }));
    },
    async filesAt(path, at) {
      const sha = 'id' in at ? await commitOf(at.id) : await commitBefore(at.time);
      if (sha === null) return new Map();
      const tree = await readTree(git, sha);
      return readBlobs(
        git,
        [...tree].filter(([file]) => file === path || path === ROOT || file.startsWith(`${path}/`)),
      );
    },
    async unrecorded() {
      const { head: recorded, blobs } = await recordedBlobs();
      if (recorded === null) return null;
      const { changed, deleted } = await differences(root, [ROOT], blobs);
      return [...changed, ...deleted];
    },
    async lastKnown(paths) {
      const { blobs } = await recordedBlobs();
      const wanted = paths.flatMap((path) => (blobs.has(path) ? [[path, blobs.get(path)!] as const] : []));
      return readBlobs(git, wanted);
    },
    purge: (path) =>
      withLock(root, 'history', async () => {
        tree = null;
        if ((await head()) !== null) await purgeFromGit(gitDir, BRANCH, path);
      }),
    trim: (mostBytes) =>
      withLock(root, 'history', async () => {
        tree = null;
        return (await head()) === null ? 0 : trimGit(gitDir, BRANCH, mostBytes);
      }),
  };

  async function commitOf(id: string): Promise<string> {
    if (/^[\w-]{4,64}$/.test(id) && (await head()) !== null) {
      const grep = `--grep="id":"${id}"`;
      const { out } = await git(['log', '-z', '--format=%H%n%B', '--fixed-strings', grep, BRANCH]);
      for (const found of out.toString('utf8').split('\0').filter(Boolean)) {
        // A reason may hold anything, also something that looks like an id.
        if (parseEntry(found).id === id) return found.slice(0, found.indexOf('\n'));
      }
    }
    throw new RappelError('not_found', `there is no entry "${id}" in the history`, {
      hint: 'List them with: rappel history',
    });
  }

  async function commitBefore(time: Date): Promise<string | null> {
    if ((await head()) === null) return null;
    const { out } = await git(['rev-list', '-1', `--before=${Math.floor(time.getTime() / 1000)}`, BRANCH]);
    return out.toString('latin1').trim() || null;
  }
}

/** What a ref says where it is a file of its own; null where only git knows (packed, another format, not there). */
function readRef(gitDir: string, ref: string): string | null {
  try {
    const text = readFileSync(join(gitDir, ref), 'latin1').trim();
    return /^[0-9a-f]{40,64}$/.test(text) ? text : null;
  } catch {
    return null;
  }
}

/** Many blobs by one process. */
async function readBlobs<Key>(git: Git, wanted: (readonly [Key, string])[]): Promise<Map<Key, Bytes>> {
  const found = new Map<Key, Bytes>();
  if (wanted.length === 0) return found;
  const { out } = await git(['cat-file', '--batch'], {
    input: Buffer.from(wanted.map(([, id]) => `${id}\n`).join('')),
  });
  let at = 0;
  for (const [path] of wanted) {
    // `<id> blob <size>`, the bytes, a line end.
    const end = out.indexOf(0x0a, at);
    const size = Number(out.toString('latin1', at, end).split(' ')[2]);
    found.set(path, out.subarray(end + 1, end + 1 + size));
    at = end + size + 2;
  }
  return found;
}

async function readTree(git: Git, sha: string): Promise<Map<VaultPath, string>> {
  const { out } = await git(['ls-tree', '-r', '-z', sha]);
  const blobs = new Map<VaultPath, string>();
  for (const line of out.toString('utf8').split('\0')) {
    const tab = line.indexOf('\t');
    if (tab !== -1) blobs.set(line.slice(tab + 1) as VaultPath, line.slice(0, tab).split(' ')[2]!);
  }
  return blobs;
}

/** What was on the disk before a change but never recorded. */
function unrecorded(
  before: ReadonlyMap<VaultPath, Bytes | null>,
  blobs: ReadonlyMap<VaultPath, string>,
): Differences {
  const found: Differences = { changed: new Set(), deleted: new Set() };
  for (const [path, bytes] of before) {
    if (!isRecorded(path)) continue;
    if (bytes === null && blobs.has(path)) found.deleted.add(path);
    if (bytes === null || bytes.length > MOST_FILE_BYTES) continue;
    if (blobId(bytes) !== blobs.get(path)) found.changed.add(path);
  }
  return found;
}

function describe({ changed, deleted }: Differences): string {
  const [first] = [...changed, ...deleted];
  const count = changed.size + deleted.size;
  return count === 1
    ? `${changed.size === 1 ? 'Edited' : 'Deleted'} vault/${first}`
    : `Edited ${count} files`;
}

/** The body of a commit is the reason, then the entry as JSON on the last line. */
function parseEntry(message: string): HistoryEntry {
  return JSON.parse(message.trimEnd().slice(message.trimEnd().lastIndexOf('\n') + 1));
}
