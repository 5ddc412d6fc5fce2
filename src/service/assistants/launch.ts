import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { RappelError } from '../../shared/errors.js';

/** How a client starts Rappel. */
export interface Launch {
  command: string;
  args: string[];
}

interface LaunchOptions {
  /** The program that runs now, and how: `process.execPath`, `process.argv[1]`. */
  node: string;
  script: string;
  vault: string | null;
  profile: string | null;
}

/**
 * How a client starts this installation of Rappel. With absolute paths, because desktop programs don't have the PATH of a
 * shell, and never by the name of a package, which anyone may have published.
 */
export function launchOf({ node, script, vault, profile }: LaunchOptions): Launch {
  const args = [
    'mcp',
    ...(vault === null ? [] : ['--vault', vault]),
    ...(profile === null ? [] : ['--profile', profile]),
  ];
  const real = realpathSync(script);
  refuseTemporaryCopy(real);
  return { command: node, args: [real, ...args] };
}

/** What npx fetched may be gone the next time another program starts it. */
export function refuseTemporaryCopy(script: string): void {
  if (!script.includes(`${sep}_npx${sep}`)) return;
  throw new RappelError('invalid_input', 'client.npx');
}

/** The same program as a hook; `rest` is the event and its options. A hook knows no profile. */
export function hookLaunch({ command, args }: Launch, rest: readonly string[]): Launch {
  const at = args.indexOf('mcp');
  const vault = args.indexOf('--vault');
  const named = vault === -1 ? [] : args.slice(vault, vault + 2);
  return { command, args: [...args.slice(0, at), 'hook', ...rest, ...named] };
}
