import type { CallResult, ToolCall } from '../operations/calls.js';
import { errorFromFacts } from '../shared/errors.js';
import type { SeenVersions } from '../tools/session.js';
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
): Promise<{ result: CallResult; versions: FileVersion[] }> {
  const { seen } = reading;
  const report = await memory.run('calls', {
    calls: [call],
    seen,
    ...(match && { matching: { [parsePath(match.path)]: match.version } }),
  });
  const [outcome] = report.outcomes;
  if (!outcome!.ok) throw errorFromFacts(outcome!.error);
  reading.seen = withChanges(reading.seen, seen, report.seen);
  const versions = Object.entries(report.shown).map(([path, version]) => ({
    path: showPath(path),
    version: version.slice(0, IF_MATCH_LENGTH),
  }));
  return { result: outcome!.result, versions };
}

/** What one call changed, in what others have left meanwhile. */
function withChanges(now: SeenVersions, before: SeenVersions, after: SeenVersions): SeenVersions {
  const kept = Object.entries(now).filter(([path]) => !(path in before) || path in after);
  const changed = Object.entries(after).filter(([path, version]) => before[path] !== version);
  return Object.fromEntries([...kept, ...changed]);
}

export function versionLine({ path, version }: FileVersion): string {
  return `${path} if_match=${version}`;
}
