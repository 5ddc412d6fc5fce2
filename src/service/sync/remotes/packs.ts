import { messageOf, RappelError } from '../../../shared/errors.js';
import { type Field, words } from '../../../words/message.js';
import { git, gitFailure, gitOutput } from '../../history/git.js';
import type { Repository } from '../../history/private-git-dir.js';

/** More is refused: nobody's notes are that large, and a disk may be full before the end. */
export const MOST_PACK_BYTES = 4 * 1024 ** 3;

/** Unpacking everything of a large vault takes minutes; a few bytes can describe work for days. */
const LONGEST_UNPACKING_MS = 20 * 60_000;

/** The commits up to `head` with their files, but those up to `known`, as git sends them. */
export function sendPack(
  from: Repository,
  head: string,
  known: string | null,
  signal?: AbortSignal,
): AsyncGenerator<Buffer> {
  const revisions = [head, ...(known === null ? [] : [`^${known}`])];
  const input = Buffer.from(revisions.map((line) => `${line}\n`).join(''));
  return gitOutput(from, ['pack-objects', '--revs', '--stdout', '-q', '--delta-base-offset'], input, signal);
}

/** Checks each object of a pack and keeps it; refuses one that is too large, or that takes too long. `pack` gets what ends it then. */
export async function receivePack(
  pack: (signal: AbortSignal) => AsyncIterable<Buffer>,
  { objects, source }: Pick<Repository, 'objects' | 'source'>,
  { withinMs = LONGEST_UNPACKING_MS, stopped }: { withinMs?: number; stopped?: AbortSignal | undefined } = {},
): Promise<void> {
  const late = AbortSignal.timeout(withinMs);
  const signal = stopped === undefined ? late : AbortSignal.any([late, stopped]);
  const args = ['index-pack', '--stdin', '--strict', `--max-input-size=${MOST_PACK_BYTES}`];
  const into = { objects, head: null, shallow: [], ...(source !== undefined && { source }) };
  try {
    await git(into, args, { input: pack(signal), env: BOUNDED, onFailure: refusedPack, signal });
  } catch (error) {
    throw late.aborted ? refusedArrival(words`it takes too long to unpack`) : error;
  }
}

/** Objects that inflate to more are refused: a few bytes can describe gigabytes. */
export const BOUNDED = { GIT_ALLOC_LIMIT: '512m' };

function refusedPack(args: string[], reason: string): RappelError {
  const failure = gitFailure(args, reason);
  return failure.cause === undefined ? refusedArrival(reason.replace(/^fatal: /, '')) : failure;
}

/** Nothing of it is used. */
export function refusedArrival(reason: Field): RappelError {
  return new RappelError('invalid_input', 'sync.bad_pack', { reason });
}

/** What git or a check says about objects from elsewhere; an error of this system stays what it is. */
export function asRefused(error: unknown): unknown {
  if (!(error instanceof RappelError) || error.cause !== undefined || error.code === 'invalid_input')
    return error;
  return refusedArrival(error.reason === 'history.refused' ? error.fields.reason! : messageOf(error));
}
