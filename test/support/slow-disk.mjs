// Loaded into a process with --import: every Markdown file is read and written as on a slow disk.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const lock = new Int32Array(new SharedArrayBuffer(4));
const MILLISECONDS = 25;

function slow(functions, name) {
  const fast = functions[name];
  functions[name] = (path, ...more) => {
    if (/\.md$|\/\.rappel-/.test(String(path))) Atomics.wait(lock, 0, 0, MILLISECONDS);
    return fast(path, ...more);
  };
}

slow(fs, 'openSync');
slow(fs, 'readFileSync');
slow(fs.promises, 'open');
syncBuiltinESMExports();
