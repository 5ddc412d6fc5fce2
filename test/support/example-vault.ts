import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { exampleVault as exampleFolder } from '../../src/exchange/example/example-files.js';
import { removeFolder } from './remove-folder.js';
import { type TempVault, tempVault } from './temp-vault.js';

/** The example memory on Monday 2025-07-14. `reset` makes it new again: what did not change stays, and so does the index. */
export function exampleVault(): TempVault & { reset(): void } {
  const vault = tempVault();
  example ??= readExample();
  const { files, folders } = example;
  function reset(): void {
    const missing = new Map(files);
    for (const entry of readdirSync(vault.root, { recursive: true, withFileTypes: true })) {
      const address = join(entry.parentPath, entry.name);
      const path = address.slice(vault.root.length + 1);
      if (entry.isDirectory()) {
        if (!folders.has(path)) removeFolder(address);
        continue;
      }
      const found = statSync(address, { throwIfNoEntry: false });
      const known = files.get(path);
      const isSame = found?.size === known?.bytes.length && found?.mtime.getTime() === known?.mtime.getTime();
      if (known !== undefined && isSame) missing.delete(path);
      else rmSync(address, { force: true });
    }
    for (const [path, { bytes, mtime }] of missing) {
      const address = join(vault.root, path);
      mkdirSync(dirname(address), { recursive: true });
      writeFileSync(address, bytes);
      utimesSync(address, mtime, mtime);
    }
  }
  reset();
  return { ...vault, reset };
}

interface Example {
  files: Map<string, { bytes: Buffer; mtime: Date }>;
  folders: Set<string>;
}

let example: Example | undefined;

function readExample(): Example {
  const found: Example = { files: new Map(), folders: new Set() };
  for (const entry of readdirSync(exampleFolder('fr'), { recursive: true, withFileTypes: true })) {
    const address = join(entry.parentPath, entry.name);
    const path = address.slice(exampleFolder('fr').length + 1);
    if (entry.isDirectory()) found.folders.add(path);
    // To the millisecond, which every file system can keep.
    else found.files.set(path, { bytes: readFileSync(address), mtime: new Date(statSync(address).mtime) });
  }
  return found;
}
