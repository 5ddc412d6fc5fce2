import { words } from '../../words/message.js';
import { type ReadBlob, readingBlobs } from '../history/objects.js';
import type { Repository } from '../history/private-git-dir.js';
import { refusedArrival } from './remotes/packs.js';

/** More than the files of any vault, and folders that lie deeper in each other than any. */
const MOST_FILES = 500_000;
const DEEPEST = 200;

/**
 * Refuses commits with more files than a vault, by their root folders. A few bytes can describe a folder that has another one a thousand
 * times, and so on: git would list a billion files, and keep them in memory. Here each folder is read once.
 */
export async function refuseEndless(repository: Repository, roots: readonly string[]): Promise<void> {
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
