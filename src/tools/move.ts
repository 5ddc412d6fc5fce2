import { sep } from 'node:path';
import { z } from 'zod';
import { RappelError } from '../shared/errors.js';
import { firstSegments, joinPath, parsePath, showPath } from '../vault/paths.js';
import type { Place } from '../vault/resolve.js';
import { relationOf } from '../vault/same-file.js';
import type { Vault } from '../vault/vault.js';
import { defineTool, textResult } from './define-tool.js';
import { refuseGenerated, refuseRoot, requirePortable } from './guards.js';
import { pathInput } from './parse-input.js';

export const move = defineTool({
  name: 'move',
  hints: { readOnly: false, destructive: true, idempotent: false },
  input: () => z.strictObject({ from: pathInput(), to: pathInput() }),
  run({ from: fromInput, to: toInput }, { vault, session }) {
    const from = vault.resolve(fromInput);
    const to = targetOf(vault, from, toInput);
    refuseRoot(vault, from, 'moved');
    refuseGenerated(vault, to);
    if (from.kind === 'missing') throw vault.missing(from);
    if (to.kind !== 'missing' && relationOf(from.entry, to.entry) !== 'hardlinks') throw taken(from, to);
    if (from.kind !== 'folder' && toInput.endsWith('/')) throw needsName(from, to);
    if (`${to.entry}${sep}`.startsWith(`${from.entry}${sep}`)) {
      throw new RappelError('invalid_input', 'move.into_itself', { path: to.shown });
    }
    requirePortable(vault, to);
    vault.move(from, to);
    session.moved(from.path, to.path);
    return textResult(
      `moved ${from.shown} to ${showPath(to.path, from.kind === 'folder' ? 'folder' : 'file')}`,
    );
  },
});

/** On a disk that ignores case, a new spelling of the last segment is a new name. */
function targetOf(vault: Vault, from: Place, input: string): Place {
  const to = vault.resolve(input);
  if (to.entry !== from.entry || from.kind === 'missing') return to;
  const depth = to.path.split('/').length - 1;
  return vault.locate(joinPath(firstSegments(to.path, depth), nameOf(parsePath(input))));
}

/** `move note.md archive/` must not create a file called archive. */
function needsName(from: Place, to: Place): RappelError {
  const folder = showPath(to.path, 'folder');
  return new RappelError('invalid_input', 'move.needs_name', {
    target: folder + nameOf(from.path),
    path: folder,
  });
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function taken(from: Place, to: Place): RappelError {
  const target = `${to.shown}${nameOf(from.path)}`;
  return to.kind === 'folder'
    ? new RappelError('exists', 'move.folder_taken', { target, path: to.shown })
    : new RappelError('exists', 'move.taken', { path: to.shown });
}
