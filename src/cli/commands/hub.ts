import { join } from 'node:path';
import { hintInVault } from '../../hub/hint-in-vault.js';
import { openVaultFolders } from '../../hub/vault-folders.js';
import { ROLES } from '../../operations/role.js';
import { ENGLISH, RappelError } from '../../shared/errors.js';
import { shellQuoted } from '../../shared/shell-quoted.js';
import { saidIn, stepIn } from '../../words/message.js';
import { type Command, type Invocation, PORT, UsageError } from '../command.js';
import { hubFolderAt, openHubDatabase } from '../hub-folder.js';
import { runHub } from '../run-hub.js';
import { urlOption } from '../url-option.js';

type Verb = (invocation: Invocation, rest: string[]) => Promise<void>;

const VERBS: Record<string, Verb> = {
  add,
  status,
  invite: ofPeople('invite'),
  people: ofPeople('people'),
  remove,
  audit: ofPeople('audit'),
};

export const hub: Command = {
  summary: 'Serve every vault of a folder, each at an address of its own.',
  usage:
    'FOLDER | add FOLDER NAME | remove FOLDER NAME | status FOLDER | invite FOLDER NAME EMAIL | people FOLDER | remove FOLDER [NAME] EMAIL | audit FOLDER',
  arguments: { least: 1, most: 4 },
  options: {
    port: { ...PORT, summary: 'where to listen (default 4747; 0 takes a free one)' },
    host: { value: 'ADDRESS', summary: 'default 127.0.0.1; clients need the token of their vault anywhere' },
    public: {
      value: 'URL',
      summary: 'where a proxy in front of it is reached, as https://example.org/rappel/',
    },
    'node-url': {
      value: 'URL',
      summary: 'where the other nodes of DATABASE_URL reach this one (default: where it listens)',
    },
    remote: {
      value: 'REMOTE',
      summary: 'a folder or git repository through which several nodes share an added vault',
    },
    role: {
      value: 'ROLE',
      choices: ROLES,
      summary: 'what someone invited may do: reader, editor or owner (default reader)',
    },
    folder: {
      value: 'PATH',
      summary: 'what someone invited sees of the vault, several if repeated (default: everything)',
    },
    limit: { value: 'N', least: 1, most: 1000, summary: 'how many entries of the audit log (default 50)' },
  },
  examples: [
    'rappel hub add ~/vaults anna',
    'rappel hub ~/vaults',
    'rappel hub status ~/vaults',
    'rappel hub remove ~/vaults anna',
    'rappel hub add ~/vaults team --remote git@example.org:team.git',
    'rappel hub invite ~/vaults anna ben@example.org --role editor --folder projects/startup-x',
    'rappel hub remove ~/vaults ben@example.org',
  ],
  completes: 'paths',
  stays: true,
  async run(invocation) {
    const [first = '', ...rest] = invocation.arguments;
    const verb = Object.hasOwn(VERBS, first) ? VERBS[first]! : null;
    if (verb !== null) return verb(invocation, rest);
    if (rest.length > 0)
      throw new UsageError('usage.hub', { given: first, verbs: Object.keys(VERBS).join(', ') });
    const folder = hubFolderAt(first);
    await runHub(invocation, {
      folder,
      host: invocation.text('host') ?? '127.0.0.1',
      port: invocation.number('port') ?? 4747,
      publicUrl: urlOption(invocation, 'public', 'https://example.org/rappel/'),
      nodeUrl: urlOption(invocation, 'node-url', 'http://10.0.0.2:4747'),
    });
  },
};

async function add(invocation: Invocation, [given, name, ...more]: string[]): Promise<void> {
  if (given === undefined || name === undefined || more.length > 0) throw new UsageError('usage.hub_add');
  const remote = invocation.text('remote') ?? null;
  if (remote !== null) return addShared(invocation, { folder: hubFolderAt(given), name, remote });
  const { root, file } = await openVaultFolders(hubFolderAt(given)).add(name, invocation.settings().language);
  const { terminal } = invocation;
  const { say } = terminal;
  invocation.report({ vault: root, name, address: `/v/${name}/`, token_file: file }, () => {
    terminal.out(say`Your vault is ready: ${root}`);
    terminal.out(say`The hub serves it at ${`/v/${name}/`}`);
    terminal.out(say`Clients need the token in ${file}`);
  });
}

