import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { z } from 'zod';
import type { Memory } from '../memory/memory.js';
import type { Replies } from '../memory/replies.js';
import { parsePath } from '../vault/paths.js';
import type { TreeNode } from '../vault/tree.js';
import { jsonBody } from './parameters.js';

const MOST_PATHS = 500;
const PATHS = `a list of at most ${MOST_PATHS} paths of the vault`;
const body = z.strictObject({ paths: z.array(z.string(PATHS), PATHS).max(MOST_PATHS, PATHS) });

/** The measured tree, or single files and folders of it: a client that has the tree keeps it up to date with those. */
export function treeRoutes({ files }: Memory) {
  return new Hono()
    .use(compress())
    .get('/', async (context) => context.json<Replies['GET /api/tree']>({ tree: await files.tree() }))
    .post('/', jsonBody('tree', body), async (context) => {
      const root = await files.tree();
      const { paths } = context.req.valid('json');
      return context.json({ nodes: paths.map((path) => ({ path, node: nodeAt(root, path) })) });
    });
}

/** Null where there is no such file or folder. */
function nodeAt(root: TreeNode, path: string): TreeNode | null {
  const segments = parsePath(path).split('/').filter(Boolean);
  return segments.reduce<TreeNode | null>(
    (folder, segment) => folder?.children?.find(({ name }) => name === segment) ?? null,
    root,
  );
}
