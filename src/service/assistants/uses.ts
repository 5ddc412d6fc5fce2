import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { once } from '../../shared/once.js';
import { readJsonOrNull } from '../../shared/read-or-null.js';
import { hasControlCharacter } from '../../vault/paths.js';
import { writeWhole } from '../state/durable.js';

/** An MCP client, by the name it gives itself, and when it last called a tool. */
export interface ClientUse {
  client: string;
  /** In milliseconds since 1970. */
  last: number;
}

const MOST_CLIENTS = 30;
const LONGEST_NAME = 80;
/** The file is written at most this often for one client. */
const EVERY_MS = 30_000;

const kept = once(() => z.array(z.object({ client: z.string(), last: z.number() })));

/** The clients that used this vault, the latest first. */
export function readUses(root: string): ClientUse[] {
  return kept().safeParse(readJsonOrNull(fileOf(root))).data ?? [];
}

/**
 * Notes that a client called a tool. Never throws, and never creates a vault: this only helps a person to see what is
 * connected. Two processes that write at once may lose one of the two times.
 */
export function recordUse(root: string, client: string): void {
  const now = Date.now();
  const name = client.trim().slice(0, LONGEST_NAME);
  if (name === '' || hasControlCharacter(name) || !existsSync(join(root, '.rappel'))) return;
  const uses = readUses(root);
  const before = uses.find((use) => use.client === name)?.last ?? 0;
  if (Math.abs(now - before) < EVERY_MS) return;
  const others = uses.filter((use) => use.client !== name);
  try {
    writeWhole(fileOf(root), JSON.stringify([{ client: name, last: now }, ...others].slice(0, MOST_CLIENTS)));
  } catch {
    // A full or read-only disk.
  }
}

function fileOf(root: string): string {
  return join(root, '.rappel', 'clients.json');
}
