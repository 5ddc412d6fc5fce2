import type { TreeNode } from '../api/types.js';

/** Another name of a note, from its frontmatter. */
interface Alias {
  alias: string;
  path: string;
}

interface Names {
  paths: Map<string, string>;
  named: Map<string, string[]>;
}

const known = new WeakMap<TreeNode, { aliases: readonly Alias[]; names: Names }>();

/**
 * The file that `[[name]]` means in the note at `from`, by the rules of the service (`src/vault/links/note-names.ts`): a path
 * from the root, the last parts of one, or an alias; beside the link first, then nearest to the root.
 */
export function notePath(
  root: TreeNode,
  aliases: readonly Alias[],
  name: string,
  from: string,
): string | undefined {
  const { paths, named } = namesIn(root, aliases);
  const start = /^(?:\/|vault\/)/.exec(name.trim())?.[0] ?? '';
  const key = keyOf(name.trim().slice(start.length));
  if (start !== '') return paths.get(key);
  if (!key.includes('/')) return nearest(named.get(key) ?? [], from);
  const exact = paths.get(key);
  if (exact !== undefined) return exact;
  const isBelow = (path: string) => keyOf(path).endsWith(`/${key}`);
  return nearest([...(named.get(lastKey(key)) ?? []).filter(isBelow), ...(named.get(key) ?? [])], null);
}

function namesIn(root: TreeNode, aliases: readonly Alias[]): Names {
  const cached = known.get(root);
  if (cached?.aliases === aliases) return cached.names;
  const names: Names = { paths: new Map(), named: new Map() };
  const add = (key: string, path: string) => {
    const others = names.named.get(key);
    if (others === undefined) names.named.set(key, [path]);
    else others.push(path);
  };
  const visit = ({ path, children }: TreeNode) => {
    if (children !== null) {
      children.forEach(visit);
      return;
    }
    names.paths.set(keyOf(path), path);
    add(lastKey(path), path);
  };
  visit(root);
  for (const { alias, path } of aliases) add(keyOf(alias), path);
  known.set(root, { aliases, names });
  return names;
}

/** `from`: the note with the link, where a file beside it comes first. */
function nearest(paths: readonly string[], from: string | null): string | undefined {
  const folder = from === null ? null : folderOf(from);
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const path of paths) {
    const rank = folderOf(path) === folder ? 0 : path.split('/').length;
    if (rank > least || (rank === least && best !== undefined && path > best)) continue;
    [best, least] = [path, rank];
  }
  return best;
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function keyOf(name: string): string {
  return name.trim().normalize('NFC').toLowerCase().replace(/\.md$/, '');
}

function lastKey(path: string): string {
  return keyOf(path.slice(path.lastIndexOf('/') + 1));
}
