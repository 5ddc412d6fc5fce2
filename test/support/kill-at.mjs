// Loaded into a process with --import: the process is killed at a call of node:fs. KILL_AT="before renameSync captured/queue/" kills
// it before it gives a file such a name, "after openSync log-" once it has opened such a file. For calls with two paths the second counts.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [, moment, name, pattern] = /^(before|after) (\w+) (.+)$/.exec(process.env.KILL_AT ?? '') ?? [];
if (name !== undefined) {
  const call = fs[name];
  const isMeant = new RegExp(pattern);
  const at = name === 'renameSync' || name === 'linkSync' ? 1 : 0;
  const kill = () => process.kill(process.pid, 'SIGKILL');
  fs[name] = (...given) => {
    const isNow = isMeant.test(String(given[at]));
    if (isNow && moment === 'before') kill();
    const result = call(...given);
    if (isNow) kill();
    return result;
  };
  syncBuiltinESMExports();
}
