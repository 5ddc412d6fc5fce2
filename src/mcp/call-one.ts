import type { ToolCall } from '../memory/memory.js';
import type { ToolResult } from '../tools/define-tool.js';
import { parsePath, showPath } from '../vault/paths.js';
import type { McpCall } from './mcp-tool.js';

/** How much of a version is shown: enough to tell any two apart, short enough to copy. */
export const IF_MATCH_LENGTH = 12;

export interface FileVersion {
  /** `vault/…` */
  path: string;
  version: string;
}

/** Calls one tool for this connection, with the files it has read before. Throws what the tool throws. */
export async function callOne(
  { memory, reading }: McpCall,
  call: ToolCall,
  match: { path: string; version: string } | null = null,
): Promise<{ result: ToolResult; versions: FileVersion[] }> {
  const report = await memory.call([call], {
    seen: reading.seen,
    ...(match && { matching: { [parsePath(match.path)]: match.version } }),
  });
  const [outcome] = report.outcomes;
  if (!outcome!.ok) throw outcome!.error;
  reading.seen = report.seen;
  const versions = Object.entries(report.shown).map(([path, version]) => ({
    path: showPath(path),
    version: version.slice(0, IF_MATCH_LENGTH),
  }));
  return { result: outcome!.result, versions };
}

export function versionLine({ path, version }: FileVersion): string {
  return `${path} if_match=${version}`;
}
