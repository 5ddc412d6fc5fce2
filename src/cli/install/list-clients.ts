import type { ListedClient } from '../doors.js';
import { CLIENTS, type KnownClient, type System } from './clients.js';
import { settingsText } from './settings-file.js';

/** Every assistant that `rappel install` knows, and whether its settings name Rappel. */
export function listClients(system: System): ListedClient[] {
  return Object.entries(CLIENTS).map(([name, client]) => ({
    name,
    title: client.title,
    connected: isConnected(client, system),
  }));
}

/** Settings that can't be read or understood name nothing. */
function isConnected(client: KnownClient, system: System): boolean {
  try {
    return client.edit(settingsText(client.file(system)), null).length > 0;
  } catch {
    return false;
  }
}
