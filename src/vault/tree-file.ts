import { splitFrontmatter } from './frontmatter.js';
import { joinPath, ROOT, showPath } from './paths.js';
import { renderTree, scanTree, type TreeNode } from './tree.js';
import type { Vault } from './vault.js';
import { yamlField } from './yaml-value.js';

/** Updates `tree.md`: the whole tree in a fence, project folders collapsed. Writes only if it changed. */
export function writeTreeFile(vault: Vault, { about, node = scanVault(vault) }: TreeFileOptions = {}): void {
  const text = renderTree(node, showPath(ROOT), { depth: null, collapsed: isProject });
  vault.save(vault.locate(joinPath(ROOT, 'tree.md')), (current) => {
    const head = current === null ? '' : splitFrontmatter(current).head;
    const fields = head || (about === undefined ? '' : `---\n${yamlField('about', about)}\n---\n`);
    return `${fields}${fields === '' ? '' : '\n'}${fence(text)}\n`;
  });
}

export interface TreeFileOptions {
  /** The file's `about` field, used if it has no frontmatter yet. */
  about?: string;
  /** The measured vault, if the caller already has it. */
  node?: TreeNode;
}

function scanVault(vault: Vault): TreeNode {
  return scanTree(vault.root, vault.root, ROOT);
}

function isProject({ path }: TreeNode): boolean {
  return /^projects\/[^/]+$/.test(path);
}

/** No line of the tree can close the fence: each starts with `vault/` or a branch. */
function fence(text: string): string {
  return `\`\`\`\n${text}\n\`\`\``;
}
