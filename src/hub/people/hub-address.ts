import type { PeopleDatabase } from './database.js';

/** Keeps where browsers reach the hub: the command line makes links of it. */
export async function keepHubAddress({ ask }: PeopleDatabase, url: string): Promise<void> {
  await ask('INSERT INTO rappel.hub_address (url) VALUES ($1) ON CONFLICT (one) DO UPDATE SET url = $1', [
    url,
  ]);
}

/** Null where no hub was ever started. */
async function readHubAddress({ ask }: PeopleDatabase): Promise<string | null> {
  return (await ask<{ url: string }>('SELECT url FROM rappel.hub_address'))[0]?.url ?? null;
}

/** The code is behind `#`: browsers send that part to nobody, so it is in no log. */
export async function invitationLink(database: PeopleDatabase, code: string): Promise<string> {
  const hub = (await readHubAddress(database)) ?? 'http://127.0.0.1:4747';
  return `${hub.replace(/\/$/, '')}/invitation#${code}`;
}
