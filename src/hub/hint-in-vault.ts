import { shellQuoted } from '../shared/shell-quoted.js';

/** What to do about a vault of a hub: a command at the end of a hint names the vault, which is not that of the user. */
export function hintInVault(hint: string | null, root: string): string | null {
  return (
    hint?.replace(/rappel sync(?: --yes)?$/, (command) => `${command} --vault ${shellQuoted(root)}`) ?? null
  );
}
