import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { localTimestamp } from '../../shared/clock.js';
import { newId } from '../../shared/ids.js';
import { readMessage } from './entry.js';
import type { ExportedCommit } from './exported-commits.js';
import { git } from './git.js';
import type { TrimReport, TrimRequest } from './history.js';
import { readChanges, treeFiles } from './objects.js';
import type { Repository } from './private-git-dir.js';
import { rewriteHistory } from './rewrite.js';
import type { HistoryStore } from './store.js';

/** The share of the limit from which on the size is reported; trimming goes down to it. */
export const NEAR = 0.8;
const KEPT_DAYS = 90;

/** Drops the oldest entries until earlier versions are below the limit. Returns the new head if it wrote one. */
export async function trimHistory(
  store: HistoryStore,
  repository: Repository,
  now: Date,
  request: TrimRequest,
): Promise<TrimReport & { head: string | null }> {
  const bytes = store.size();
  const isLarge = bytes > request.mostBytes * NEAR;
  // Many small objects are slow to find and large on the disk: pack them before measuring.
  if (!request.dryRun && (isScattered(store) || (isLarge && hasLooseObjects(store)))) {
    const head = await rewriteHistory(store, repository, (commit) => commit);
    const packed = { ...repository, head, shallow: [] };
    return { ...(await trimHistory(store, packed, now, { ...request })), head };
  }
  if (!isLarge || repository.head === null) return { bytes, dropped: 0, until: null, head: repository.head };
  const plan = await planTrim(repository, repository.head, now, request);
  if (request.dryRun || plan.dropped === 0) return { ...plan, head: repository.head };
  return { ...plan, head: await rewriteHistory(store, repository, cutAfter(plan)) };
}

interface TrimPlan extends TrimReport {
  /** The newest commit that is dropped. */
  last: string;
}

/** Walks back from the newest entry and adds up the content that only that entry needs: what it replaced. */
async function planTrim(
  repository: Repository,
  head: string,
  now: Date,
  { mostBytes, recentToo, dryRun }: TrimRequest,
): Promise<TrimPlan> {
  const commits = await listCommits(repository, head);
  const present = new Set<string>();
  for await (const [, id] of treeFiles(repository, head)) present.add(id);
  const replaced: string[][] = [];
  for await (const { changes } of readChanges(
    repository,
    commits.map(({ id }) => id),
  ))
    replaced.push(changes.flatMap(({ before }) => before ?? []).filter((id) => !present.has(id)));
  const sizes = await sizesOf(repository, new Set(replaced.flat()));
  const upTo: number[] = [];
  let bytes = 0;
  for (const ids of replaced) {
    for (const id of ids) {
      bytes += sizes.get(id) ?? 0;
      sizes.delete(id);
    }
    upTo.push(bytes);
  }
  const isKept = ({ seconds }: Commit) =>
    !recentToo && seconds * 1_000 > now.getTime() - KEPT_DAYS * 86_400_000;
  const cut =
    bytes <= mostBytes
      ? -1
      : commits.findIndex((commit, index) => index > 0 && !isKept(commit) && upTo[index]! > mostBytes * NEAR);
  // The mark of an earlier trim is not an entry.
  const dropped = cut === -1 ? 0 : commits.length - cut - (commits.at(-1)!.isMark ? 1 : 0);
  if (dropped === 0) return { bytes, dropped, until: null, last: '' };
  const { id, seconds } = commits[cut]!;
  const until = localTimestamp(new Date(seconds * 1_000));
  return { bytes: dryRun ? bytes : upTo[cut - 1]!, dropped, until, last: id };
}

interface Commit {
  id: string;
  seconds: number;
  isMark: boolean;
}

async function listCommits(repository: Repository, head: string): Promise<Commit[]> {
  const { out } = await git(repository, ['log', '-z', '--format=%H %ct%n%B', head]);
  return out
    .toString('utf8')
    .split('\0')
    .filter(Boolean)
    .map((text) => {
      const [id, seconds] = text.slice(0, text.indexOf('\n')).split(' ');
      return { id: id!, seconds: Number(seconds), isMark: readMessage(text).source === 'trim' };
    });
}

async function sizesOf(repository: Repository, ids: ReadonlySet<string>): Promise<Map<string, number>> {
  const { out } = await git(repository, ['cat-file', '--batch-check=%(objectname) %(objectsize:disk)'], {
    input: Buffer.from([...ids].map((id) => `${id}\n`).join('')),
  });
  const sizes = new Map<string, number>();
  for (const line of out.toString('latin1').split('\n')) {
    const [id, size] = line.split(' ');
    if (Number(size) > 0) sizes.set(id!, Number(size));
  }
  return sizes;
}

/** All dropped commits become one, which says so and contains the files as they were then. */
function cutAfter({ dropped, until, last }: TrimPlan): (commit: ExportedCommit) => ExportedCommit | null {
  const files = new Map<string, string>();
  let isOver = false;
  return (commit) => {
    if (isOver) return commit;
    for (const { path, blob } of commit.changes) {
      if (blob === null) files.delete(path);
      else files.set(path, blob);
    }
    if (commit.id !== last) return null;
    isOver = true;
    const count = dropped === 1 ? 'one entry' : `${dropped} entries`;
    return {
      ...commit,
      entry: {
        id: newId(),
        time: until!,
        source: 'trim',
        reason: `Dropped ${count} up to ${until!.replace('T', ' ').slice(0, 16)}`,
        input: null,
        files: [],
      },
      changes: [...files].map(([path, blob]) => ({ path, blob })),
    };
  };
}

/** Estimated as git does: names are spread evenly over 256 folders. */
function isScattered({ folder }: HistoryStore): boolean {
  const sample = join(folder, 'objects', '17');
  return existsSync(sample) && readdirSync(sample).length > 27;
}

function hasLooseObjects({ folder }: HistoryStore): boolean {
  return readdirSync(join(folder, 'objects')).some((name) => /^[0-9a-f]{2}$/.test(name));
}
