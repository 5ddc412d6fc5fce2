import type { McpTool } from './mcp-tool.js';
import { concatTool, readTool, treeTool } from './tools/file-tools.js';
import { findTool } from './tools/find-tool.js';
import { historyTool, undoTool } from './tools/history-tools.js';
import { orientTool } from './tools/orient-tool.js';
import { searchTool } from './tools/search-tool.js';
import { updateStatusTool, updateTool } from './tools/update-tools.js';
import { verifyTool } from './tools/verify-tool.js';
import { appendTool, deleteTool, editTool, moveTool, writeTool } from './tools/writing-tools.js';

export const PROFILES = ['memory', 'full', 'readonly'] as const;
export type Profile = (typeof PROFILES)[number];

/** The tools of a profile, in a fixed order, so that a client's prompt cache stays valid. */
export function toolsOf(profile: Profile): McpTool[] {
  const reading = [readTool, treeTool, findTool, concatTool, verifyTool, historyTool];
  if (profile === 'readonly') return [searchTool, orientTool, ...reading];
  const memory = [updateTool, searchTool, orientTool, updateStatusTool, ...reading, undoTool];
  return profile === 'memory' ? memory : [...memory, writeTool, editTool, appendTool, moveTool, deleteTool];
}
