import { lstatSync } from 'node:fs';

/**
 * How two addresses are related: `twins` are two names of one file, which a move leaves that was killed between its two
 * steps; `alias` is one name in two spellings, on a disk that does not tell upper from lower case.
 */
export function kinship(one: string, other: string): 'twins' | 'alias' | 'strangers' {
  const [a, b] = [one, other].map((address) => lstatSync(address, { bigint: true, throwIfNoEntry: false }));
  if (a === undefined || b === undefined || one === other) return 'strangers';
  if (a.ino !== b.ino || a.dev !== b.dev) return 'strangers';
  if (folded(one) === folded(other)) return 'alias';
  return a.isFile() && a.nlink > 1n ? 'twins' : 'strangers';
}

function folded(address: string): string {
  return address.normalize('NFC').toLowerCase();
}
