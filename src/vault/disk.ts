import fs from 'node:fs';
import promises from 'node:fs/promises';
import { demandChange } from './fence.js';

/**
 * What changes the disk. Everything between the doors and the vault uses these instead of Node's own, so that no change passes by
 * the fence of a vault; `test/architecture.test.ts` checks that.
 */
export const appendFileSync = changing('appendFileSync');
export const chmodSync = changing('chmodSync');
export const cpSync = changing('cpSync', 2);
export const createWriteStream = changing('createWriteStream');
export const linkSync = changing('linkSync', 2);
export const mkdirSync = changing('mkdirSync');
export const mkdtempSync = changing('mkdtempSync');
export const renameSync = changing('renameSync', 2);
export const rmdirSync = changing('rmdirSync');
export const rmSync = changing('rmSync');
export const unlinkSync = changing('unlinkSync');
export const utimesSync = changing('utimesSync');
export const writeFileSync = changing('writeFileSync');

export const openSync: typeof fs.openSync = (path, flags, mode) => {
  if (!onlyReads(flags)) demandChange(path);
  return fs.openSync(path, flags, mode);
};

export const open: typeof promises.open = async (path, flags, mode) => {
  if (!onlyReads(flags)) demandChange(path);
  return promises.open(path, flags, mode);
};

export const rm: typeof promises.rm = async (path, options) => {
  demandChange(path);
  return promises.rm(path, options);
};

export const utimes: typeof promises.utimes = async (path, accessed, modified) => {
  demandChange(path);
  return promises.utimes(path, accessed, modified);
};

function onlyReads(flags: string | number | undefined): boolean {
  const writing = fs.constants.O_WRONLY | fs.constants.O_RDWR;
  return flags === undefined || flags === 'r' || (typeof flags === 'number' && (flags & writing) === 0);
}

type Change =
  | 'appendFileSync'
  | 'chmodSync'
  | 'cpSync'
  | 'createWriteStream'
  | 'linkSync'
  | 'mkdirSync'
  | 'mkdtempSync'
  | 'renameSync'
  | 'rmdirSync'
  | 'rmSync'
  | 'unlinkSync'
  | 'utimesSync'
  | 'writeFileSync';

/** `addresses`: how many of its arguments are addresses. */
function changing<Name extends Change>(name: Name, addresses = 1): (typeof fs)[Name] {
  return ((...given: unknown[]) => {
    for (const address of given.slice(0, addresses)) demandChange(address);
    return (fs[name] as (...all: unknown[]) => unknown)(...given);
  }) as (typeof fs)[Name];
}
