import { append } from './append.js';
import { concat } from './concat.js';
import type { Tool } from './define-tool.js';
import { deleteTool } from './delete.js';
import { edit } from './edit.js';
import { move } from './move.js';
import { read } from './read.js';
import { tree } from './tree.js';
import { write } from './write.js';

/** Every tool, in the order in which they are listed everywhere. */
export const TOOLS: readonly Tool[] = [tree, read, concat, write, edit, append, move, deleteTool];

export function findTool(name: string): Tool | undefined {
  return TOOLS.find((tool) => tool.name === name);
}
