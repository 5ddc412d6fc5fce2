import type { LeftOutFile } from '../exchange/archive/vault-files.js';
import type { Invocation } from './command.js';

/** Lists what an archive does not hold; the command fails then, with everything else done. */
export function showLeftOut({ terminal }: Invocation, leftOut: readonly LeftOutFile[]): void {
  if (leftOut.length === 0) return;
  const { say } = terminal;
  terminal.err(
    leftOut.length === 1
      ? say`[error] 1 entry was left out; everything else is there:`
      : say`[error] ${leftOut.length} entries were left out; everything else is there:`,
  );
  for (const { path, reason } of leftOut) terminal.err(`  ${say`${JSON.stringify(path)}: ${say(reason)}`}`);
  terminal.fail(1);
}
