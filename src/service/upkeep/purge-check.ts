import { lstatSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { RappelError } from '../../shared/errors.js';
import { secretValues } from '../../shared/secrets.js';
import { blobId } from '../../vault/blob-id.js';
import { type Bytes, isText } from '../../vault/files.js';
import { splitFrontmatter } from '../../vault/frontmatter.js';
import { ROOT, showPath } from '../../vault/paths.js';
import type { Place } from '../../vault/resolve.js';
import { walk } from '../../vault/scan.js';
import { tablesHolding } from '../../vault/state-database.js';
import type { Vault } from '../../vault/vault.js';
import { readSmall } from '../history/differences.js';
import type { History, Version } from '../history/history.js';

/** Every content to remove, and ways to recognise it. */
export interface Secrets {
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
export async function collectSecrets(
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
export async function placesOfSecrets(vault: Vault, history: History, secrets: Secrets): Promise<string[]> {
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
