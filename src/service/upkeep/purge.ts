import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { unlearn } from '../../agents/clerk/routing/lessons.js';
import { indexesOfWalls } from '../../search/cache-folder.js';
import type { SearchEngine } from '../../search/engine.js';
import { RappelError } from '../../shared/errors.js';
import { secretValues } from '../../shared/secrets.js';
import { refuseRoot } from '../../tools/guards.js';
import { blobId } from '../../vault/blob-id.js';
import type { Bytes } from '../../vault/files.js';
import { isText } from '../../vault/files.js';
import { splitFrontmatter } from '../../vault/frontmatter.js';
import { isAtOrBelow, ROOT, recordedPath, showPath, type VaultPath } from '../../vault/paths.js';
import type { Place } from '../../vault/resolve.js';
import { walk } from '../../vault/scan.js';
import { removeDamagedStates, tablesHolding } from '../../vault/state-database.js';
import { writeTreeFile } from '../../vault/tree-file.js';
import type { Vault } from '../../vault/vault.js';
import { purgeDismissed } from '../health/dismissed.js';
import { readSmall } from '../history/differences.js';
import type { History, Version } from '../history/history.js';
import { openHistory } from '../history/open-history.js';
import { createIndexChanges } from '../job/index-changes.js';
import { withLock } from '../locks/lock.js';
import { createStoredQuestions } from '../questions/stored-questions.js';
import { purgeReceipts } from '../receipts/stored-receipts.js';
import { createHeld } from '../state/held.js';
import { namesPath } from '../state/stored-fields.js';
import { batchesIn, trashFolder } from '../state/trash.js';
import { createQueue } from '../updates/queue.js';
import { isFiled } from '../updates/update-status.js';

interface PurgeReport {
  /** False if nothing ever had that name: probably a typo. */
  found: boolean;
  /** How many updates were removed with it. */
  updates: number;
  /** The names that its files had before or after. */
  otherNames: string[];
  /** Where the same content still is: copies, and what can't be removed without the user's consent. */
  left: string[];
}

/**
 * Removes every trace of a file or folder, for example a pasted secret: the vault looks as if it never had it.
 * Follows files through their renames, and searches for their content at the end.
 */
export async function purgePath(
  vault: Vault,
  engine: SearchEngine,
  { path }: Pick<Place, 'path'>,
): Promise<PurgeReport> {
  // An update that runs would write, or record, what it has read of the file.
  return withLock(vault.root, 'updates', () => purge(vault, engine, vault.locate(path)));
}

/** The same for a caller that holds the lock of the queue, from within the update `asking`, which stays known. */
export async function erasePath(
  vault: Vault,
  engine: SearchEngine,
  path: VaultPath,
  asking: string,
): Promise<void> {
  await purge(vault, engine, vault.locate(path), asking);
}

async function purge(
  vault: Vault,
  engine: SearchEngine,
  place: Place,
  asking: string | null = null,
): Promise<PurgeReport> {
  refuseRoot(vault, place, 'purged');
  const history = await openHistory(vault);
  const { otherNames, movedTo, versions } = await history.lineage(place.path);
  if (place.kind === 'missing' && movedTo.length > 0) throw moved(place, movedTo);
  const secrets = await collectSecrets(vault, history, place, versions);
  const names = [place.path, ...otherNames];
  const wasThere = place.kind !== 'missing';
  if (wasThere) rmSync(place.entry, { recursive: true });
  const wasInTrash = purgeTrash(vault, place.path, secrets);
  const updates = purgeQueue(vault, names, secrets, asking);
  const wasHeld = await purgeHeld(vault, engine, names, secrets);
  purgeAnswers(vault, names, secrets);
  // They are built again when they are needed.
  rmSync(indexesOfWalls(vault.root, process.env), { recursive: true, force: true });
  removeDamagedStates(vault.root);
  await history.purge(place.path);
  await createIndexChanges(vault, engine).refresh([place.path]);
  writeTreeFile(vault);
  return {
    found: wasThere || versions.length > 0 || wasInTrash || wasHeld || updates > 0,
    updates,
    otherNames: otherNames.map((name) => showPath(name)),
    left: await placesOfSecrets(vault, history, secrets),
  };
}

/** What was asked and answered about it, here or behind a wall. */
function purgeAnswers({ root }: Vault, names: readonly VaultPath[], secrets: Secrets): void {
  const isHit = (json: string) =>
    names.some((name) => namesPath(json, name)) || secrets.isIn(Buffer.from(json));
  createStoredQuestions(root).purge(isHit);
  purgeReceipts(root, isHit);
  for (const name of names) purgeDismissed(root, name);
}

/** Trash of this path, and of other paths with the same content. */
function purgeTrash(vault: Vault, path: VaultPath, secrets: Secrets): boolean {
  const here = batchesIn(vault.root)
    .map((batch) => join(trashFolder(vault.root), batch, ...path.split('/')))
    .filter((file) => existsSync(file));
  for (const file of here) rmSync(file, { recursive: true, force: true });
  const copies = secrets.filesIn(trashFolder(vault.root));
  for (const file of copies) rmSync(file, { force: true });
  return here.length + copies.length > 0;
}

