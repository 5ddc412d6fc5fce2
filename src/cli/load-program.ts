import { isAscii } from 'node:buffer';
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';
import { codeFolder } from '../search/cache-folder.js';

/** Commands that stay and serve. */
const SERVICES: ReadonlySet<string> = new Set(['demo', 'hub', 'serve']);
/** Commands that people and programs run again and again: each stores the functions that it uses. The others share one folder. */
const FREQUENT: ReadonlySet<string> = new Set([
  '__complete',
  'call',
  'find',
  'hook',
  'mcp',
  'read',
  'search',
  'update',
]);
/** Files shorter than this compile as fast as they are read. */
const LEAST_BYTES = 20_000;
const MOST_YOUNG_BYTES = 16 * 1024 * 1024;
/** Of 40 kB each: if it is small still, someone has told V8 to keep it so. */
const MOST_HELD = 800;
/** Files that are kept together: those of a few versions of Rappel and of Node. */
const MOST_FILES = 60;
/** Finds damage, not forgery. SHA-256 takes 2 ms for each megabyte where the processor has no instructions for it. */
const HASH = 'sha1';
const HASH_BYTES = 20;
/** Says how often the code was stored again; as long as the code needs to begin at a multiple of eight: V8 uses it where it lies then. */
const COUNT_BYTES = 4;
/**
 * So many runs add the functions that they used to what is stored: the first one may have met an empty vault, or a wrong option. That
 * takes each of them as long as it saves the next.
 */
const MOST_RENEWALS = 3;
/** Put around a module as bytes: joined as strings, each source would be in memory twice until its garbage is collected. */
const BEFORE = Buffer.from('(function (exports, require, module, __filename, __dirname) {');
const AFTER = Buffer.from('\n})');
/** Modules of Node that commands use. */
const NODE_MODULES = ['child_process', 'fs/promises', 'os', 'perf_hooks', 'timers/promises', 'tty', 'url'];
const SERVICE_MODULES = ['http', 'http2', 'worker_threads'];

/** Loads modules of the built program by their names (`cli/main`), with their compiled code. */
export function programLoader(dist: string, command: string | undefined, env: NodeJS.ProcessEnv) {
  if (command !== undefined && SERVICES.has(command)) {
    keepHeapSmall();
    return createLoader(dist, folderOf('serve', env));
  }
  const name = command !== undefined && FREQUENT.has(command) ? command : 'other';
  optimiseLater(name);
  return createLoader(dist, folderOf(name, env));
}

/** V8 lets garbage double its heap, or more: comparing a large vault leaves hundreds of megabytes of it, which a process never gives back. */
function keepHeapSmall(): void {
  loadOfNode([...NODE_MODULES, ...SERVICE_MODULES]);
  // What HTTP is made of, which is loaded when it is first named.
  void globalThis.Request;
  setFlagsFromString('--heap-growing-percent=40');
  keepYoungSpaceSmall();
}

/**
 * V8 also holds up to 32 MB for new objects. It reads that number when a process starts, before this runs, but asks by what factor it may grow whenever
 * it does: it grows to half of that here, and no further. A thread begins with as much as it may have.
 */
function keepYoungSpaceSmall(): void {
  if (!process.versions.node.startsWith('20.')) return;
  // It grows when objects survive.
  for (const held: number[][] = []; youngBytes() < MOST_YOUNG_BYTES && held.length < MOST_HELD; )
    held.push(new Array(5_000).fill(0));
  const stopGrowing = () => setFlagsFromString('--semi-space-growth-factor=1');
  stopGrowing();
  setFlagsFromString('--min-semi-space-size=4');
  // V8 sets its own factor again at some moment while a thread starts.
  process.on('worker', (worker) => {
    let isStarting = true;
    const stopAgain = () => {
      stopGrowing();
      if (isStarting) setImmediate(stopAgain);
    };
    stopAgain();
    for (const event of ['online', 'exit'])
      worker.once(event, () => {
        isStarting = false;
      });
  });
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
}

/**
 * Node 20 spends a third of a search on optimising functions whose last call comes before they are optimised. Work that goes on, as
 * indexing a vault, is still optimised. V8 has no such number from Node 22 on, where this costs less. Patterns are the same: V8 compiles
 * each a second time, to machine code, for its second text, and most see a few lines.
 */
function optimiseLater(name: string): void {
  if (!process.versions.node.startsWith('20.')) return;
  loadOfNode(NODE_MODULES);
  setFlagsFromString('--interrupt-budget=1000000');
  setFlagsFromString('--regexp-tier-up-ticks=100');
  setFlagsFromString('--wasm-tiering-budget=36000000');
  if (name === 'mcp' || name === 'other') return;
  // Threads that look for garbage begin long before a frequent command needs it. One that does need it has nobody to answer meanwhile.
  setFlagsFromString('--no-incremental-marking');
  setFlagsFromString('--no-minor-gc-task');
  // In a short command, making machine code and optimising patterns costs more than it saves.
  setFlagsFromString('--no-sparkplug');
  setFlagsFromString('--no-regexp-peephole-optimization');
}

/**
 * Node brings compiled code for its modules, which V8 takes only as long as its flags are those that Node was built with:
 * what is loaded later is compiled from its source.
 */
