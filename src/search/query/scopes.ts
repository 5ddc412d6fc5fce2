import { RappelError } from '../../shared/errors.js';
import { globBase, globMatcher, isGlob } from '../../vault/globs.js';
import { isAtOrBelow, parsePath, type VaultPath } from '../../vault/paths.js';
import { message } from '../../words/message.js';
import type { Scope } from '../index/filters.js';

/**
 * Reads scopes as people and models write them: a folder takes everything below it, a file itself, a glob what it
 * matches and everything below the folders it matches. Throws `invalid_input` for one that can't be a path.
 */
export function parseScopes(scopes: readonly string[]): Scope[] {
  return scopes.map((input) => {
    const path = parseScope(input);
    if (!isGlob(path)) return { base: path, takes: (other) => isAtOrBelow(other, path) };
    const self = globMatcher(path);
    const below = globMatcher(`${path.replace(/\/\*\*$/, '')}/**`);
    return {
      base: globBase(path),
      takes: (other) => self(other) || below(other) || isAtOrBelow(other, path),
    };
  });
}

function parseScope(input: string): VaultPath {
  try {
    return parsePath(input);
  } catch (error) {
    if (!(error instanceof RappelError)) throw error;
    throw new RappelError('invalid_input', 'search.bad_scope', {
      parameter: 'scopes',
      given: JSON.stringify(input),
      reason: error.path === null ? message('path.not_one') : { reason: error.reason, fields: error.fields },
      cause: error,
    });
  }
}
