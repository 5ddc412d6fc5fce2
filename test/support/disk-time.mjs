// Loaded into a process with --import. Time passes only while the process waits for the files of RAPPEL_SLOW_FOLDER (several: `|`), so that a test of what a
// person sees meanwhile does not depend on the machine: each call that blocks takes 10 ms, each program that it waits for 100.
// When the process ends, RAPPEL_SILENCE names a file with its longest silence in milliseconds, and the calls that blocked meanwhile.
import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const CALL_MS = 10;
const PROGRAM_MS = 100;
const { RAPPEL_SLOW_FOLDER: slow, RAPPEL_SILENCE: report } = process.env;
const write = fs.writeFileSync;

let now = 0;
Object.defineProperty(performance, 'now', { value: () => now });

let spokeAt = 0;
let calls = {};
let longest = { ms: 0, calls: {} };
function speak() {
  if (now - spokeAt > longest.ms) longest = { ms: now - spokeAt, calls };
  spokeAt = now;
  calls = {};
}
for (const stream of [process.stdout, process.stderr]) {
  const own = stream.write;
  stream.write = function (...given) {
    speak();
    return own.apply(this, given);
  };
}
process.on('exit', () => {
  speak();
  write(report, JSON.stringify(longest));
});

function block(functions, name, ms, isSlow) {
  const fast = functions[name];
  if (typeof fast !== 'function') return;
  const slowed = (...given) => {
    if (isSlow(given[0])) {
      now += ms;
      calls[name] = (calls[name] ?? 0) + 1;
    }
    return fast(...given);
  };
  functions[name] = Object.assign(slowed, fast);
}
const slowFolders = slow.split('|');
const isThere = (path) => slowFolders.some((folder) => String(path).startsWith(folder));
for (const name of Object.keys(fs)) if (/Sync$/.test(name)) block(fs, name, CALL_MS, isThere);
for (const name of ['spawnSync', 'execFileSync', 'execSync'])
  block(childProcess, name, PROGRAM_MS, () => true);

// Intervals come due in the same time, and are run when the event loop turns.
const intervals = new Set();
globalThis.setInterval = (run, every) => {
  const interval = { run, every, next: now + every, unref: () => interval, ref: () => interval };
  intervals.add(interval);
  return interval;
};
globalThis.clearInterval = (interval) => intervals.delete(interval);
function turn() {
  for (const interval of intervals) {
    if (now < interval.next) continue;
    interval.next = now + interval.every;
    interval.run();
  }
  setImmediate(turn).unref();
}
turn();
syncBuiltinESMExports();