function loadOfNode(names: readonly string[]): void {
  for (const name of names) process.getBuiltinModule(`node:${name}`);
}

/** Null without a home folder, which is never created to store code. */
function folderOf(command: string, env: NodeJS.ProcessEnv): string | null {
  try {
    return existsSync(homedir()) ? codeFolder(env, command) : null;
  } catch {
    return null;
  }
}

/**
 * Loads modules together with the code that V8 compiled for them when this command last ran: compiling is a fifth of
 * a short command. Code that is missing is stored when the process ends. (Node does this itself from 22.1 on.)
 */
export function createLoader(dist: string, folder: string | null): (name: string) => object {
  const modules = new Map<string, { exports: object }>();
  const cache = folder === null ? null : openCodeCache(folder);
  if (cache !== null) process.once('exit', cache.store);
  return (name) => load(resolve(dist, `${name}.js`));

  function load(file: string): object {
    const known = modules.get(file);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    modules.set(file, module);
    const requirePackage = createRequire(file);
    const require = (id: string) =>
      id.startsWith('.') ? load(resolve(dirname(file), id)) : requirePackage(id);
    compile(file)(module.exports, require, module, file, dirname(file));
    return module.exports;
  }

  function compile(file: string): (...scope: unknown[]) => void {
    const { text, bytes, version } = readModule(file);
    const stored = bytes.length < LEAST_BYTES ? undefined : cache?.entryOf(version);
    // The build escapes other letters where it can: ASCII is taken as it is.
    const source = text.toString(isAscii(bytes) ? 'latin1' : 'utf8');
    const script = new Script(source, {
      filename: file,
      ...(stored?.code && { cachedData: stored.code }),
    });
    if (stored?.code === undefined || script.cachedDataRejected) stored?.replace(script, 0);
    else if (stored.renewals < MOST_RENEWALS) stored.replace(script, stored.renewals + 1);
    return script.runInThisContext();
  }
}

/**
 * The source of a module, wrapped in a function, and the bytes of the source alone, in one buffer: a copy would be garbage. And what tells its
 * versions apart without reading it: any write to a file changes `ctime`, and so does putting another in its place.
 */
function readModule(path: string): { text: Buffer; bytes: Buffer; version: string } {
  const file = openSync(path, 'r');
  try {
    const { size, ino, mtimeMs, ctimeMs } = fstatSync(file);
    const text = Buffer.allocUnsafe(BEFORE.length + size + AFTER.length);
    const end = BEFORE.length + readSync(file, text, BEFORE.length, size, 0);
    BEFORE.copy(text);
    AFTER.copy(text, end);
    return {
      text: text.subarray(0, end + AFTER.length),
      bytes: text.subarray(BEFORE.length, end),
      version: JSON.stringify([path, size, ino, mtimeMs, ctimeMs]),
    };
  } finally {
    closeSync(file);
  }
}

/** Compiled code by the version of the file that it was made of. */
function openCodeCache(folder: string) {
  const missing: { file: string; script: Script; renewals: number }[] = [];
  const isSafe = isOwn(folder);
  return {
    entryOf(version: string) {
      const file = join(folder, hashOf(process.version, version).toString('hex'));
      return {
        ...((isSafe && readCode(file)) || { code: undefined, renewals: 0 }),
        replace: (script: Script, renewals: number) => void missing.push({ file, script, renewals }),
      };
    },
    /** Stores what was compiled, with the functions that were used. Never throws: the next run would compile again. */
    store(): void {
      if (missing.length === 0) return;
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        if (!isOwn(folder)) return;
        for (const { file, script, renewals } of missing)
          writeCode(file, script.createCachedData(), renewals);
        removeOldest(folder);
      } catch {
        // The disk is full or read-only.
      }
    },
  };
}

/** Whether it is there, and nobody else can put code into it. Windows keeps others out of a user's folder by itself. */
function isOwn(folder: string): boolean {
  try {
    const { uid, mode } = lstatSync(folder);
    return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
  } catch {
    return false;
  }
}

/** V8 checks whether code is of its version and its flags, but not whether it is intact. */
function readCode(file: string): { code: Buffer; renewals: number } | undefined {
  try {
    const bytes = readFileSync(file);
    const rest = bytes.subarray(HASH_BYTES);
    if (!hashOf(rest).equals(bytes.subarray(0, HASH_BYTES))) return undefined;
    return { code: rest.subarray(COUNT_BYTES), renewals: rest[0]! };
  } catch {
    return undefined;
  }
}

function writeCode(file: string, code: Buffer, renewals: number): void {
  const aside = `${file}.${process.pid}`;
  const count = Buffer.alloc(COUNT_BYTES, 0);
  count[0] = renewals;
  writeFileSync(aside, Buffer.concat([hashOf(count, code), count, code]), { mode: 0o600 });
  renameSync(aside, file);
}

function removeOldest(folder: string): void {
  const age = (path: string) => -(lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  const files = readdirSync(folder).map((name) => join(folder, name));
  const oldest = files.map((path) => ({ path, age: age(path) })).sort((a, b) => a.age - b.age);
  for (const { path } of oldest.slice(MOST_FILES)) rmSync(path, { force: true });
}

function hashOf(...parts: (string | Buffer)[]): Buffer {
  const hash = createHash(HASH);
  for (const part of parts) hash.update(part);
  return hash.digest();
}
