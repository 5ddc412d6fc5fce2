// Loaded into a process with --import. CLOCK_HOURS="-7" sets its clock. UNSTEADY="12 /path/remote.git": one of 12 uses of that folder
// fails, before or after it did something, and git is ended in the middle of it; "1 …" is a folder out of reach.
import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const Real = Date;
const offset = Number(process.env.CLOCK_HOURS ?? 0) * 3_600_000;
globalThis.Date = class extends Real {
  constructor(...given) {
    if (given.length === 0) super(Real.now() + offset);
    else super(...given);
  }
  static now() {
    return Real.now() + offset;
  }
};

const [, oneOf, folder] = /^(\d+) (.+)$/.exec(process.env.UNSTEADY ?? '') ?? [];
if (folder !== undefined) {
  const fails = () => Math.random() * Number(oneOf) < 1;
  const isThere = (path) => String(path).startsWith(folder);
  const failure = () => Object.assign(new Error('EIO: i/o error, the drive is gone'), { code: 'EIO' });
  for (const name of ['renameSync', 'openSync', 'readFileSync', 'readdirSync', 'mkdirSync']) {
    const call = fs[name];
    fs[name] = (...given) => {
      const isNow = given.some(isThere) && fails();
      const isAfter = name === 'renameSync' && Number(oneOf) > 1 && Math.random() < 0.5;
      if (isNow && !isAfter) throw failure();
      const result = call(...given);
      if (isNow) throw failure();
      return result;
    };
  }
  const spawn = childProcess.spawn;
  childProcess.spawn = (command, args, options) => {
    const child = spawn(command, args, options);
    if (isThere(options?.env?.GIT_OBJECT_DIRECTORY ?? '') && fails())
      setTimeout(() => child.kill('SIGKILL'), Math.random() * 15);
    return child;
  };
  syncBuiltinESMExports();
}
