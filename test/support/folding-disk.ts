import type * as Fs from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * `node:fs` as on a disk that takes upper and lower case for the same name, below folders whose name holds `-folding-`:
 * every address leads to the entry that is there, in whatever letters; a rename gives it the letters of the new name.
 */
export function foldingFs(fs: typeof Fs): typeof Fs {
  const actual = (address: unknown): unknown => {
    if (typeof address !== 'string' || !isFolding(address)) return address;
    const above = dirname(address);
    if (!isFolding(above)) return join(above, sameName(above, basename(address)));
    const folder = actual(above) as string;
    return join(folder, sameName(folder, basename(address)));
  };
  const sameName = (folder: string, name: string): string => {
    const names = fs.existsSync(folder) && fs.statSync(folder).isDirectory() ? fs.readdirSync(folder) : [];
    if (names.includes(name)) return name;
    return names.find((other) => other.toLowerCase() === name.toLowerCase()) ?? name;
  };
  const folded: Record<string, unknown> = { ...fs };
  for (const name of ONE_ADDRESS) {
    const call = fs[name] as (...args: unknown[]) => unknown;
    folded[name] = (address: unknown, ...rest: unknown[]) => call(actual(address), ...rest);
  }
  folded.linkSync = (from: string, to: string) => fs.linkSync(actual(from) as string, actual(to) as string);
  folded.renameSync = (from: string, to: string) => {
    const [old, target] = [actual(from) as string, actual(to) as string];
    fs.renameSync(old, old === target ? join(dirname(target), basename(to)) : target);
  };
  folded.realpathSync = Object.assign((address: string) => fs.realpathSync(actual(address) as string), {
    native: (address: string) => fs.realpathSync.native(actual(address) as string),
  });
  return folded as unknown as typeof Fs;
}

const ONE_ADDRESS = [
  'accessSync',
  'existsSync',
  'lstatSync',
  'mkdirSync',
  'openSync',
  'readFileSync',
  'readdirSync',
  'rmSync',
  'rmdirSync',
  'statSync',
  'unlinkSync',
  'writeFileSync',
] as const satisfies (keyof typeof Fs)[];

function isFolding(address: string): boolean {
  return /-folding-/i.test(address);
}
