import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { RappelError } from '../../shared/errors.js';
import { words } from '../../words/message.js';
import { checkEntries } from '../history/check-history.js';
import { MOST_FILE_BYTES } from '../history/differences.js';
import { git, gitOutput } from '../history/git.js';
import type { ReadBlob } from '../history/objects.js';
import { readingBlobs } from '../history/objects.js';
import type { Repository } from '../history/private-git-dir.js';
import type { HistoryStore } from '../history/store.js';
import { createStreamReader } from '../history/stream-reader.js';
import { hasCommit } from './read-log.js';
import { asRefused, refusedArrival } from './remotes/packs.js';
import type { Remote } from './remotes/remote.js';

/** Gets the commits of a remote, without those up to `agreed`, which both had: it does not know what was recorded here since. */
export async function fetchChecked(
  store: HistoryStore,
  remote: Remote,
  head: string,
  agreed: string | null,
): Promise<void> {
  const own = store.repository();
  // A history from a backup may lack what was agreed on.
  const isKnown = agreed !== null && (agreed === own.head || (await hasCommit(own, agreed)));
  const known = isKnown ? agreed : own.head;
  await acceptChecked(store, head, (into) => remote.fetch(head, known, into));
}

/**
 * Takes commits from elsewhere. They wait in a folder of their own until all of them are checked: they are accepted
 * completely or not at all. `fill` puts them there.
 */
export async function acceptChecked(
  store: HistoryStore,
  head: string,
  fill: (into: Repository) => Promise<void>,
): Promise<void> {
  const own = store.repository();
  const folder = join(store.folder, 'incoming');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'pack'), { recursive: true });
  try {
    const incoming: Repository = { objects: folder, source: own.objects, head: null, shallow: own.shallow };
    await fill(incoming);
    await check(incoming, head, own.head);
    moveObjects(folder, own.objects);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function check(incoming: Repository, head: string, known: string | null): Promise<void> {
  try {
    await checkSizes(incoming);
    // Every commit, folder and file is there.
    const range = [`${head}^{commit}`, ...(known === null ? [] : [`^${known}`])];
    await git(incoming, ['rev-list', '--objects', '--quiet', ...range]).catch(async (error) => {
      throw (await hasCommit(incoming, head)) ? error : refusedArrival(words`its newest entry is missing`);
    });
    await checkEntries(incoming, head, known, (roots) => refuseEndless(incoming, roots));
  } catch (error) {
    throw asRefused(error);
  }
}

/** None is larger than what Rappel records. A few bytes can describe a text of gigabytes, so this comes before anything is read. */
async function checkSizes({ objects }: Repository): Promise<void> {
  const args = [
    'cat-file',
    '--batch-check=%(objecttype) %(objectsize)',
    '--batch-all-objects',
    '--unordered',
  ];
  const reader = createStreamReader(gitOutput({ objects, head: null, shallow: [] }, args));
  let count = 0;
  for (let line = await reader.line(); line !== null; line = await reader.line()) {
    const [type, size] = line.split(' ');
    if (type === 'blob' && Number(size) > MOST_FILE_BYTES)
      throw new RappelError('invalid_input', 'sync.file_too_large');
    if (type === 'tag' || Number(size) > MOST_ENTRY_BYTES || ++count > MOST_OBJECTS)
      throw refusedArrival(words`it is larger than a history of notes`);
  }
}

/** An entry names the files that it changes, a folder those that it has: a hundred thousand of each are less. */
const MOST_ENTRY_BYTES = 64 * 1024 * 1024;
const MOST_OBJECTS = 5_000_000;

/** An index makes its pack visible, so it comes last. */
function moveObjects(folder: string, objects: string): void {
  const packs = readdirSync(join(folder, 'pack')).filter((file) => file.startsWith('pack-'));
  for (const ending of ['.pack', '.rev', '.idx'])
    for (const file of packs.filter((found) => found.endsWith(ending))) {
      const target = join(objects, 'pack', file);
      if (!existsSync(target)) renameSync(join(folder, 'pack', file), target);
    }
  // A server may send few objects loose.
  for (const part of readdirSync(folder).filter((found) => /^[0-9a-f]{2}$/.test(found)))
    for (const file of readdirSync(join(folder, part))) {
      mkdirSync(join(objects, part), { recursive: true });
      const target = join(objects, part, file);
      if (!existsSync(target)) renameSync(join(folder, part, file), target);
    }
}

/** More than the files of any vault, and folders that lie deeper in each other than any. */
const MOST_FILES = 500_000;
const DEEPEST = 200;

/**
 * Refuses commits with more files than a vault, by their root folders. A few bytes can describe a folder that has another one a thousand
 * times, and so on: git would list a billion files, and keep them in memory. Here each folder is read once.
 */
async function refuseEndless(repository: Repository, roots: readonly string[]): Promise<void> {
  const counted = new Map<string, number>();
  await readingBlobs(
    repository,
    async (read) => {
      for (const root of roots) await countFiles(root, read, counted, 0);
    },
    'tree',
  );
}

async function countFiles(
  folder: string,
  read: ReadBlob,
  counted: Map<string, number>,
  above: number,
): Promise<number> {
  const known = counted.get(folder);
  if (known !== undefined) return known;
  if (above > DEEPEST) throw tooMany();
  const { files, folders } = entriesIn(await read(folder));
  let count = files;
  for (const inner of folders) {
    count += counted.get(inner) ?? (await countFiles(inner, read, counted, above + 1));
    if (count > MOST_FILES) throw tooMany();
  }
  counted.set(folder, count);
  return count;
}

/** For each entry `<mode> <name>`, a NUL, and the 20 bytes of its id. */
function entriesIn(tree: Buffer): { files: number; folders: string[] } {
  const folders: string[] = [];
  let files = 0;
  for (let at = 0; at < tree.length; ) {
    const end = tree.indexOf(0, at);
    const isFolder = tree[at] === FOLDER_MODE;
    if (isFolder) folders.push(tree.toString('hex', end + 1, end + 21));
    else files++;
    at = end + 21;
  }
  return { files, folders };
}

/** The `4` of `40000`; the mode of everything else begins with a 1. */
const FOLDER_MODE = 0x34;

function tooMany() {
  return refusedArrival(words`it contains more files than a vault of notes`);
}