/** What is held of it, and its question, wherever that is; also of what holds the same secret. */
async function purgeHeld(
  vault: Vault,
  engine: SearchEngine,
  names: readonly VaultPath[],
  secrets: Secrets,
): Promise<boolean> {
  const held = createHeld(vault.root);
  const items = new Set<VaultPath>();
  for (const id of held.ids()) {
    const item = held.itemOf(id);
    const question = item === null ? null : recordedPath(`inbox/${item}`);
    const isNamed = question !== null && names.some((name) => isAtOrBelow(question, name));
    const text = held.read(id);
    if (!isNamed && !(text !== null && secrets.isIn(Buffer.from(JSON.stringify(text))))) continue;
    held.drop(id);
    if (question !== null && !isNamed) items.add(question);
  }
  for (const item of items) await purge(vault, engine, vault.locate(item));
  return items.size > 0;
}

/**
 * Also removes the input of an update that touched the path or contains its content. An update that is not filed
 * yet stays: it is the user's only copy, and the report names it.
 */
function purgeQueue(
  vault: Vault,
  names: readonly VaultPath[],
  secrets: Secrets,
  asking: string | null,
): number {
  const queue = createQueue(vault);
  const touches = (file: string) => names.some((name) => isAtOrBelow(file, showPath(name)));
  const hit = queue
    .list()
    .filter(
      ({ id, state, files }) =>
        id !== asking && (files.some(touches) || (isFiled(state) && queue.holds(id, secrets.isIn))),
    );
  for (const { id } of hit) queue.forget(id);
  // A lesson holds words of its input. Where the input has left the queue, nothing tells whether it was this one.
  const known = new Set(queue.list().map(({ id }) => id));
  unlearn(vault, (id) => !known.has(id));
  // The others stay, but not the thoughts about the file in their runs.
  for (const { id } of queue.list()) {
    const run = JSON.stringify(queue.run(id));
    if (names.some((name) => namesPath(run, name)) || secrets.isIn(Buffer.from(run))) queue.forgetRun(id);
  }
  return hit.length;
}

function moved(place: Place, movedTo: readonly VaultPath[]): RappelError {
  const [first] = movedTo;
  return new RappelError('not_found', 'purge.moved', {
    files: movedTo.map((path) => showPath(path)).join(', '),
    file: showPath(first!),
    path: place.shown,
  });
}

/** Every content to remove, and ways to recognise it. */
interface Secrets {
  versions: ReadonlySet<Version>;
  /** Whether bytes are one of the contents, or contain the text of one, also in JSON form. */
  isIn(bytes: Bytes): boolean;
  /** The files below a folder that are, or contain, one of them. */
  filesIn(folder: string): string[];
}

/** A shorter text occurs in too many others to mean anything. */
const LEAST_LENGTH = 8;
/** Longer ones are recognised as a whole, by their id. */
const MOST_LENGTH = 64 * 1024;

const NOTHING = Buffer.alloc(0);

/** Reads the current and past contents of a path before it is removed. */
async function collectSecrets(
  vault: Vault,
  history: History,
  place: Place,
  recorded: readonly Version[],
): Promise<Secrets> {
  const versions = new Set(recorded);
  const texts = new Set<string>();
  /** The secrets in them alone: an answer quotes a line, a title a part of it. */
  const values = new Set<string>();
  const add = (bytes: Bytes | null) => {
    if (bytes === null) return;
    versions.add(blobId(bytes));
    if (bytes.length > MOST_LENGTH || !isText(bytes)) return;
    const body = splitFrontmatter(bytes.toString('utf8')).body.trim();
    if (body.length < LEAST_LENGTH) return;
    texts.add(body);
    texts.add(JSON.stringify(body).slice(1, -1));
    for (const value of secretValues(body)) values.add(value);
  };
  try {
    for await (const bytes of history.read(recorded)) add(bytes);
  } catch (error) {
    // Damaged: content that can't be read is still known by its id.
    if (!(error instanceof RappelError)) throw error;
  }
  if (place.kind === 'file') add(readSmall(place.target));
  if (place.kind === 'folder')
    for (const { kind, address } of walk(vault.root, place.target, place.path))
      if (kind === 'file') add(readSmall(address));
  versions.delete(blobId(NOTHING));

  const isIn = (bytes: Bytes) =>
    versions.has(blobId(bytes)) || [...texts].some((text) => bytes.includes(text)) || holdsValue(bytes);
  const isOneOfThem = (value: string) => values.has(value);
  // A short one is in many texts; there it must look like a secret too.
  const holdsValue = (bytes: Bytes) =>
    [...values].some((value) => value.length >= LEAST_LENGTH && bytes.includes(value)) ||
    ([...values].some((value) => bytes.includes(value)) &&
      secretValues(bytes.toString('utf8')).some(isOneOfThem));
  return {
    versions,
    isIn,
    filesIn: (folder) => filesBelow(folder).filter((file) => isIn(readSmall(file) ?? NOTHING)),
  };
}

/** Where the contents still are: in other files, in the history under other names, in Rappel's own state. */
async function placesOfSecrets(vault: Vault, history: History, secrets: Secrets): Promise<string[]> {
  const found = new Set<string>();
  for (const { kind, path, address } of walk(vault.root, vault.root, ROOT, () => {}))
    if (kind === 'file' && secrets.versions.has(blobId(readSmall(address) ?? NOTHING)))
      found.add(showPath(path));
  for (const path of await history.holders(secrets.versions)) found.add(showPath(path));
  for (const table of tablesHolding(vault.root, secrets.isIn)) found.add(`.rappel/state.db (${table})`);
  for (const name of ['journals', 'trash', 'held'])
    for (const file of secrets.filesIn(join(vault.root, '.rappel', name)))
      found.add(relative(vault.root, file));
  return [...found];
}

function filesBelow(folder: string): string[] {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => lstatSync(file, { throwIfNoEntry: false })?.isFile() === true);
}
