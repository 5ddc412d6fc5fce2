/** Where the vaults of a hub are: `/v/NAME/…`. */
const PREFIX = '/v/';

/** The vault of an address and the address in it; `rest` is empty where the slash after the name is missing. */
export interface VaultAddress {
  name: string;
  rest: string;
}

export function parseAddress(url: string): VaultAddress | null {
  const [, name, rest = ''] = /^\/v\/([a-z0-9._-]+)(\/.*)?$/s.exec(url) ?? [];
  return name === undefined ? null : { name, rest };
}

export function vaultAddress(base: string, name: string): string {
  return `${base.replace(/\/$/, '')}${PREFIX}${name}`;
}
