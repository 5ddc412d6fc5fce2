import { z } from 'zod';
import { notText } from '../vault/files.js';
import { renderTree, scanFile, scanTree } from '../vault/tree.js';
import { defineTool, READS, textResult } from './define-tool.js';
import { optional, pathInput } from './parse-input.js';

const DEPTH = 'an integer from 0, or null for everything';

export const tree = defineTool({
  name: 'tree',
  hints: READS,
  input: () =>
    z.strictObject({
      path: optional(pathInput(), 'vault/'),
      depth: optional(z.int(DEPTH).nonnegative(DEPTH), null),
    }),
  run({ path: input, depth }, { vault }) {
    const place = vault.resolve(input);
    if (place.kind === 'missing') throw vault.missing(place);
    if (place.kind === 'other') throw notText(place.shown);
    const node =
      place.kind === 'folder'
        ? scanTree(vault.root, place.target, place.path)
        : scanFile(place.target, place.path);
    return textResult(renderTree(node, place.shown, { depth }));
  },
});
