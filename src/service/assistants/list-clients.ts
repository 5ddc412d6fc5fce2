import { CLIENTS, type KnownClient, type System } from './clients.js';
import { settingsText } from './settings-file.js';
import type { ClientUse } from './uses.js';

/** An assistant that can use this memory. */
export interface ListedClient {
  /** As `rappel install` takes it. */
  name: string;
  title: string;
  /** Whether its settings name Rappel. */
  connected: boolean;
  /** When it last called a tool, in milliseconds since 1970; null if it never did. */
  last_used: number | null;
}

/** Every assistant that `rappel install` knows. */
export function listClients(system: System, uses: readonly ClientUse[]): ListedClient[] {
  return Object.entries(CLIENTS).map(([name, client]) => ({
    name,
    title: client.title,
    connected: isConnected(client, system),
    last_used: uses.find((use) => client.calls.test(use.client))?.last ?? null,
  }));
}

/** Assistants that called a tool and that `rappel install` does not know. */
export function otherClients(uses: readonly ClientUse[]): ClientUse[] {
  return uses.filter(({ client }) => !Object.values(CLIENTS).some(({ calls }) => calls.test(client)));
}

/** Settings that can't be read or understood name nothing. */
function isConnected(client: KnownClient, system: System): boolean {
  try {
    return client.edit(settingsText(client.file(system)), null).length > 0;
  } catch {
    return false;
  }
}
