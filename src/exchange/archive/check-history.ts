import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { checkHistory } from '../../service/history/check-history.js';
import { git, hasGit } from '../../service/history/git.js';
import type { Repository } from '../../service/history/private-git-dir.js';
import { openStore } from '../../service/history/store.js';
import { messageOf, RappelError } from '../../shared/errors.js';
import { visiblePath } from '../../vault/paths.js';
import { type Field, words } from '../../words/message.js';
import { MOST_DEPTH, MOST_ENTRIES } from './limits.js';

/**
 * Refuses the history of an archive if a folder in it has a name that leads elsewhere, or if it expands to more
 * files than an archive may have. Reads every tree object once, however often it is used: a few bytes that contain
 * themselves ten times, ten levels deep, would otherwise take years.
 */
export async function checkArchivedHistory(root: string): Promise<void> {
  if (!existsSync(join(root, '.rappel', 'history.git', 'objects'))) return;
  if (!(await hasGit())) {
    throw new RappelError('io', 'archive.history_without_git');
  }
  const repository = openStore(realpathSync.native(root)).repository();
  const foldersIn = new Map<string, { files: number; folders: string[] }>();
  for (const batch of await treeBatches(repository)) {
    for (const { id, entries } of await readTrees(repository, batch)) {
      for (const { mode, name } of entries) checkEntry(mode, name);
      const folders = entries.filter(({ mode }) => mode === FOLDER).map(({ target }) => target);
      foldersIn.set(id, { files: entries.length - folders.length, folders });
    }
  }
  const measured = new Map<string, { files: number; height: number }>();
  for (const id of foldersIn.keys()) measure(id, 0);
  // Its size is bounded: now check the entries and every path.
  if (repository.head !== null) await checkHistory(repository, repository.head, null).catch(refuse);

  /**
   * How many files a tree expands to. The depth limit stops a folder that contains itself, which only a forged pack
   * can.
   */
  function measure(id: string, level: number): { files: number; height: number } {
    const known = measured.get(id);
    if (known !== undefined) return known;
    const folder = foldersIn.get(id);
    let files = folder?.files ?? 0;
    let height = 1;
    if (level > MOST_DEPTH) throw tooDeep();
    for (const inner of folder?.folders ?? []) {
      const below = measure(inner, level + 1);
      files += below.files;
      height = Math.max(height, below.height + 1);
    }
    if (files > MOST_ENTRIES) throw refused(words`it contains more than ${MOST_ENTRIES} files at once`);
    if (height > MOST_DEPTH) throw tooDeep();
    measured.set(id, { files, height });
    return { files, height };
  }
}

interface TreeEntry {
  mode: string;
  name: string;
  target: string;
}

const FOLDER = '40000';
const MODES = ['100644', '100755', FOLDER];
const BATCH_BYTES = 16 * 1024 * 1024;
const MOST_TREE_BYTES = 64 * 1024 * 1024;

/** A single name of a file or folder that can be in a vault on this system. */
function checkEntry(mode: string, name: string): void {
  if (name === '' || name.includes('/') || visiblePath(name) === null)
    throw refused(
      words`it contains a path that leads outside the vault, through ${JSON.stringify(name.slice(0, 80))}`,
    );
  if (!MODES.includes(mode)) throw refused(words`it contains a link or another repository`);
}

/** The ids of all trees, in groups that fit in memory. */
async function treeBatches(repository: Repository): Promise<string[][]> {
  const { out } = await git(repository, [
    'cat-file',
    '--batch-all-objects',
    '--batch-check=%(objectname) %(objecttype) %(objectsize)',
  ]);
  const batches: string[][] = [];
  let bytes = BATCH_BYTES;
  for (const line of out.toString('latin1').split('\n')) {
    const [id, type, size] = line.split(' ');
    if (type !== 'tree') continue;
    if (Number(size) > MOST_TREE_BYTES) throw refused(words`it contains a folder that is too large`);
    if (bytes + Number(size) > BATCH_BYTES) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)!.push(id!);
    bytes += Number(size);
  }
  return batches;
}

async function readTrees(
  repository: Repository,
  ids: string[],
): Promise<{ id: string; entries: TreeEntry[] }[]> {
  const input = Buffer.from(ids.map((id) => `${id}\n`).join(''));
  const { out } = await git(repository, ['cat-file', '--batch'], { input });
  let at = 0;
  return ids.map((id) => {
    // `<id> tree <size>`, the bytes, a line end.
    const end = out.indexOf(0x0a, at);
    const size = Number(out.toString('latin1', at, end).split(' ')[2]);
    if (end === -1 || !Number.isSafeInteger(size)) throw refused(words`it is damaged`);
    at = end + size + 2;
    return { id, entries: entriesOf(out.subarray(end + 1, end + 1 + size)) };
  });
}

/** `<mode> <name>`, a zero, and twenty bytes that name the object. */
function entriesOf(tree: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < tree.length; ) {
    const zero = tree.indexOf(0, at);
    const blank = tree.indexOf(0x20, at);
    if (blank === -1 || zero < blank || zero + 21 > tree.length) throw refused(words`it is damaged`);
    entries.push({
      mode: tree.toString('latin1', at, blank),
      name: tree.toString('utf8', blank + 1, zero),
      target: tree.toString('hex', zero + 1, zero + 21),
    });
    at = zero + 21;
  }
  return entries;
}

function tooDeep(): RappelError {
  return refused(words`it contains folders more than ${MOST_DEPTH} levels deep`);
}

function refuse(error: unknown): never {
  if (!(error instanceof RappelError)) throw error;
  throw refused(error.reason === 'history.refused' ? error.fields.reason! : messageOf(error));
}

function refused(reason: Field): RappelError {
  return new RappelError('outside_vault', 'archive.history_refused', { reason });
}
