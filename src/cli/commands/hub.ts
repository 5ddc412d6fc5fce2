import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { openVaultFolders } from '../../hub/vault-folders.js';
import { expandHome } from '../../service/settings/config-file.js';
import { RappelError } from '../../shared/errors.js';
import { type Command, type Invocation, PORT, UsageError } from '../command.js';
import { publicUrl } from '../public-url.js';
import { runHub } from '../run-hub.js';

const VERBS: Record<string, (invocation: Invocation, rest: string[]) => Promise<void>> = { add };

export const hub: Command = {
  summary: 'Serve every vault of a folder, each at an address of its own.',
  usage: 'FOLDER | add FOLDER NAME',
  arguments: { least: 1, most: 3 },
  options: {
    port: { ...PORT, summary: 'where to listen (default 4747; 0 takes a free one)' },
    host: { value: 'ADDRESS', summary: 'default 127.0.0.1; clients need the token of their vault anywhere' },
    'public-url': {
      value: 'URL',
      summary: 'where a proxy in front of it is reached, as https://example.org/rappel/',
    },
  },
  examples: ['rappel hub add ~/vaults anna', 'rappel hub ~/vaults'],
  completes: 'paths',
  stays: true,
  async run(invocation) {
    const [first = '', ...rest] = invocation.arguments;
    const verb = Object.hasOwn(VERBS, first) ? VERBS[first]! : null;
    if (verb !== null) return verb(invocation, rest);
    if (rest.length > 0) throw new UsageError(`got "${first}", expected a folder, or add`);
    const folder = folderAt(first);
    await runHub(invocation, {
      folder,
      host: invocation.text('host') ?? '127.0.0.1',
      port: invocation.number('port') ?? 4747,
      publicUrl: publicUrl(invocation),
    });
  },
};

async function add(invocation: Invocation, [given, name, ...more]: string[]): Promise<void> {
  if (given === undefined || name === undefined || more.length > 0)
    throw new UsageError('add takes the folder of the hub and the name of the vault');
  const { root, file } = await openVaultFolders(folderAt(given)).add(name, invocation.settings().language);
  const { terminal } = invocation;
  const { say } = terminal;
  invocation.report({ vault: root, name, address: `/v/${name}/`, token_file: file }, () => {
    terminal.out(say`Your vault is ready: ${root}`);
    terminal.out(say`The hub serves it at ${`/v/${name}/`}`);
    terminal.out(say`Clients need the token in ${file}`);
  });
}

function folderAt(given: string): string {
  const folder = resolve(expandHome(given));
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw new RappelError('not_found', `there is no folder ${folder}`, {
    hint: 'Create it, then add a vault with: rappel hub add FOLDER NAME',
  });
}
