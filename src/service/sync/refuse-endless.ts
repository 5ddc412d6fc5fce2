import { git, gitOutput } from '../history/git.js';
import { type ReadBlob, readingBlobs } from '../history/objects.js';
import type { Repository } from '../history/private-git-dir.js';
import { separated } from '../history/stream-reader.js';
import { refusedArrival } from './remotes/packs.js';

/** More than the files of any vault, and folders that lie deeper in each other than any. */
const MOST_FILES = 500_000;
const DEEPEST = 200;

/**
 * Refuses commits with more files than a vault. A few bytes can describe a folder that has another one a thousand times, and so
 * on: git would list a billion files, and keep them in memory. Here each folder that is new since `known` is read once.
 */
export async function refuseEndless(
  repository: Repository,
  head: string,
  known: string | null,
): Promise<void> {
  const counted = known === null ? new Map<string, number>() : await filesByFolder(repository, known);
  const range = [head, ...(known === null ? [] : [`^${known}`])];
  const { out } = await git(repository, ['log', '--reverse', '--format=%T', ...range]);
  const roots = out.toString('latin1').split('\n').filter(Boolean);
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

/** How many files each folder of a commit has, by its id. */
async function filesByFolder(repository: Repository, commit: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const ids = new Map<string, string>();
  for await (const line of separated(gitOutput(repository, ['ls-tree', '-r', '-t', '-z', commit]))) {
    const tab = line.indexOf('\t');
    const [, type, id] = line.slice(0, tab).split(' ');
    const path = line.slice(tab + 1);
    if (type === 'tree') {
      ids.set(path, id!);
      continue;
    }
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  return new Map([...ids].map(([path, id]) => [id, counts.get(path) ?? 0]));
}

function tooMany() {
  return refusedArrival('it contains more files than a vault of notes');
}
