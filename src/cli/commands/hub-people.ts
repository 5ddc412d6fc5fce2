import type { SqlPool } from '../../hub/database/sql.js';
import type { AuditEntry } from '../../hub/people/audit.js';
import type { Membership } from '../../hub/people/people.js';
import { openVaultFolders, type VaultFolders } from '../../hub/vault-folders.js';
import type { Role } from '../../operations/role.js';
import { localMinute, systemClock } from '../../shared/clock.js';
import { RappelError } from '../../shared/errors.js';
import type { VaultPath } from '../../vault/paths.js';
import { createVault } from '../../vault/vault.js';
import { type Invocation, UsageError } from '../command.js';

/** `rappel hub invite FOLDER NAME EMAIL`, or `FOLDER EMAIL` for a new link. */
export async function invite(
  invocation: Invocation,
  folder: string,
  rest: string[],
  open = openPeople,
): Promise<void> {
  const [email, name] = [rest.at(-1), rest.length === 2 ? rest[0]! : null];
  if (email === undefined || rest.length > 2) throw new UsageError('usage.hub_invite');
  const { people, linkOf } = await open(folder);
  const role = (invocation.text('role') ?? 'reader') as Role;
  const paths = name === null ? null : pathsIn(openVaultFolders(folder), name, invocation.texts('folder'));
  const { code, email: invited } =
    name === null ? await people.inviteAgain(email) : await people.invite(email, name, role, paths);
  const link = code === null ? null : await linkOf(code);
  const { terminal, report } = invocation;
  const { say } = terminal;
  report({ email: invited, ...(name !== null && { vault: name, role, folders: paths }), link }, () => {
    if (link === null) return terminal.out(say`${invited} can use the vault "${name!}" from now on.`);
    terminal.out(link);
    terminal.err(say`Send this link to ${invited}. It works once, for a week.`);
  });
}

/** `rappel hub people FOLDER` */
export async function people(
  invocation: Invocation,
  folder: string,
  rest: string[],
  open = openPeople,
): Promise<void> {
  if (rest.length > 0) throw new UsageError('usage.hub_folder', { verb: 'people' });
  const opened = (await open(folder)).people;
  const [found, invitations] = [await opened.list(), await opened.invitations()];
  const { terminal } = invocation;
  const { say } = terminal;
  invocation.report({ people: found, invitations }, () => {
    for (const { email, joined, invited_until, vaults } of found) {
      const invitation =
        invited_until === null ? say`invitation ended` : say`invited until ${localMinute(invited_until)}`;
      terminal.out(`${email}  [${joined === null ? invitation : say`joined ${localMinute(joined)}`}]`);
      for (const membership of vaults) terminal.out(`  ${membershipLine(membership)}`);
    }
    for (const { email, invited_until, ...membership } of invitations) {
      terminal.out(`${email}  [${say`invited until ${localMinute(invited_until)}`}]`);
      terminal.out(`  ${membershipLine(membership)}`);
    }
    if (found.length + invitations.length === 0)
      terminal.out(say`Nobody was invited yet. Invite someone with: rappel hub invite FOLDER NAME EMAIL`);
  });
}

function membershipLine({ vault, role, folders }: Membership): string {
  return `${vault}: ${role}${folders === null ? '' : ` (${folders.join(', ')})`}`;
}

/** `rappel hub remove FOLDER EMAIL`, or `FOLDER NAME EMAIL` for one vault. */
export async function remove(
  invocation: Invocation,
  folder: string,
  rest: string[],
  open = openPeople,
): Promise<void> {
  const [email, name] = [rest.at(-1), rest.length === 2 ? rest[0]! : null];
  if (email === undefined || rest.length > 2) throw new UsageError('usage.hub_remove');
  await (await open(folder)).people.remove(email, name);
  const { terminal } = invocation;
  const { say } = terminal;
  invocation.report({ removed: email, vault: name }, () => {
    if (name === null) terminal.out(say`Removed: ${email} has no access any more.`);
    else terminal.out(say`Removed: ${email} has no access to "${name}" any more.`);
  });
}

/** `rappel hub audit FOLDER` */
export async function audit(
  invocation: Invocation,
  folder: string,
  rest: string[],
  open = openPeople,
): Promise<void> {
  if (rest.length > 0) throw new UsageError('usage.hub_folder', { verb: 'audit' });
  const { database } = await open(folder);
  const { readAudit } = await import('../../hub/people/audit.js');
  const entries = await readAudit(database, { limit: invocation.number('limit') ?? 50 });
  const { terminal } = invocation;
  const { say } = terminal;
  invocation.report({ entries }, () => {
    for (const entry of entries) terminal.out(auditLine(entry, say`refused`));
    if (entries.length === 0) terminal.out(say`Nothing was recorded yet.`);
  });
}

function auditLine(entry: AuditEntry, refused: string): string {
  const { at, person, address, vault, action, detail, allowed } = entry;
  const parts = [person ?? 'rappel hub', address, vault, action, detail, allowed ? null : `[${refused}]`];
  return `${localMinute(at)}  ${parts.filter((part) => part !== null && part !== '').join(' · ')}`;
}

/** Loaded here: without people nothing of it is. */
async function openPeople(folder: string) {
  const { DATABASE_URL: url = '' } = process.env;
  if (url === '') throw new RappelError('invalid_input', 'hub.people_without_database');
  const { createPgPool } = await import('../../hub/database/pg-pool.js');
  return peopleIn(createPgPool(url), url, folder);
}

export async function peopleIn(pool: SqlPool, url: string, folder: string) {
  const [{ createPeopleDatabase }, { createPeople }, address] = await Promise.all([
    import('../../hub/people/database.js'),
    import('../../hub/people/people.js'),
    import('../../hub/people/hub-address.js'),
  ]);
  const database = createPeopleDatabase(pool, url);
  return {
    database,
    people: createPeople(database, openVaultFolders(folder)),
    linkOf: (code: string) => address.invitationLink(database, code),
  };
}

/** A folder with a mistake in its name would show nothing, and nothing would say so. Null for the whole vault. */
function pathsIn(folders: VaultFolders, name: string, given: readonly string[]): VaultPath[] | null {
  const root = folders.find(name);
  if (given.length === 0 || root === null) return null;
  const vault = createVault({ root, clock: systemClock });
  return given.map((path) => {
    const place = vault.resolve(path);
    if (place.kind === 'missing') throw vault.missing(place);
    return place.path;
  });
}
