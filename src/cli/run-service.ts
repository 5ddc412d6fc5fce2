import { setFlagsFromString } from 'node:v8';
import { createServedMemory } from '../memory/served-memory.js';
import { ensureToken } from '../service/connection/token.js';
import type { ServiceEvents } from '../service/core.js';
import { createService } from '../service/create-service.js';
import { openEngine } from '../service/engine/open-engine.js';
import { createEventBus } from '../service/events/events.js';
import { publishProgress } from '../service/events/publish-progress.js';
import { takeLease } from '../service/locks/lease.js';
import { checkStateFormat } from '../service/state/state-format.js';
import { localTimestamp, systemClock } from '../shared/clock.js';
import { version } from '../shared/version.js';
import { makeVaultFolder } from '../vault/starter.js';
import { createVault } from '../vault/vault.js';
import type { Invocation } from './command.js';
import { removeLoginPage, writeLoginPage } from './login-page.js';
import { openAgents } from './open-agents.js';
import { openBrowser } from './open-browser.js';

export interface ServiceAddress {
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
  { root, host, port, asksToken, publicUrl = null, open, onReady }: ServiceAddress,
): Promise<void> {
  const { language, historyLimitBytes } = invocation.settings();
  const { terminal, doors } = invocation;
  const { say } = terminal;
  keepHeapSmall();
  makeVaultFolder(root);
  checkStateFormat(root);
  const vault = createVault({ root, clock: systemClock });
  const stopped = new AbortController();
  // From the start on: a signal during the start ends it cleanly too.
  const untilStopped = whenStopped(stopped.signal);
  const lease = await takeLease(
    vault.root,
    { url: `http://${host}:${port}`, started: localTimestamp(new Date()) },
    () => {
      terminal.err(say`[warning] another service took over this vault; stopping`);
      stopped.abort();
    },
  );
  try {
    const { token, file } = ensureToken(vault.root);
    const log = (message: string) => terminal.err(`[warning] ${message}`);
    const agents = await openAgents(invocation);
    const events = createEventBus<ServiceEvents>();
    const onProgress = publishProgress(events);
    const service = await createService({
      vault,
      events,
      engine: openEngine(vault, process.env, { watched: true, expander: agents.expander, onProgress }),
      agents,
      language,
      log,
      historyLimit: historyLimitBytes,
    });
    try {
      let url: string | null = null;
      const memory = createServedMemory(service, () => url);
      const http = await doors.http(memory, {
        host,
        port,
        token,
        asksToken,
        publicUrl,
        version: version(),
      });
      url = http.url;
      lease.setUrl(url);
      const page = http.loginUrl === null ? url : writeLoginPage(vault.root, http.loginUrl);
      terminal.out(say`Rappel serves ${vault.root} at ${http.url}`);
      if (http.loginUrl !== null) terminal.out(say`Clients need the token in ${file}`);
      onReady?.(http.url);
      const { interactive } = terminal;
      // In the terminal of a person alone, never in a log.
      if (http.loginUrl !== null && interactive)
        terminal.out(say`Open the page with this link; it works once: ${http.loginUrl}`);
      if (open) openBrowser(page, { interactive, platform: process.platform, env: process.env });
      terminal.rest();
      await untilStopped;
      await http.close();
      await memory.close();
    } finally {
      removeLoginPage(vault.root);
      await service.stop();
    }
  } finally {
    lease.release();
  }
}

/** V8 lets garbage double its heap, or more: comparing a large vault leaves hundreds of megabytes of it, which a process never gives back. */
function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=30');
}

function whenStopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => resolve();
    signal.addEventListener('abort', done);
    for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(name, done);
  });
}
