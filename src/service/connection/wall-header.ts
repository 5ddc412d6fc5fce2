import { RappelError } from '../../shared/errors.js';
import { parseWall, type Wall } from '../../vault/wall.js';

/** With it a client asks to be shown less than it may see. */
export const WALL_HEADER = 'rappel-wall';

export function encodeWall({ paths, global }: Wall): string {
  return Buffer.from(JSON.stringify({ paths, global })).toString('base64url');
}

/** Throws `invalid_input`. */
export function decodeWall(header: string): Wall {
  try {
    return parseWall(JSON.parse(Buffer.from(header, 'base64url').toString('utf8')));
  } catch (cause) {
    throw new RappelError('invalid_input', 'wall.bad_header', { header: WALL_HEADER, cause });
  }
}
