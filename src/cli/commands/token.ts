import { createNamedTokens, type NamedToken } from '../../service/connection/named-tokens.js';
import { claimSecrets } from '../../service/connection/own-secrets.js';
import { localTimestamp } from '../../shared/clock.js';
import type { VaultPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import type { Say } from '../../words/say.js';
import { type Command, type Invocation, UsageError } from '../command.js';
import { openVault } from '../open-vault.js';

export const token: Command = {
  summary: 'List, create or revoke the access tokens of other machines.',
  usage: '[create NAME | revoke NAME]',
  arguments: { least: 0, most: 2 },
  completes: ['create', 'revoke'],
  options: {
    folder: {
      value: 'PATH',
      summary:
        'what the new token opens: a file or folder of the vault, several if repeated (default: everything)',
    },
    'read-only': { value: true, summary: 'make a token that changes nothing' },
  },
  examples: [
    'rappel token',
    'rappel token create laptop',
    'rappel token create ci --folder projects/startup-x --read-only',
    'rappel token revoke laptop',
  ],
  async run(invocation) {
    const [verb, name] = invocation.arguments;
    const vault = openVault(invocation);
    const tokens = createNamedTokens(vault.root);
    if (verb === undefined) return list(invocation, tokens.list());
    if (verb !== 'create' && verb !== 'revoke')
      throw new UsageError('usage.got_of', { given: verb, names: 'create', last: 'revoke' });
    if (name === undefined) throw new UsageError('usage.token_name', { verb });
    const { terminal } = invocation;
    const { say } = terminal;
    if (verb === 'revoke') {
      await tokens.revoke(name);
      invocation.report({ revoked: name }, () => terminal.out(say`Revoked: ${name} has no access any more.`));
      return;
    }
    claimSecrets(vault.root);
    const folders = invocation.texts('folder').map((path) => existing(vault, path));
    const created = await tokens.create(
      name,
      folders.length === 0 ? null : folders,
      invocation.flag('read-only'),
    );
    invocation.report(created, () => {
      terminal.out(created.token);
      terminal.err(
        say`Copy it now: it is shown only once. On the other machine, send it as: Authorization: Bearer TOKEN`,
      );
    });
  },
};

/** A folder with a mistake in its name would open nothing, and nothing would say so. */
function existing(vault: Vault, path: string): VaultPath {
  const place = vault.resolve(path);
  if (place.kind === 'missing') throw vault.missing(place);
  return place.path;
}

function list({ report, terminal }: Invocation, tokens: readonly NamedToken[]): void {
  const { say } = terminal;
  report({ tokens }, () => {
    for (const found of tokens) terminal.out(`${found.name}  ${factsOf(found, say)}`);
    if (tokens.length === 0) terminal.out(say`No tokens. Create one with: rappel token create NAME`);
  });
}

function factsOf({ created, last_used, folders, read_only }: NamedToken, say: Say): string {
  const used =
    last_used === null ? say`never used` : say`last used ${shown(localTimestamp(new Date(last_used)))}`;
  const opens = folders === null ? [] : [say`opens ${folders.join(', ')}`];
  const changes = read_only ? [say`read only`] : [];
  return `[${[say`created ${shown(created)}`, used, ...opens, ...changes].join(' · ')}]`;
}

function shown(time: string): string {
  return time.replace('T', ' ').slice(0, 16);
}
