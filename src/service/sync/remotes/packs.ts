import { git, gitOutput } from '../../history/git.js';
import type { Repository } from '../../history/private-git-dir.js';

/** More is refused: nobody's notes are that large, and a disk may be full before the end. */
export const MOST_PACK_BYTES = 4 * 1024 ** 3;

/** The commits up to `head` with their files, but those up to `known`, as git sends them. */
export function sendPack(from: Repository, head: string, known: string | null): AsyncGenerator<Buffer> {
  const revisions = [head, ...(known === null ? [] : [`^${known}`])];
  const input = Buffer.from(revisions.map((line) => `${line}\n`).join(''));
  return gitOutput(from, ['pack-objects', '--revs', '--stdout', '-q', '--delta-base-offset'], input);
}

/** Checks each object of a pack and keeps it; refuses one that is too large. */
export async function receivePack(
  pack: AsyncIterable<Buffer>,
  { objects, source }: Pick<Repository, 'objects' | 'source'>,
): Promise<void> {
  const args = ['index-pack', '--stdin', '--strict', `--max-input-size=${MOST_PACK_BYTES}`];
  const into = { objects, head: null, shallow: [], ...(source !== undefined && { source }) };
  await git(into, args, { input: pack });
}
