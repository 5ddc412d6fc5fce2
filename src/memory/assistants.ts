import { CLIENTS, type KnownClient } from '../service/assistants/clients.js';
import { launchOf } from '../service/assistants/launch.js';
import { type ListedClient, listClients, otherClients } from '../service/assistants/list-clients.js';
import { planChange } from '../service/assistants/plan-change.js';
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
  file: string;
  /** The lines that are added; none for a removal. */
  lines: string[];
  /** False if the settings are that way already. */
  changed: boolean;
}

export function createAssistants(root: string, env: NodeJS.ProcessEnv): Assistants {
  const system = { platform: process.platform, env };

  function plan(client: KnownClient, wanted: Wanted, version: string) {
    const { execPath: node, argv } = process;
    const launch = launchOf({ node, script: argv[1]!, version, vault: root, profile: null });
    const { apply, isNeeded, ...shown } = planChange(client, launch, wanted, system);
    return { apply, shown: { ...shown, changed: isNeeded } };
  }

  return {
    list() {
      const uses = readUses(root);
      return { clients: listClients(system, uses), others: otherClients(uses) };
    },
    preview: (name, wanted, version) => plan(clientNamed(name), wanted, version).shown,
    change(name, wanted, version) {
      const client = clientNamed(name);
      const { apply, shown } = plan(client, wanted, version);
      if (shown.changed) apply();
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
