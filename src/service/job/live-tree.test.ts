import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/runs.js';
import { tempFolder } from '../../../test/support/temp-vault.js';
import { ROOT, type VaultPath } from '../../vault/paths.js';
import { scanTree } from '../../vault/tree.js';
import { createLiveTree } from './live-tree.js';

const name = fc.constantFrom('a', 'b', 'é', 'c.md', 'd.md', 'e.txt');
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
const change = fc.oneof(
  fc.record({ kind: fc.constant('write'), path, text: fc.string() }),
  fc.record({ kind: fc.constant('folder'), path }),
  fc.record({ kind: fc.constant('remove'), path }),
  fc.record({ kind: fc.constant('move'), path, to: path }),
);

describe('the live tree', () => {
  it('is the scanned tree after any changes, also those during its first scan', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 25 }), fc.boolean(), async (changes, isScanned) => {
        const root = tempFolder();
        mkdirSync(join(root, 'a/b'), { recursive: true });
        writeFileSync(join(root, 'a/b/c.md'), 'text');
        const tree = createLiveTree(root);
        if (isScanned) await tree.measured();
        for (const step of changes) {
          try {
            apply(root, step);
          } catch {
            // Not possible here: a file where a folder should be. The folders on the way may have been made.
          }
          // What a watcher tells: the folder above may have come or gone with it.
          const touched = 'to' in step && step.to ? [step.path, step.to] : [step.path];
          for (const one of touched)
            for (let at = one; at !== '.'; at = dirname(at)) tree.refresh(at as VaultPath);
        }
        expect(await tree.measured()).toEqual(scanTree(root, root, ROOT));
      }),
      { numRuns: runs(80) },
    );
  });

  it('shows a folder before its files are told, and no link to a folder', async () => {
    const root = tempFolder();
    const tree = createLiveTree(root);
    await tree.measured();
    mkdirSync(join(root, 'new/sub'), { recursive: true });
    tree.addFolder('new/sub' as VaultPath);
    symlinkSync(join(root, 'new'), join(root, 'link'));
    tree.refresh('link' as VaultPath);
    tree.refresh('link/sub' as VaultPath);
    expect(await tree.measured()).toEqual(scanTree(root, root, ROOT));
  });
});

function apply(root: string, step: { kind: string; path: string; text?: string; to?: string }): void {
  const target = join(root, step.path);
  if (step.kind === 'write') {
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, step.text!);
  } else if (step.kind === 'folder') mkdirSync(target, { recursive: true });
  else if (step.kind === 'remove') rmSync(target, { recursive: true });
  else {
    mkdirSync(dirname(join(root, step.to!)), { recursive: true });
    renameSync(target, join(root, step.to!));
  }
}
