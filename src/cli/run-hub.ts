import { hostname } from 'node:os';
import { createHub, type HubOptions } from '../hub/create-hub.js';
import { RappelError } from '../shared/errors.js';
import { newId } from '../shared/ids.js';
import { version } from '../shared/version.js';
import type { Invocation } from './command.js';
import { openAgents } from './open-agents.js';
import { whenStopped } from './run-service.js';

interface HubAddress {
  /** The folder of the vaults. */
  folder: string;
  host: string;
  /** 0 takes a free one. */
  port: number;
  publicUrl: string | null;
  /** Where other nodes reach this one. */
  nodeUrl: string | null;
}

/** Serves the vaults of a folder until a signal ends it. */
export async function runHub(
  invocation: Invocation,
  { folder, host, port, publicUrl, nodeUrl }: HubAddress,
): Promise<void> {
  const { language, historyLimitBytes } = invocation.settings();
  const { terminal, doors } = invocation;
  const { say } = terminal;
  const untilStopped = whenStopped(new AbortController().signal);
  const log = (message: string) => terminal.err(`[warning] ${message}`);
  // What one vault refuses must not end the others.
  process.on('unhandledRejection', (error) => {
    if (!(error instanceof RappelError)) throw error;
    log(error.message);
  });
  const hub = createHub({
    folder,
    cluster: await joinCluster(process.env, log),
    people: await knowPeople(process.env, log),
    agents: await openAgents(invocation),
    language,
    historyLimitBytes,
    env: process.env,
    log,
  });
  const http = await doors.hub(hub, { host, port, publicUrl, nodeUrl, version: version() });
  terminal.out(say`Rappel serves the vaults of ${folder} at ${`${http.url}/v/NAME/`}`);
  terminal.rest();
  await untilStopped;
  await http.close();
}

/** With `DATABASE_URL`, this process is one node among any number. Nothing of it is loaded otherwise. */
async function joinCluster(
  env: NodeJS.ProcessEnv,
  log: (message: string) => void,
): Promise<NonNullable<HubOptions['cluster']> | null> {
  const { DATABASE_URL: databaseUrl = '' } = env;
  if (databaseUrl === '') return null;
  const [{ createCluster }, { createPgPool }] = await Promise.all([
    import('../hub/cluster.js'),
    import('../hub/database/pg-pool.js'),
  ]);
  const node = { id: newId(), url: '', host: hostname(), version: version() };
  return (folders) => createCluster({ pool: createPgPool(databaseUrl), databaseUrl, folders, node, log });
}

/** With `DATABASE_URL`, people can sign in. Its connections are its own: a lease must not wait for them. */
async function knowPeople(
  env: NodeJS.ProcessEnv,
  log: (message: string) => void,
): Promise<NonNullable<HubOptions['people']> | null> {
  const { DATABASE_URL: databaseUrl = '' } = env;
  if (databaseUrl === '') return null;
  const [{ openPeople }, { openIdSettings }, { createPgPool }] = await Promise.all([
    import('../hub/people/open-people.js'),
    import('../hub/people/openid.js'),
    import('../hub/database/pg-pool.js'),
  ]);
  const openId = openIdSettings(env);
  // Every request of a person asks for them: a cut network must not keep connections for long.
  const pool = createPgPool(databaseUrl, { statementMs: 10_000 });
  return (folders) => openPeople({ pool, databaseUrl, folders, log, openId });
}
