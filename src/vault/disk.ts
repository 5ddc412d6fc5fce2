import fs from 'node:fs';
import { promisify } from 'node:util';

/*
 * The calls with which Rappel changes what lies on a disk: the files of a vault, and its own files beside them. They are Node's; they pass
 * through here so that a test can let each of them fail, or have nothing happen from one of them on, as after a kill.
 */

/** Told of a call before it happens: its name and the address (of an open file: its number), and of a write the bytes. May throw instead of it. */
type TellCall = (call: string, target: string | number, bytes?: Uint8Array) => void;

let told: TellCall = () => {};

/** Returns how to end it. */
export function onEveryWrite(tell: TellCall): () => void {
  told = tell;
  return () => {
    told = () => {};
  };
}

/** A transaction of the state is about to begin: SQLite writes its file itself. */
export function tellTransaction(path: string): void {
  told('transaction', path);
}

/** A program is about to change a disk. */
export function tellProgram(name: string): void {
  told(name, '');
}

/** Opens a file to write it. */
export function openToWrite(path: string, flags: 'wx' | 'r+' | 'a', mode?: number): number {
  told('open', path);
  return fs.openSync(path, flags, mode);
}

/** Writes all of the bytes. */
export function writeAllSync(file: number, bytes: Uint8Array): void {
  told('write', file, bytes);
  for (let offset = 0; offset < bytes.length; ) offset += fs.writeSync(file, bytes, offset);
}

export function fsyncSync(file: number): void {
  told('sync', file);
  fs.fsyncSync(file);
}

/** Without blocking. */
export async function fsync(file: number): Promise<void> {
  told('sync', file);
  await syncing(file);
}

const syncing = promisify(fs.fsync);

export function ftruncateSync(file: number, length: number): void {
  told('truncate', file);
  fs.ftruncateSync(file, length);
}

export function renameSync(from: string, to: string): void {
  told('rename', to);
  fs.renameSync(from, to);
}

export function linkSync(from: string, to: string): void {
  told('link', to);
  fs.linkSync(from, to);
}

export function unlinkSync(path: string): void {
  told('unlink', path);
  fs.unlinkSync(path);
}

/** With the folders above it; does nothing for one that is there. */
export function makeFolder(path: string, mode?: number): void {
  told('mkdir', path);
  fs.mkdirSync(path, { recursive: true, mode });
}

/** Does nothing for a file that is gone. */
export function removeFile(path: string): void {
  told('unlink', path);
  fs.rmSync(path, { force: true });
}

/** Throws for one that is not empty. */
export function rmdirSync(path: string): void {
  told('rmdir', path);
  fs.rmdirSync(path);
}

/** The time at which a file was last changed. */
export function setModified(path: string, modified: Date): void {
  told('utimes', path);
  fs.utimesSync(path, new Date(), modified);
}
