import type { Core } from '../service/core.js';
import type { Tool, ToolResult } from '../tools/define-tool.js';
import { createSession } from '../tools/session.js';
import { globBase } from '../vault/globs.js';
import { isAtOrBelow, parsePath, ROOT } from '../vault/paths.js';

interface PastCall {
  day: string;
  /** The parameters of the tool itself. */
  input: object;
  /** What it looks at. */
  paths: string[];
}

/** A call of `read`, `tree` or `search` may ask for the files as they were at the end of a day (`as_of`); any other is one of today. */
export function timedCall({ name }: Tool, raw: unknown): PastCall | { day: null; input: unknown } {
  const { as_of, ...input } = Object(raw) as Record<string, unknown>;
  if (as_of === undefined || !TIMED.includes(name)) return { day: null, input: raw };
  if (as_of === null) return { day: null, input };
  const given = name === 'read' ? input.paths : (input.path ?? 'vault/');
  return { day: String(as_of), input, paths: [given].flat().filter((path) => typeof path === 'string') };
}

const TIMED = ['read', 'tree', 'search'];

/** In a session of its own: a text of the past is no reason to overwrite the one of today. */
export async function callInPast(
  core: Core,
  tool: Tool,
  { day, input, paths }: PastCall,
): Promise<ToolResult> {
  const session = createSession();
  const places = paths.map((path) => globBase(parsePath(path.replace(/ \(lines \d+-\d+\)$/, ''))));
  const isWanted = (path: string) => places.some((place) => place === ROOT || isAtOrBelow(path, place));
  return core.inPast(day, async ({ load, ...past }) => {
    if (tool.name !== 'search') await load(isWanted);
    return tool.call(input, { ...past, session });
  });
}
