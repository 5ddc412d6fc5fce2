import type { LeftOut } from '../exchange/archive/vault-files.js';
import type { Invocation } from './command.js';

/** Lists what an archive does not hold; the command fails then, with everything else done. */
export function showLeftOut({ terminal }: Invocation, leftOut: readonly LeftOut[]): void {
  if (leftOut.length === 0) return;
  const lines = leftOut.map(({ path, reason }) => `  ${JSON.stringify(path)}: ${reason}`);
  const what = leftOut.length === 1 ? '1 entry was' : `${leftOut.length} entries were`;
  terminal.err(`[error] ${what} left out; everything else is there:\n${lines.join('\n')}`);
  terminal.fail(1);
}
