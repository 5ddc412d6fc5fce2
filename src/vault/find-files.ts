import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, readSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createYielder } from '../shared/yield-to-event-loop.js';
import { isOnDisk } from './file-system.js';
import type { VaultPath } from './paths.js';

/** The size of a file, and when it was changed: milliseconds since 1970, as Node gives them. */
export interface FileStats {
  size: number;
  mtimeMs: number;
}

/** The visible files of a vault, as the system's `find` prints them. */
interface FoundFiles {
  bytes: Buffer;
  /** In no particular order; lets others run in between. */
  visit(each: (path: VaultPath, stats: FileStats) => void): Promise<void>;
}

/**
 * Has GNU find look at every visible file: a process of its own takes a quarter of what Node does, at the same time as this one works. Null
 * where the system has none, where it fails (a folder that can't be listed), and for a vault with links, which may lead out of it.
 */
export async function findFiles(root: string): Promise<FoundFiles | null> {
  if (process.platform !== 'linux' || !isOnDisk(root)) return null;
  try {
    const bytes = await (begun.get(root)?.claim() ?? look(root).output);
    if (bytes === null || bytes.includes(LINK)) return null;
    return { bytes, visit: (each) => visitPrinted(bytes, each) };
  } catch {
    return null;
  }
}

/**
 * Begins to look at the files before they are asked for: the next `findFiles` gives what was found, unless the returned function is called
 * first. Later changes are not in it. A process that never asks does not wait for it.
 */
export function beginToFind(root: string): () => void {
  if (process.platform !== 'linux' || !isOnDisk(root)) return () => {};
  try {
    const { process: find, output } = look(root);
    output.catch(() => {});
    find.unref();
    begun.set(root, {
      claim() {
        begun.delete(root);
        find.ref();
        return output;
      },
    });
  } catch {
    // `findFiles` will try again.
  }
  return () => void begun.delete(root);
}

const begun = new Map<string, { claim(): Promise<Buffer | null> }>();

function look(root: string) {
  return runInto(['-H', root, ...EXPRESSION]);
}

/** Hidden files and folders are no part of the vault. Each entry begins with a NUL, which no name holds. */
const EXPRESSION = ['-mindepth', '1', '-name', '.*', '-prune', '-o', '!', '-type', 'd'].concat(
  '-printf',
  '\\0%y %s %T@ %P',
);
const LINK = '\0l ';

/** Into a file without a name: a pipe holds 64 KB, and `find` would wait there for this process. */
function runInto(args: readonly string[]): { process: ChildProcess; output: Promise<Buffer | null> } {
  const name = join(tmpdir(), `rappel-find-${process.pid}-${performance.now()}`);
  const file = openSync(name, 'wx+', 0o600);
  unlinkSync(name);
  const env = { PATH: process.env.PATH, LC_ALL: 'C' };
  const find = spawn('find', args, { env, stdio: ['ignore', file, 'ignore'] });
  const ended = new Promise((resolve, reject) => find.once('error', reject).once('exit', resolve));
  const output = ended
    .then((status) => {
      if (status !== 0) return null;
      const bytes = Buffer.allocUnsafe(fstatSync(file).size);
      return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0));
    })
    .finally(() => closeSync(file));
  return { process: find, output };
}

async function visitPrinted(bytes: Buffer, each: (path: VaultPath, stats: FileStats) => void): Promise<void> {
  const yieldToEventLoop = createYielder();
  const text = bytes.toString('utf8');
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = text.indexOf('\0', at + 1);
    if (end === -1) end = text.length;
    if (text.startsWith('f ', at + 1)) visitEntry(text, at + 3, end, each);
    const rest = yieldToEventLoop();
    if (rest !== undefined) await rest;
  }
}

/** `1024 1751359800.1234567890 projects/garden/state.md` */
function visitEntry(
  text: string,
  at: number,
  end: number,
  each: (path: VaultPath, stats: FileStats) => void,
): void {
  const time = text.indexOf(' ', at) + 1;
  const point = text.indexOf('.', time);
  const path = text.indexOf(' ', point) + 1;
  const seconds = Number(text.slice(time, point));
  // Nanoseconds: the tenth digit is always 0.
  const fraction = Number(text.slice(point + 1, point + 10));
  each(text.slice(path, end).normalize('NFC') as VaultPath, {
    size: Number(text.slice(at, time - 1)),
    mtimeMs: seconds * 1_000 + fraction / 1_000_000,
  });
}
