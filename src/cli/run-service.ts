import { resolve } from 'node:path';
import { serveVault } from '../memory/serve-vault.js';
import { claimSecrets } from '../service/connection/own-secrets.js';
import { ensureToken } from '../service/connection/token.js';
import { version } from '../shared/version.js';
import { makeVaultFolder } from '../vault/starter.js';
import type { Invocation } from './command.js';
import { removeLoginPage, writeLoginPage } from './login-page.js';
import { openAgents } from './open-agents.js';
import { openBrowser } from './open-browser.js';

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
