import type { MiddlewareHandler } from 'hono';
import type { ServedMemory } from '../memory/served-memory.js';
import { decodeWall, WALL_HEADER } from '../service/connection/wall-header.js';
import { narrower, type Wall, wallKey } from '../vault/wall.js';
import { bearerOf, type Gate, headOf, type RequestHead, wallOfToken } from './gate.js';

/** What answers the requests of one wall. */
export interface WalledDoor {
  fetch(request: Request, env?: unknown): Response | Promise<Response>;
}

/**
 * Requests of a client that may see only a part of the vault go to a door of that part, before any route: a route can't
 * forget it. The token of a request says what it may see; a header can only narrow that.
 */
export function behindWalls(
  memory: ServedMemory,
  gate: Gate | null,
  open: (memory: ServedMemory) => Promise<WalledDoor>,
): MiddlewareHandler {
  const doors = new Map<string, Promise<WalledDoor>>();

  async function openDoor(wall: Wall): Promise<WalledDoor> {
    const key = wallKey(wall);
    const door = doors.get(key) ?? memory.walled(wall).then(open);
    doors.set(key, door);
    // One that can't be opened now may be at the next request.
    door.catch(() => doors.delete(key));
    return door;
  }

  return async (context, next) => {
    // The page, its files, the login and the proof contain nothing of the memory.
    if (!/^\/(?:api|mcp)(?:\/|$)/.test(context.req.path) || OPEN.includes(context.req.path)) return next();
    const wall = wallOf(headOf(context), memory, gate);
    if (wall === null) return next();
    return (await openDoor(wall)).fetch(context.req.raw, context.env);
  };
}

const OPEN: readonly string[] = ['/api/session', '/api/identity'];

function wallOf(head: RequestHead, { tokens }: ServedMemory, gate: Gate | null): Wall | null {
  const bearer = bearerOf(head);
  const given = gate?.wallOf(head) ?? (bearer === undefined ? null : wallOfToken(tokens, bearer));
  const asked = head.header(WALL_HEADER);
  if (asked === undefined) return given;
  return given === null ? decodeWall(asked) : narrower(given, decodeWall(asked));
}