async function addShared(
  invocation: Invocation,
  { folder, name, remote }: { folder: string; name: string; remote: string },
): Promise<void> {
  const database = await openHubDatabase(process.env);
  if (database === null) throw new RappelError('invalid_input', 'hub.remote_without_database');
  const { addRemote } = await import('../../hub/remotes/add-remote.js');
  const { language } = invocation.settings();
  const { pool, url: databaseUrl } = database;
  const options = { name, remote, language, env: process.env, pool, databaseUrl };
  const added = await addRemote(openVaultFolders(folder), options).finally(() => pool.close());
  const { terminal } = invocation;
  const { say } = terminal;
  invocation.report({ vault: added.root, name, address: `/v/${name}/`, remote: added.remote }, () => {
    terminal.out(say`Your vault is ready: ${added.root}`);
    terminal.out(say`The nodes of the hub serve it at ${`/v/${name}/`} and share it through ${added.remote}`);
    terminal.out(say`Invite people with: rappel hub invite ${shellQuoted(folder)} ${name} EMAIL`);
  });
}

/** A vault by its name, which holds no @; else someone by their email address. */
async function remove(invocation: Invocation, rest: string[]): Promise<void> {
  const [given, name, ...more] = rest;
  if (given === undefined || name === undefined || name.includes('@') || more.length > 0)
    return ofPeople('remove')(invocation, rest);
  const folder = hubFolderAt(given);
  const { removeVault } = await import('../../hub/remove-vault.js');
  const database = await openHubDatabase(process.env);
  const found = await removeVault(openVaultFolders(folder), name, database).finally(() =>
    database?.pool.close(),
  );
  const { root, remote, waiting } = found;
  const { terminal } = invocation;
  const { say } = terminal;
  invocation.report({ removed: name, vault: root, remote, waiting }, () => {
    terminal.out(say`The hub no longer serves the vault "${name}".`);
    if (root !== null) terminal.out(say`Its files stay in ${root}`);
    if (remote !== null)
      terminal.out(say`The remote ${remote} and the copies of all nodes stay as they are.`);
    if (waiting > 0) terminal.out(say`Updates that are not filed yet: ${waiting}. They stay with the vault.`);
    terminal.out(say`To serve it again: ${backCommand(folder, name, remote)}`);
  });
}

function backCommand(folder: string, name: string, remote: string | null): string {
  const option = remote === null ? '' : ` --remote ${shellQuoted(remote)}`;
  return `rappel hub add ${shellQuoted(folder)} ${name}${option}`;
}

async function status(invocation: Invocation, [given, ...more]: string[]): Promise<void> {
  if (given === undefined || more.length > 0) throw new UsageError('usage.hub_folder', { verb: 'status' });
  const folders = openVaultFolders(hubFolderAt(given));
  const { readHubStatus } = await import('../../hub/hub-status.js');
  const database = await openHubDatabase(process.env);
  const found = await readHubStatus(folders, database);
  await database?.pool.close();
  const { terminal } = invocation;
  const { say } = terminal;
  invocation.report(found, () => {
    const words = say.messages ?? ENGLISH;
    if (found.error !== undefined) {
      terminal.out(say`[warning] ${saidIn(words, found.error)}`);
      terminal.out(stepIn(words, found.error, 'terminal') ?? '');
    }
    for (const [one, other] of found.copies)
      terminal.out(
        say`[warning] "${one}" and "${other}" are copies of one vault, so only one of them is served. Make the copy a vault of its own: rappel hub add ${shellQuoted(found.folder)} ${other}`,
      );
    for (const { url, host, version, seconds, leads } of found.nodes)
      terminal.out(say`node ${url} on ${host}, Rappel ${version}: leads ${leads}, up for ${seconds ?? 0} s`);
    for (const { name, leader, seconds, remote, waiting, error } of found.vaults) {
      // Without the database it is not known.
      const closed = found.problem === null ? say`${name}: closed` : name;
      terminal.out(leader === null ? closed : say`${name}: led by ${leader} for ${seconds ?? 0} s`);
      if (remote !== null) terminal.out(say`  remote ${remote}, updates that wait: ${waiting}`);
      if (error === undefined) continue;
      terminal.out(say`  [warning] ${saidIn(words, error)}`);
      const step = hintInVault(stepIn(words, error, 'terminal'), join(found.folder, name));
      if (step !== null) terminal.out(`  ${step}`);
    }
    if (found.vaults.length === 0) terminal.out(say`There are no vaults in ${found.folder}`);
  });
}

function ofPeople(verb: 'invite' | 'people' | 'remove' | 'audit'): Verb {
  return async (invocation, [given, ...rest]) => {
    if (given === undefined) throw new UsageError('usage.hub_folder', { verb });
    const verbs = await import('./hub-people.js');
    await verbs[verb](invocation, hubFolderAt(given), rest);
  };
}
