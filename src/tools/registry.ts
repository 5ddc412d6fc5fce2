import { append } from './append.js';
import { concat } from './concat.js';
import type { Tool } from './define-tool.js';
import { deletePath } from './delete.js';
import { edit } from './edit.js';
import { move } from './move.js';
import { read } from './read.js';
import { search, searchWithOptions } from './search.js';
import { tree } from './tree.js';
import { write } from './write.js';

/** Every tool, in the order of every list. */
export const TOOLS: readonly Tool[] = [tree, read, search, concat, write, edit, append, move, deletePath];

/** The tool as the command line and HTTP offer it: `search` takes dates and limits too. */
export function offeredTool(name: string): Tool | undefined {
  if (name === searchWithOptions.name) return searchWithOptions;
  return TOOLS.find((tool) => tool.name === name);
}
