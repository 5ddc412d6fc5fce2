// Loaded into a process with --import: no file gets a second name, as on exFAT.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

fs.linkSync = (from, to) => {
  throw Object.assign(new Error(`EISDIR: illegal operation on a directory, link '${from}' -> '${to}'`), {
    code: 'EISDIR',
    syscall: 'link',
  });
};
syncBuiltinESMExports();
