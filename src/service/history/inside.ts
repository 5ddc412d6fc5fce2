import { ROOT, type VaultPath } from '../../vault/paths.js';

/** True for a path itself and for whatever is below it. */
export function isInside(file: string, path: VaultPath): boolean {
  return path === ROOT || file === path || file.startsWith(`${path}/`);
}
