import { join, sep } from 'node:path';

/** What keeps a process from changing a vault that another one leads by now. */
export interface Fence {
  /** Throws where this process may not change the vault. */
  demand(): void;
  /**
   * Where a file is written before it gets its name; null to write it beside its target. The next leader removes this folder
   * first, so that a process that was stopped before its last step can't take that step afterwards.
   */
  drafts: string | null;
}

/** Of the whole process, as the disk is. */
const fences = new Map<string, Fence>();

/** Checks every change in `root` with `fence`, in place of the fence of a folder above. Returns a function that removes it. */
export function putFence(root: string, fence: Fence): () => void {
  fences.set(root, fence);
  return () => {
    if (fences.get(root) === fence) fences.delete(root);
  };
}

/** Throws where the file or folder at `address` may not be changed. */
export function demandChange(address: unknown): void {
  if (fences.size > 0 && typeof address === 'string') fenceOf(address)?.demand();
}

/** Where a new file for `folder` is written before it gets its name. */
export function draftFolder(folder: string): string {
  return (fences.size > 0 && fenceOf(join(folder, 'draft'))?.drafts) || folder;
}

/** The nearest one. */
function fenceOf(address: string): Fence | null {
  let found: string | null = null;
  for (const root of fences.keys())
    if ((address === root || address.startsWith(root + sep)) && root.length > (found?.length ?? 0))
      found = root;
  return found === null ? null : fences.get(found)!;
}
