import { type ChildProcess, spawn } from 'node:child_process';

interface Desktop {
  /** True if a person watches the terminal. */
  interactive: boolean;
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
}

/**
 * Opens an address in the user's browser if there is a desktop: not over ssh, not in CI, not with `RAPPEL_NO_OPEN`.
 * Never fails: the terminal shows the address too. Null if nothing was started.
 */
export function openBrowser(url: string, desktop: Desktop): ChildProcess | null {
  if (!hasDesktop(desktop)) return null;
  const [program, ...args] = opener(desktop.platform);
  const child = spawn(program, [...args, url], { detached: true, stdio: 'ignore', env: desktop.env });
  child.on('error', () => {});
  child.unref();
  return child;
}

export function hasDesktop({ interactive, platform, env }: Desktop): boolean {
  if (!interactive || env.RAPPEL_NO_OPEN || env.CI) return false;
  if (env.SSH_CONNECTION || env.SSH_CLIENT || env.SSH_TTY) return false;
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

function opener(platform: NodeJS.Platform): [program: string, ...args: string[]] {
  if (platform === 'darwin') return ['open'];
  // The first argument in quotes would be the title of a window.
  if (platform === 'win32') return ['cmd', '/c', 'start', '""'];
  return ['xdg-open'];
}
