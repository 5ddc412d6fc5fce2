import { realpathSync } from 'node:fs';
import { sep } from 'node:path';

/** How a client starts Rappel. */
export interface Launch {
  command: string;
  args: string[];
}

export interface LaunchOptions {
  /** The program that runs now, and how: `process.execPath`, `process.argv[1]`. */
  node: string;
  script: string;
  version: string;
  vault: string | null;
  profile: string | null;
}

/**
 * How a client starts this installation of Rappel. With absolute paths, because desktop programs don't have the PATH of a
 * shell. If npx runs Rappel, the client uses npx with the same version.
 */
export function launchOf({ node, script, version, vault, profile }: LaunchOptions): Launch {
  const args = [
    'mcp',
    ...(vault === null ? [] : ['--vault', vault]),
    ...(profile === null ? [] : ['--profile', profile]),
  ];
  const real = realpathSync(script);
  if (real.includes(`${sep}_npx${sep}`))
    return { command: 'npx', args: ['-y', `rappel@${version}`, ...args] };
  return { command: node, args: [real, ...args] };
}

/** The same program as a hook; `rest` is the event and its options. A hook knows no profile. */
export function hookLaunch({ command, args }: Launch, rest: readonly string[]): Launch {
  const at = args.indexOf('mcp');
  const vault = args.indexOf('--vault');
  const named = vault === -1 ? [] : args.slice(vault, vault + 2);
  return { command, args: [...args.slice(0, at), 'hook', ...rest, ...named] };
}
