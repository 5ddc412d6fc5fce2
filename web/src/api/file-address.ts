import { withBase } from './base.js';

/** Where the service gives out a file of the vault. */
export function fileAddress(path: string): string {
  return withBase(`/api/files/${encodePath(path)}`);
}

/** A path of the vault as part of an address. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
