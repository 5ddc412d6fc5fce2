import { existsSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { RappelError } from '../../shared/errors.js';
import { blobId } from '../../vault/blob-id.js';
import type { Bytes } from '../../vault/files.js';
import type { VaultPath } from '../../vault/paths.js';
import { words } from '../../words/message.js';
import { MOST_FILE_BYTES } from './differences.js';
import { historyPath } from './entry.js';
import { gitOutput } from './git.js';
import type { Repository } from './private-git-dir.js';
import { refusedHistory } from './store.js';
import { collect, createStreamReader, type StreamReader, separated } from './stream-reader.js';

/** The files of a commit, with the id of their content. */
export async function readTree(repository: Repository, commit: string): Promise<Map<VaultPath, string>> {
  const blobs = new Map<VaultPath, string>();
  for await (const [path, id] of treeFiles(repository, commit)) blobs.set(path, id);
  return blobs;
}

/** The same one by one: there may be a hundred thousand. */
export async function* treeFiles(
  repository: Repository,
  commit: string,
): AsyncGenerator<[path: VaultPath, id: string]> {
  for await (const line of separated(gitOutput(repository, ['ls-tree', '-r', '-z', commit]))) {
    const tab = line.indexOf('\t');
    const [mode, , id] = line.slice(0, tab).split(' ');
    const path = historyPath(line.slice(tab + 1));
    refuseMode(mode!);
    if (path !== null) yield [path, id!];
  }
}

/** A few bytes can describe a folder that contains itself many times and would never end. */
const MOST_CHANGES = 3_000_000;

export interface Change {
  path: VaultPath;
  before: string | null;
  after: string | null;
}

/** What each of these commits changed, in their order. */
export async function* readChanges(
  repository: Repository,
  commits: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<{ commit: string; changes: Change[] }> {
  let current: { commit: string; changes: Change[] } | null = null;
  const args = ['diff-tree', '--stdin', '--always', '-m', '--root', ...RAW];
  const fields = separated(gitOutput(repository, args, lines(commits)));
  const nextChange = createChangeReader(fields);
  for await (const field of fields) {
    if (field.startsWith(':')) {
      const change = await nextChange(field);
      if (change !== null) current!.changes.push(change);
      continue;
    }
    if (current !== null) yield current;
    current = { commit: field, changes: [] };
  }
  if (current !== null) yield current;
}

/** What differs between the files of two commits; null for no files. */
export async function readDifference(
  repository: Repository,
  from: string | null,
  to: string,
): Promise<Change[]> {
  const changes: Change[] = [];
  const fields = separated(gitOutput(repository, ['diff-tree', ...RAW, from ?? EMPTY_TREE, to]));
  const nextChange = createChangeReader(fields);
  for await (const field of fields) {
    const change = await nextChange(field);
    if (change !== null) changes.push(change);
  }
  return changes;
}

const RAW = ['-r', '-z', '--raw', '--no-abbrev', '--no-renames'];
/** Git knows it without an object. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** Reads a change: a field about it, and its path. Null for a path that is no file of a vault. */
function createChangeReader(fields: AsyncGenerator<string>) {
  let count = 0;
  return async (field: string): Promise<Change | null> => {
    const [, mode, before, after] = field.slice(1).split(' ');
    const path = historyPath((await fields.next()).value);
    refuseMode(mode!);
    if (++count > MOST_CHANGES)
      throw refusedHistory(words`it contains more than ${MOST_CHANGES} changes of files`);
    return path === null ? null : { path, before: contentOf(before!), after: contentOf(after!) };
  };
}

/**
 * The content of files, in the order of their ids, one at a time. Everything is checked against its id; throws if a
 * piece is missing or damaged. Git ends with the last piece: many readers never ask for what comes after it.
 */
export async function* readBlobs(repository: Repository, ids: readonly string[]): AsyncGenerator<Bytes> {
  if (ids.length === 0) return;
  const contents = readNamed(repository, ids);
  try {
    for (const [at, id] of ids.entries()) {
      const { value } = await contents.next();
      if (!value) throw damaged(id);
      if (at === ids.length - 1) await contents.return(undefined);
      yield value;
    }
  } finally {
    await contents.return(undefined);
  }
}

export type ReadBlob = (id: string) => Promise<Bytes>;

/** Work that reads one content after the other, all by one process; those of folders are as git keeps them. */
export async function readingBlobs<Result>(
  repository: Repository,
  work: (read: ReadBlob) => Promise<Result>,
  type: ObjectType = 'blob',
): Promise<Result> {
  const ids = new PassThrough({ objectMode: true });
  const contents = readNamed(repository, ids, type);
  try {
    return await work(async (id) => {
      ids.write(id);
      const { value } = await contents.next();
      if (!value) throw damaged(id);
      return value;
    });
  } finally {
    ids.end();
    await contents.return(undefined);
  }
}

/**
 * The same by ids or by `commit:path`, for as long as names come, all by one process; null where a commit has no such file.
 */
export async function* readNamed(
  repository: Repository,
  names: Iterable<string> | AsyncIterable<string>,
  type: ObjectType = 'blob',
): AsyncGenerator<Bytes | null> {
  // Git calls a folder that is missing no repository: a vault that was never served has none.
  if (!existsSync(repository.objects)) {
    for await (const _ of names) yield null;
    return;
  }
  const output = gitOutput(repository, ['cat-file', '--batch'], lines(names));
  const reader = createStreamReader(output);
  try {
    for (let header = await reader.line(); header !== null; header = await reader.line())
      yield header.endsWith(' missing') ? null : await readObject(reader, header, type);
  } finally {
    await output.return(undefined);
  }
}

type ObjectType = 'blob' | 'tree';

/** `<id> blob <size>`, the bytes, a line end. */
async function readObject(reader: StreamReader, header: string, wanted: ObjectType): Promise<Bytes> {
  const [id = '', type, size] = header.split(' ');
  if (type !== wanted || !(Number(size) <= MOST_FILE_BYTES)) throw damaged(id);
  const bytes = await collect(reader.bytes(Number(size)));
  if (type === 'blob' && blobId(bytes) !== id) throw damaged(id);
  await reader.line();
  return bytes;
}

/** Only plain files are recorded: no links, programs or nested repositories. */
function refuseMode(mode: string): void {
  if (mode !== '100644' && mode !== '000000')
    throw refusedHistory(words`it contains something other than plain files`);
}

function contentOf(id: string): string | null {
  return /^0+$/.test(id) ? null : id;
}

async function* lines(texts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(`${text}\n`);
}

function damaged(id: string): RappelError {
  return new RappelError('io', 'history.damaged', { object: id.slice(0, 10) });
}
