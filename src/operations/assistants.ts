import { CLIENTS, type KnownClient } from '../service/assistants/clients.js';
import { launchOf } from '../service/assistants/launch.js';
import { type ListedClient, listClients, otherClients } from '../service/assistants/list-clients.js';
import { planChanges } from '../service/assistants/plan-change.js';
import { type ClientUse, readUses } from '../service/assistants/uses.js';
import { readMemoryConsent, setMemoryConsent } from '../service/capture/own-memories.js';
import { RappelError } from '../shared/errors.js';

/** The assistants on this machine, and whether they use this memory. */
export interface Assistants {
  list(): { clients: ListedClient[]; others: ClientUse[] };
  /** What connecting or disconnecting would change. Throws `not_found`, or if the settings can't be changed safely. */
  preview(name: string, wanted: Wanted): ClientChange;
  /**
   * Does it, as `rappel install` does. `ownNotes`: what the assistant notes for itself is read too, until it is disconnected. `next`
   * is what is left to do for the person.
   */
  change(name: string, wanted: Wanted, options?: { ownNotes?: boolean }): ClientChange & { next: string };
}

type Wanted = 'in' | 'out';

interface ClientChange {
  /** The files that change, each with the lines that are added; none for a removal. */
  files: { file: string; lines: string[] }[];
  /** False if the settings are that way already. */
  changed: boolean;
  /** Whether it keeps notes for itself that are not read yet. */
  offers_own_notes: boolean;
}

export function createAssistants(
  root: string,
  env: NodeJS.ProcessEnv,
  script: string = process.argv[1]!,
): Assistants {
  const system = { platform: process.platform, env };

  function plan(name: string, wanted: Wanted) {
    const client = clientNamed(name);
    const launch = launchOf({ node: process.execPath, script, vault: root, profile: null });
    const needed = planChanges({ client, launch, wanted, system }).filter(({ isNeeded }) => isNeeded);
    const files = needed.map(({ file, lines }) => ({ file, lines }));
    const offers_own_notes = client.hasOwnNotes === true && !readMemoryConsent(root).includes(name);
    return { client, needed, shown: { files, changed: needed.length > 0, offers_own_notes } };
  }

  return {
    list() {
      const uses = readUses(root);
      return { clients: listClients(system, uses), others: otherClients(uses) };
    },
    preview: (name, wanted) => plan(name, wanted).shown,
    change(name, wanted, { ownNotes = false } = {}) {
      const { client, needed, shown } = plan(name, wanted);
      for (const { apply } of needed) apply();
      if (wanted === 'out') setMemoryConsent(root, name, false);
      else if (ownNotes && client.hasOwnNotes === true) setMemoryConsent(root, name, true);
      return { ...shown, next: client.hooks?.next ?? client.next };
    },
  };
}

function clientNamed(name: string): KnownClient {
  const client = Object.hasOwn(CLIENTS, name) ? CLIENTS[name] : undefined;
  if (client !== undefined) return client;
  const known = Object.keys(CLIENTS).join(', ');
  throw new RappelError('not_found', 'client.unknown', { client: name, known });
}
