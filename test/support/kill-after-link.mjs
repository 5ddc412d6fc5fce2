// Loaded into a process with --import: the process is killed right after it has given a file a second name.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { linkSync } = fs;
fs.linkSync = (from, to) => {
  linkSync(from, to);
  if (!String(to).includes('/.')) process.kill(process.pid, 'SIGKILL');
};
syncBuiltinESMExports();
