import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serveVault } from '../memory/serve-vault.js';
import { claimSecrets } from '../service/connection/own-secrets.js';
import { ensureToken } from '../service/connection/token.js';
import { writeDurably } from '../service/state/durable.js';
import { version } from '../shared/version.js';
import { makeVaultFolder } from '../vault/starter.js';
import type { Invocation } from './command.js';
import { openAgents } from './open-agents.js';

interface ServiceAddress {
  /** The folder of the vault; made where it is missing. */
  root: string;
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** Ask clients for the token also on loopback. */
  asksToken: boolean;
  /** Where a proxy in front of it is reached. */
  publicUrl?: string | null;
  /** Show the page, where there is a desktop. */
  open: boolean;
  onReady?(url: string): void;
}

/** Serves a vault until a signal ends it, or another service takes it over. */
export async function runService(
  invocation: Invocation,
  { root: folder, host, port, asksToken, publicUrl = null, open, onReady }: ServiceAddress,
): Promise<void> {
  const { language, historyLimitBytes } = invocation.settings();
  const { terminal, doors } = invocation;
  const { say } = terminal;
  makeVaultFolder(folder);
  if (claimSecrets(resolve(folder)))
    terminal.err(
      say`[note] access tokens that were made in another folder have ended; to make new ones: rappel token create NAME`,
    );
  const stopped = new AbortController();
  // From the start on: a signal during the start ends it cleanly too.
  const untilStopped = whenStopped(stopped.signal);
  const served = await serveVault({
    root: folder,
    url: `http://${host}:${port}`,
    agents: await openAgents(invocation),
    language,
    historyLimitBytes,
    env: process.env,
    log: (message) => terminal.err(`[warning] ${message}`),
    lost() {
      terminal.err(say`[warning] another service took over this vault; stopping`);
      stopped.abort();
    },
  });
  const { memory } = served;
  const { root } = memory;
  try {
    const { token, file } = ensureToken(root);
    const http = await doors.http(memory, { host, port, token, asksToken, publicUrl, version: version() });
    served.setUrl(http.url);
    const page = http.loginUrl === null ? http.url : writeLoginPage(root, http.loginUrl);
    terminal.out(say`Rappel serves ${root} at ${http.url}`);
    if (http.loginUrl !== null) terminal.out(say`Clients need the token in ${file}`);
    if (http.connectUrl !== null) terminal.out(say`Assistants elsewhere connect to ${http.connectUrl}`);
    else if (publicUrl !== null)
      terminal.err(say`[note] assistants elsewhere can't sign in: that needs Node 22 or newer`);
    onReady?.(http.url);
    const { interactive } = terminal;
    // In the terminal of a person alone, never in a log.
    if (http.loginUrl !== null && interactive)
      terminal.out(say`Open the page with this link; it works once: ${http.loginUrl}`);
    if (open) openBrowser(page, { interactive, platform: process.platform, env: process.env });
    terminal.rest();
    await untilStopped;
    await http.close();
  } finally {
    removeLoginPage(root);
    await served.close();
  }
}

export function whenStopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => resolve();
    signal.addEventListener('abort', done);
    for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(name, done);
  });
}

/**
 * A file that only its owner reads, which leads a browser to the login link; returns its address. Other users of
 * the machine can see the arguments of a process, so the link must not be one.
 */
function writeLoginPage(root: string, loginUrl: string): string {
  const file = loginPage(root);
  writeDurably(
    file,
    `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=${loginUrl}">` +
      `<title>Rappel</title><a href="${loginUrl}">Open Rappel</a>\n`,
  );
  return pathToFileURL(file).href;
}

function removeLoginPage(root: string): void {
  rmSync(loginPage(root), { force: true });
}

function loginPage(root: string): string {
  return join(root, '.rappel', 'login.html');
}

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
