import { lstatSync } from 'node:fs';

/**
 * How two addresses are related: `hardlinks` are two names of one file, which a move leaves that was killed between its two
 * steps; `alias` is one name in two spellings, on a disk that does not tell upper from lower case.
 */
export function relationOf(one: string, other: string): 'hardlinks' | 'alias' | 'different' {
  const [a, b] = [one, other].map((address) => lstatSync(address, { bigint: true, throwIfNoEntry: false }));
  if (a === undefined || b === undefined || one === other) return 'different';
  if (a.ino !== b.ino || a.dev !== b.dev) return 'different';
  if (folded(one) === folded(other)) return 'alias';
  return a.isFile() && a.nlink > 1n ? 'hardlinks' : 'different';
}

function folded(address: string): string {
  return address.normalize('NFC').toLowerCase();
}
