import { hasControlCharacter } from '../../vault/paths.js';
import { changeStateLater, flushState, peekState } from '../../vault/state-database.js';
import { keepsState } from '../../vault/state-folder.js';

/** An MCP client, by the name it gives itself, and when it last called a tool. */
export interface ClientUse {
  client: string;
  /** In milliseconds since 1970. */
  last: number;
}

const MOST_CLIENTS = 30;
const LONGEST_NAME = 80;
/** The time is written at most this often for one client. */
const EVERY_MS = 30_000;

/** The clients that used this vault, the latest first. */
export function readUses(root: string): ClientUse[] {
  flushState(root);
  const rows = peekState(root, [], (database) =>
    database.prepare('SELECT client, last FROM clients ORDER BY last DESC').all(),
  );
  return rows.map(({ client, last }) => ({ client: String(client), last: Number(last) }));
}

/** Notes that a client called a tool. Never throws, and never creates a vault: this only helps a person to see what is connected. */
export function recordUse(root: string, client: string): void {
  const now = Date.now();
  const name = client.trim().slice(0, LONGEST_NAME);
  if (name === '' || hasControlCharacter(name) || !keepsState(root)) return;
  const isKnown = peekState(root, false, (database) => {
    const known = database.prepare('SELECT last FROM clients WHERE client = ?').get(name);
    return known !== undefined && Math.abs(now - Number(known.last)) < EVERY_MS;
  });
  if (isKnown) return;
  changeStateLater(root, (database) => {
    database.prepare('INSERT OR REPLACE INTO clients (client, last) VALUES (?, ?)').run(name, now);
    database
      .prepare(
        'DELETE FROM clients WHERE client NOT IN (SELECT client FROM clients ORDER BY last DESC LIMIT ?)',
      )
      .run(MOST_CLIENTS);
  });
}
