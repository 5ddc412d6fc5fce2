// Loaded into a process with --import: the process is killed right after it has given so many files a name that matches.
// KILL_ON="3 note-\d+\.md$" kills it after the third. With KILL_WHILE, only while that file exists.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [, count, pattern] = /^(\d+) (.+)$/.exec(process.env.KILL_ON ?? '') ?? [];
const isMeant = new RegExp(pattern ?? '$^');
let left = Number(count);

for (const name of ['renameSync', 'linkSync']) {
  const change = fs[name];
  fs[name] = (from, to) => {
    change(from, to);
    if (process.env.KILL_WHILE && !fs.existsSync(process.env.KILL_WHILE)) return;
    if (isMeant.test(String(to)) && --left === 0) process.kill(process.pid, 'SIGKILL');
  };
}
syncBuiltinESMExports();
