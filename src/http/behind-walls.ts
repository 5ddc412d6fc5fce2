import type { MiddlewareHandler } from 'hono';
import { readOnlyMemory } from '../memory/limited-memory.js';
import type { ServedMemory } from '../memory/served-memory.js';
import { decodeWall, WALL_HEADER } from '../service/connection/wall-header.js';
import { narrower, wallKey } from '../vault/wall.js';
import { bearerOf, type Gate, headOf, type Limits, limitsOfToken, type RequestHead } from './gate.js';

/** What answers the requests of one wall. */
export interface WalledDoor {
  fetch(request: Request, env?: unknown): Response | Promise<Response>;
}

/**
 * Requests of a client that may see only a part of the vault, or change nothing, go to a door of that part, before any route: a
 * route can't forget it. The token of a request says what it may see; a header can only narrow that.
 */
export function behindWalls(
  memory: ServedMemory,
  gate: Gate | null,
  open: (memory: ServedMemory) => Promise<WalledDoor>,
): MiddlewareHandler {
  const doors = new Map<string, Promise<WalledDoor>>();

  async function limited({ wall, readOnly }: Limits): Promise<ServedMemory> {
    const walled = wall === null ? memory : await memory.walled(wall);
    return readOnly ? readOnlyMemory(walled) : walled;
  }

  async function openDoor(limits: Limits): Promise<WalledDoor> {
    const key = `${limits.readOnly} ${limits.wall === null ? '' : wallKey(limits.wall)}`;
    const door = doors.get(key) ?? limited(limits).then(open);
    doors.set(key, door);
    // One that can't be opened now may be at the next request.
    door.catch(() => doors.delete(key));
    return door;
  }

  return async (context, next) => {
    // The page, its files, the login and the proof contain nothing of the memory.
    if (!/^\/(?:api|mcp)(?:\/|$)/.test(context.req.path) || OPEN.includes(context.req.path)) return next();
    const limits = limitsOf(headOf(context), memory, gate);
    if (limits.wall === null && !limits.readOnly) return next();
    return (await openDoor(limits)).fetch(context.req.raw, context.env);
  };
}

const OPEN: readonly string[] = ['/api/session', '/api/identity'];

function limitsOf(head: RequestHead, { tokens }: ServedMemory, gate: Gate | null): Limits {
  // Without a gate a token is not needed, but counts all the same.
  const { wall, readOnly } = gate?.limitsOf(head) ?? limitsOfToken(tokens, bearerOf(head));
  const asked = head.header(WALL_HEADER);
  if (asked === undefined) return { wall, readOnly };
  return { wall: wall === null ? decodeWall(asked) : narrower(wall, decodeWall(asked)), readOnly };
}
