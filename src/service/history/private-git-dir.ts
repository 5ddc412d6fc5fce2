import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { namesIn, readOrNull } from '../../shared/read-or-null.js';
import { makeTemporaryFolder } from '../../vault/temporary-folder.js';

/** What git sees of a history: its objects, and nothing else of its folder. */
export interface Repository {
  /** Where objects are read and written. */
  objects: string;
  /** The newest commit; null for an empty history. */
  head: string | null;
  /** Commits whose parents are not kept. */
  shallow: readonly string[];
  /** Where objects are only read: those of the history that this one is made from. */
  source?: string;
}

/** The only branch. It is in the private directory; the vault's copy is a file that git never reads. */
export const BRANCH = 'refs/heads/main';

/**
 * A git directory for one call of git, in the user's temporary folder: settings, hooks, attributes, grafts and
 * replacements in the vault's own folder are never read. After a call it is kept for the next one: making and removing it takes
 * longer than many a call.
 */
export function createPrivateGitDir({ objects, head, shallow, source }: Repository) {
  const own = takeSpare() ?? newFolder();
  const { folder } = own;
  const branch = join(folder, BRANCH);
  putLines(branch, head === null ? [] : [head]);
  putLines(join(folder, 'shallow'), shallow);
  let isSpare = true;
  return {
    folder,
    env: {
      ...ENVIRONMENT,
      GIT_DIR: folder,
      GIT_OBJECT_DIRECTORY: objects,
      ...(source !== undefined && { GIT_ALTERNATE_OBJECT_DIRECTORIES: quoteInList(source) }),
    },
    /** The branch as git left it. */
    head: () => readOrNull(branch)?.trim() ?? null,
    /** What git was stopped in is not used again: something that it started may still be there. */
    spoil: () => {
      isSpare = false;
    },
    release: () => (isSpare ? keepSpare(own) : own.close()),
  };
}

type OwnFolder = ReturnType<typeof makeTemporaryFolder>;

const spares: OwnFolder[] = [];
const MOST_SPARES = 4;

function newFolder(): OwnFolder {
  const own = makeTemporaryFolder('git');
  const { folder } = own;
  mkdirSync(join(folder, dirname(BRANCH)), { recursive: true });
  writeFileSync(join(folder, 'HEAD'), `ref: ${BRANCH}\n`);
  writeFileSync(join(folder, 'config'), CONFIG);
  return own;
}

function putLines(file: string, lines: readonly string[]): void {
  if (lines.length === 0) rmSync(file, { force: true });
  else writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
}

/** Checked here, not when it is kept: any program may clear the temporary folder meanwhile. */
function takeSpare(): OwnFolder | undefined {
  const own = spares.pop();
  if (own === undefined || isAsMade(own.folder)) return own;
  own.close();
  return undefined;
}

function keepSpare(own: OwnFolder): void {
  if (spares.length < MOST_SPARES) spares.push(own);
  else own.close();
}

/** Git left nothing else in it. */
function isAsMade(folder: string): boolean {
  const names = ['', 'refs', dirname(BRANCH)].flatMap((below) => namesIn(join(folder, below)));
  const isOther = (name: string) => !MADE.has(name) && !WRITTEN.has(name);
  return !names.some(isOther) && [...MADE].every((name) => names.includes(name));
}

const MADE: ReadonlySet<string> = new Set(['HEAD', 'config', 'refs', 'heads']);
const WRITTEN: ReadonlySet<string> = new Set(['shallow', basename(BRANCH)]);

const NOTHING = process.platform === 'win32' ? 'NUL' : '/dev/null';

const ENVIRONMENT = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: NOTHING,
  GIT_ATTR_NOSYSTEM: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  LC_ALL: 'C',
};

/**
 * Recorded data is synced to the disk. Names that another system can't store are no reason to refuse a commit:
 * nothing is ever checked out here. What git would trust without checking (commit graphs, multi-pack indexes) is
 * off. Git keeps only a bounded part of the files in memory and compares no large ones.
 */
const CONFIG = `[core]
	repositoryformatversion = 0
	bare = true
	fsync = committed,loose-object
	protectNTFS = false
	protectHFS = false
	quotePath = false
	commitGraph = false
	multiPackIndex = false
	attributesFile = ${NOTHING}
	hooksPath = ${NOTHING}
	bigFileThreshold = 10m
[pack]
	windowMemory = 64m
`;

/** In a list of folders, a path that contains the separator or starts with a quote is quoted as in C. */
function quoteInList(path: string): string {
  if (!path.includes(delimiter) && !path.startsWith('"')) return path;
  return `"${path.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}
