import type { Tool } from '@modelcontextprotocol/server';
import type { McpTool } from './mcp-tool.js';
import type { Profile } from './profiles.js';

interface ListedTool {
  tool: McpTool;
  /** As `tools/list` shows it. */
  wire: Tool;
}

export type ToolList = () => Promise<ListedTool[]>;

/** The tools of a profile, loaded and described at first use, then cached. */
export function createToolList(profile: Profile): ToolList {
  let list: Promise<ListedTool[]> | undefined;
  return () => {
    list ??= load(profile);
    return list;
  };
}

async function load(profile: Profile): Promise<ListedTool[]> {
  const [{ toolsOf }, { listed }] = await Promise.all([import('./profiles.js'), import('./list-tools.js')]);
  return toolsOf(profile).map((tool) => ({ tool, wire: listed(tool) }));
}
