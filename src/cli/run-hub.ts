import { createHub } from '../hub/create-hub.js';
import { version } from '../shared/version.js';
import type { Invocation } from './command.js';
import { openAgents } from './open-agents.js';
import { keepHeapSmall, whenStopped } from './run-service.js';

export interface HubAddress {
  /** The folder of the vaults. */
  folder: string;
  host: string;
  /** 0 takes a free one. */
  port: number;
  publicUrl: string | null;
}

/** Serves the vaults of a folder until a signal ends it. */
export async function runHub(
  invocation: Invocation,
  { folder, host, port, publicUrl }: HubAddress,
): Promise<void> {
  const { language, historyLimitBytes } = invocation.settings();
  const { terminal, doors } = invocation;
  const { say } = terminal;
  keepHeapSmall();
  const untilStopped = whenStopped(new AbortController().signal);
  const hub = createHub({
    folder,
    agents: await openAgents(invocation),
    language,
    historyLimitBytes,
    env: process.env,
    log: (message) => terminal.err(`[warning] ${message}`),
  });
  const http = await doors.hub(hub, { host, port, publicUrl, version: version() });
  terminal.out(say`Rappel serves the vaults of ${folder} at ${`${http.url}/v/NAME/`}`);
  terminal.rest();
  await untilStopped;
  await http.close();
}
