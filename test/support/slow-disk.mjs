// Loaded into a process with --import: Markdown files are on a slow disk. What was read once is in the cache of the system;
// each change waits for the disk.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const lock = new Int32Array(new SharedArrayBuffer(4));
const MILLISECONDS = 50;
const cached = new Set();

function isCached(path) {
  const wasCached = cached.has(path);
  cached.add(path);
  return wasCached;
}

function slow(functions, name, isFree = () => false) {
  const fast = functions[name];
  functions[name] = (path, ...more) => {
    const isNote = /\.md$|\/\.rappel-/.test(String(path));
    if (isNote && !isFree(String(path))) Atomics.wait(lock, 0, 0, MILLISECONDS);
    return fast(path, ...more);
  };
}

for (const name of ['openSync', 'readFileSync']) slow(fs, name, isCached);
slow(fs.promises, 'open', isCached);
for (const name of ['renameSync', 'rmSync', 'unlinkSync']) slow(fs, name);
syncBuiltinESMExports();
