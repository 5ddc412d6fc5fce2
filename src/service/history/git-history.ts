import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, localTimestamp } from '../../shared/clock.js';
import { RappelError } from '../../shared/errors.js';
import { newId } from '../../shared/ids.js';
import type { Bytes } from '../../vault/files.js';
import { ROOT, type VaultPath } from '../../vault/paths.js';
import { locate } from '../../vault/resolve.js';
import { walk } from '../../vault/scan.js';
import { stateFolder } from '../../vault/state-folder.js';
import { withLock } from '../lock.js';
import { commitStream } from './commit-stream.js';
import { createGit, type Git } from './git.js';
import type { ChangedFile, FileVersions, History, HistoryEntry, RecordRequest } from './history.js';
import { purgeFromGit, trimGit } from './shrink.js';

const BRANCH = 'refs/heads/main';

/** Larger files are not kept: the history is for notes, and the trash keeps what is deleted. */
export const MOST_FILE_BYTES = 50 * 1024 * 1024;

/** The history in a git directory of its own inside `.rappel/`; no working tree, no index, never the user's repository. */
export function createGitHistory(deps: { root: string; clock: Clock }): History {
  const { root, clock } = deps;
  const gitDir = join(stateFolder(root), 'history.git');
  const git = createGit(gitDir);
  /** The recorded tree of the head it was read at; another process may have moved the head since. */
  let tree: { head: string; blobs: Map<VaultPath, string> } | null = null;

  async function ready(): Promise<void> {
    if (existsSync(join(gitDir, 'HEAD'))) return;
    await git(['init', '--quiet', '--bare', '--initial-branch=main', gitDir]);
  }

  async function head(): Promise<string | null> {
    await ready();
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
    changes: Map<VaultPath, Bytes | null>,
  ): Promise<HistoryEntry> {
    const { head: parent, blobs } = await recordedBlobs();
    const files = [...changes].map(
      ([path, bytes]): ChangedFile => ({
        path,
        change: bytes === null ? 'deleted' : blobs.has(path) ? 'changed' : 'added',
      }),
    );
    const now = clock.now();
    const entry: HistoryEntry = {
      id: newId(),
      time: localTimestamp(now),
      source: request.source,
      reason: request.reason,
      input: request.input ?? null,
      files,
    };
    await git(['fast-import', '--quiet', '--date-format=raw'], {
      input: commitStream(BRANCH, parent, entry, now, changes),
    });
    // The new head is one we know: the tree is carried forward instead of being read again.
    for (const [path, bytes] of changes) {
      if (bytes === null) blobs.delete(path);
      else blobs.set(path, blobId(bytes));
    }
    tree = { head: (await head())!, blobs };
    return entry;
  }

  return {
    available: true,
    record: (request) =>
      withLock(root, 'history', async () => {
        const { blobs } = await recordedBlobs();
        const missed = unrecorded(request.before ?? new Map(), blobs);
        if (missed.size > 0) await commit({ source: 'outside', reason: describe(missed) }, missed);
        const changes = differences(root, request.paths, (await recordedBlobs()).blobs);
        if (changes.size === 0) return null;
        return commit({ ...request, reason: request.reason ?? describe(changes) }, changes);
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
      const found: FileVersions[] = [];
      for (let at = 0; at + 1 < fields.length; at += 2) {
        const [, , before, after] = fields[at]!.split(' ');
        found.push({
          path: fields[at + 1] as VaultPath,
          before: await blob(before!),
          after: await blob(after!),
        });
      }
      return found;
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
      return recorded === null ? null : [...differences(root, [ROOT], blobs).keys()];
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
      const { out } = await git([
        'log',
        '-1',
        '--format=%H',
        '--fixed-strings',
        `--grep="id":"${id}"`,
        BRANCH,
      ]);
      const sha = out.toString('latin1').trim();
      if (sha !== '') return sha;
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

  async function blob(id: string): Promise<Bytes | null> {
    return /^0+$/.test(id) ? null : (await git(['cat-file', 'blob', id])).out;
  }
}

/** Many blobs by one process. */
async function readBlobs(git: Git, wanted: (readonly [VaultPath, string])[]): Promise<Map<VaultPath, Bytes>> {
  const found = new Map<VaultPath, Bytes>();
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

/** The files at and below `paths` that are not as they were recorded; null for those that are gone. */
function differences(
  root: string,
  paths: readonly VaultPath[],
  blobs: Map<VaultPath, string>,
): Map<VaultPath, Bytes | null> {
  const changes = new Map<VaultPath, Bytes | null>();
  for (const path of paths) {
    const present = new Set<VaultPath>();
    for (const [file, address] of filesAt(root, path)) {
      if (!isRecorded(file)) continue;
      present.add(file);
      const bytes = readSmall(address);
      if (bytes !== null && blobs.get(file) !== blobId(bytes)) changes.set(file, bytes);
    }
    for (const file of blobs.keys()) {
      const inside = path === '' || file === path || file.startsWith(`${path}/`);
      if (inside && !present.has(file)) changes.set(file, null);
    }
  }
  return changes;
}

function* filesAt(root: string, path: VaultPath): Generator<[VaultPath, string]> {
  const place = locate(root, path);
  if (place.kind === 'file') yield [path, place.target];
  if (place.kind !== 'folder') return;
  for (const entry of walk(root, place.target, path))
    if (entry.kind === 'file') yield [entry.path, entry.address];
}

/** What was on the disk before a change but never recorded. */
function unrecorded(
  before: ReadonlyMap<VaultPath, Bytes | null>,
  blobs: Map<VaultPath, string>,
): Map<VaultPath, Bytes | null> {
  return new Map(
    [...before].filter(([path, bytes]) => {
      if (!isRecorded(path) || (bytes !== null && bytes.length > MOST_FILE_BYTES)) return false;
      return (bytes === null ? undefined : blobId(bytes)) !== blobs.get(path);
    }),
  );
}

/** `tree.md` is generated: recording it would make every change two. */
function isRecorded(path: VaultPath): boolean {
  return path !== 'tree.md';
}

/** Null for a file that is too large, or gone between the look and the read. */
function readSmall(address: string): Bytes | null {
  try {
    const bytes = readFileSync(address);
    return bytes.length > MOST_FILE_BYTES ? null : bytes;
  } catch {
    return null;
  }
}

function blobId(bytes: Bytes): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

export function describe(changes: ReadonlyMap<VaultPath, unknown>): string {
  const [first] = changes.keys();
  return changes.size === 1 ? `Edited vault/${first}` : `Edited ${changes.size} files`;
}

/** The body of a commit is the reason, then the entry as JSON on the last line. */
function parseEntry(message: string): HistoryEntry {
  return JSON.parse(message.trimEnd().slice(message.trimEnd().lastIndexOf('\n') + 1));
}
