import { CLIENTS, type KnownClient } from '../service/assistants/clients.js';
import { launchOf } from '../service/assistants/launch.js';
import { type ListedClient, listClients, otherClients } from '../service/assistants/list-clients.js';
import { planChanges } from '../service/assistants/plan-change.js';
import { type ClientUse, readUses } from '../service/assistants/uses.js';
import { RappelError } from '../shared/errors.js';

/** The assistants on this machine, and whether they use this memory. */
export interface Assistants {
  list(): { clients: ListedClient[]; others: ClientUse[] };
  /** What connecting or disconnecting would change. Throws `not_found`, or if the settings can't be changed safely. */
  preview(name: string, wanted: Wanted, version: string): ClientChange;
  /** Does it, as `rappel install` does. `next` is what is left to do for the person. */
  change(name: string, wanted: Wanted, version: string): ClientChange & { next: string };
}

export type Wanted = 'in' | 'out';

export interface ClientChange {
  /** The files that change, each with the lines that are added; none for a removal. */
  files: { file: string; lines: string[] }[];
  /** False if the settings are that way already. */
  changed: boolean;
}

export function createAssistants(
  root: string,
  env: NodeJS.ProcessEnv,
  script: string = process.argv[1]!,
): Assistants {
  const system = { platform: process.platform, env };

  function plan(client: KnownClient, wanted: Wanted, version: string) {
    const launch = launchOf({ node: process.execPath, script, version, vault: root, profile: null });
    const needed = planChanges({ client, launch, wanted, system }).filter(({ isNeeded }) => isNeeded);
    const files = needed.map(({ file, lines }) => ({ file, lines }));
    return { needed, shown: { files, changed: needed.length > 0 } };
  }

  return {
    list() {
      const uses = readUses(root);
      return { clients: listClients(system, uses), others: otherClients(uses) };
    },
    preview: (name, wanted, version) => plan(clientNamed(name), wanted, version).shown,
    change(name, wanted, version) {
      const client = clientNamed(name);
      const { needed, shown } = plan(client, wanted, version);
      for (const { apply } of needed) apply();
      return { ...shown, next: client.next };
    },
  };
}

function clientNamed(name: string): KnownClient {
  const client = Object.hasOwn(CLIENTS, name) ? CLIENTS[name] : undefined;
  if (client !== undefined) return client;
  const known = Object.keys(CLIENTS).join(', ');
  throw new RappelError('not_found', `unknown client "${name}"; known: ${known}`);
}
