import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { tempFolder } from './temp-vault.js';

/** Returns a function that names the git commands which this process started since its last call, in order. */
export function watchGit(): () => string[] {
  const folder = tempFolder();
  const log = join(folder, 'calls');
  const path = process.env.PATH!;
  const real = path.split(delimiter).find((each) => existsSync(join(each, 'git')))!;
  // Rappel puts --no-pager before each command.
  writeFileSync(join(folder, 'git'), `#!/bin/sh\necho "$2" >> '${log}'\nexec '${join(real, 'git')}' "$@"\n`);
  chmodSync(join(folder, 'git'), 0o755);
  process.env.PATH = folder + delimiter + path;
  onTestFinished(() => {
    process.env.PATH = path;
  });
  return () => {
    const calls = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
    rmSync(log, { force: true });
    return calls;
  };
}
