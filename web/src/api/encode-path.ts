/** A path of the vault as part of an address. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
