import type { MiddlewareHandler } from 'hono';
import type { ServedMemory } from '../memory/served-memory.js';
import { readOnlyMemory } from '../memory/served-memory.js';
import { decodeWall, WALL_HEADER } from '../service/connection/wall-header.js';
import { RappelError } from '../shared/errors.js';
import { narrower, type Wall, wallKey } from '../vault/wall.js';
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
  /** By who may see what; of each, the one that was used last comes last. */
  const doors = new Map<string, Map<string, { door: Promise<WalledDoor>; used: number }>>();

  async function limited({ wall, readOnly }: Limits): Promise<ServedMemory> {
    const walled = wall === null ? memory : await memory.walled(wall);
    return readOnly ? readOnlyMemory(walled) : walled;
  }

  /** `own`: what its token may see. One that names many parts of it takes no part away from others. */
  function openDoor(limits: Limits, own: Wall | null): Promise<WalledDoor> {
    const mine = doors.get(keyOf(own)) ?? new Map<string, { door: Promise<WalledDoor>; used: number }>();
    doors.set(keyOf(own), mine);
    const key = `${limits.readOnly} ${keyOf(limits.wall)}`;
    const known = mine.get(key)?.door;
    const [oldest] = mine;
    if (known === undefined && oldest !== undefined && mine.size >= MOST_DOORS) {
      if (performance.now() - oldest[1].used < IDLE_MS)
        throw new RappelError('busy', 'wall.too_many_of_token', { most: MOST_DOORS });
      mine.delete(oldest[0]);
    }
    const door = known ?? limited(limits).then(open);
    mine.delete(key);
    mine.set(key, { door, used: performance.now() });
    // One that can't be opened now may be at the next request.
    door.catch(() => mine.delete(key));
    return door;
  }

  return async (context, next) => {
    // The page, its files, the login and the proof contain nothing of the memory.
    if (!/^\/(?:api|mcp)(?:\/|$)/.test(context.req.path) || OPEN.includes(context.req.path)) return next();
    const { own, ...limits } = limitsOf(headOf(context), memory, gate);
    if (limits.wall === null && !limits.readOnly) return next();
    return (await openDoor(limits, own)).fetch(context.req.raw, context.env);
  };
}

/** For one token: many more than the projects that a person works in at once. */
const MOST_DOORS = 20;
const IDLE_MS = 30_000;

const keyOf = (wall: Wall | null) => (wall === null ? '' : wallKey(wall));

const OPEN: readonly string[] = ['/api/session', '/api/identity'];

function limitsOf(
  head: RequestHead,
  { tokens }: ServedMemory,
  gate: Gate | null,
): Limits & { own: Wall | null } {
  // Without a gate a token is not needed, but counts all the same.
  const { wall, readOnly } = gate?.limitsOf(head) ?? limitsOfToken(tokens, bearerOf(head));
  const asked = head.header(WALL_HEADER);
  if (asked === undefined) return { wall, readOnly, own: wall };
  return { wall: wall === null ? decodeWall(asked) : narrower(wall, decodeWall(asked)), readOnly, own: wall };
}
