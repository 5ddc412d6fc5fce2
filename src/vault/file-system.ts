import {
  closeSync,
  type Dirent,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { sep } from 'node:path';

/** What reading a vault asks of the system. Throws as Node does. */
export interface FileSystem {
  /** Of the entry itself; undefined where there is none. */
  lstat(address: string): Stats | undefined;
  /** Of what a link leads to. */
  stat(address: string): Stats | undefined;
  realpath(address: string): string;
  names(address: string): string[];
  entries(address: string): FolderEntry[];
  bytes(address: string): Buffer;
  /** The first bytes of a file. */
  start(address: string, length: number): Buffer;
  utf8(address: string): string;
}

type FolderEntry = Pick<Dirent, 'name' | 'isFile' | 'isDirectory' | 'isSymbolicLink'>;

/** The disk of the machine, and at the addresses where others are mounted, those. */
export const fileSystem: FileSystem = {
  lstat: (address) => systemAt(address).lstat(address),
  stat: (address) => systemAt(address).stat(address),
  realpath: (address) => systemAt(address).realpath(address),
  names: (address) => systemAt(address).names(address),
  entries: (address) => systemAt(address).entries(address),
  bytes: (address) => systemAt(address).bytes(address),
  start: (address, length) => systemAt(address).start(address, length),
  utf8: (address) => systemAt(address).utf8(address),
};

/**
 * Shows files that are not on the disk of the machine at an address where it has nothing, to everything that reads a vault. Nothing can be
 * written there. Returns how to end it.
 */
export function mount(root: string, files: FileSystem): () => void {
  mounted.set(root, files);
  return () => void mounted.delete(root);
}

/** Of the whole process, as the disk is. */
const mounted = new Map<string, FileSystem>();

/**
 * Has `tell` called before everything that is read. Where a program reads many files at once, the event loop does not turn meanwhile: this is
 * how a terminal shows that it still works.
 */
export function onEveryRead(tell: () => void): void {
  told = tell;
}

let told = () => {};

function systemAt(address: string): FileSystem {
  told();
  if (mounted.size === 0) return machine;
  for (const [root, files] of mounted) if (address === root || address.startsWith(root + sep)) return files;
  return machine;
}

/** Whether the disk of the machine has what is at an address. */
export function isOnDisk(address: string): boolean {
  return systemAt(address) === machine;
}

const MAY_BE_MISSING = { throwIfNoEntry: false } as const;

const machine: FileSystem = {
  lstat: (address) => lstatSync(address, MAY_BE_MISSING),
  stat: (address) => statSync(address, MAY_BE_MISSING),
  realpath: (address) => realpathSync.native(address),
  names: (address) => readdirSync(address),
  entries: (address) => readdirSync(address, { withFileTypes: true }),
  bytes: (address) => readFileSync(address),
  start(address, length) {
    const bytes = Buffer.alloc(length);
    const file = openSync(address, 'r');
    try {
      return bytes.subarray(0, readSync(file, bytes, 0, length, 0));
    } finally {
      closeSync(file);
    }
  },
  utf8: (address) => readFileSync(address, 'utf8'),
};

/** As Node says it. */
export function noSuchFile(address: string): Error {
  return Object.assign(new Error(`ENOENT: no such file or directory, '${address}'`), { code: 'ENOENT' });
}
