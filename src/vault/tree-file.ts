import { inTurns } from '../shared/in-turns.js';
import { splitFrontmatter } from './frontmatter.js';
import { joinPath, ROOT } from './paths.js';
import { scanTree, type TreeNode } from './tree.js';
import { renderMap, renderMapInSteps } from './tree-map.js';
import type { Vault } from './vault.js';
import { yamlField } from './yaml-value.js';

/** Updates `tree.md`: the map of the vault in a fence. Writes only if it changed. */
export function writeTreeFile(vault: Vault, { about, node = scanVault(vault) }: TreeFileOptions = {}): void {
  saveMap(vault, renderMap(node), about);
}

/** The same for a vault that is measured, and lets requests in between: the map of a large one takes a while. */
export async function writeTreeInTurns(vault: Vault, node: TreeNode): Promise<void> {
  saveMap(vault, (await inTurns(renderMapInSteps(node)))!);
}

function saveMap(vault: Vault, text: string, about?: string): void {
  vault.save(vault.locate(joinPath(ROOT, 'tree.md')), (current) => {
    const head = current === null ? '' : splitFrontmatter(current).head;
    const fields = head || (about === undefined ? '' : `---\n${yamlField('about', about)}\n---\n`);
    return `${fields}${fields === '' ? '' : '\n'}${fence(text)}\n`;
  });
}

interface TreeFileOptions {
  /** The file's `about` field, used if it has no frontmatter yet. */
  about?: string;
  /** The measured vault, if the caller already has it. */
  node?: TreeNode;
}

function scanVault(vault: Vault): TreeNode {
  return scanTree(vault.root, vault.root, ROOT);
}

/** No line of the tree can close the fence: each starts with `vault/` or a branch. */
function fence(text: string): string {
  return `\`\`\`\n${text}\n\`\`\``;
}
