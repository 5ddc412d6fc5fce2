import { unifiedDiff } from '../../vault/diff.js';
import { shownLines } from '../../vault/lines.js';
import { type Command, type Invocation, UsageError } from '../command.js';
import { confirm } from '../confirm.js';
import { MCP_PROFILES } from '../doors.js';
import { CLIENTS, type KnownClient, type Launch } from '../install/clients.js';
import { launchOf } from '../install/launch.js';
import { readSettings, writeSettings } from '../install/settings-file.js';
import { paint } from '../paint.js';
import { version } from '../version.js';

const NAMES = Object.keys(CLIENTS);

export const install: Command = {
  name: 'install',
  summary: 'Give an assistant this memory: adds Rappel to its MCP settings, after asking.',
  usage: 'CLIENT',
  arguments: { least: 0, most: 1 },
  options: {
    profile: { value: 'NAME', summary: 'which tools: memory (default), full, readonly' },
    undo: { value: true, summary: 'take it out again' },
    yes: { value: true, summary: 'do not ask' },
    print: { value: true, summary: 'show what any other client needs; change nothing' },
  },
  examples: ['rappel install claude-code', 'rappel install cursor --undo', 'rappel install --print'],
  completes: NAMES,
  async run(invocation) {
    const launch = ownLaunch(invocation);
    const [name] = invocation.arguments;
    if (invocation.flag('print')) {
      print(invocation, launch);
      return;
    }
    if (name === undefined)
      throw new UsageError(`install needs CLIENT: ${NAMES.join(', ')}; for any other use --print`);
    const client = Object.hasOwn(CLIENTS, name) ? CLIENTS[name] : undefined;
    if (client === undefined)
      throw new UsageError(
        `"${name}" is not known; there are ${NAMES.join(', ')}; for any other use --print`,
      );
    await change(invocation, client, launch);
  },
};

async function change(invocation: Invocation, client: KnownClient, launch: Launch): Promise<void> {
  const { terminal } = invocation;
  const undo = invocation.flag('undo');
  const file = client.file({ platform: process.platform, env: process.env });
  const before = readSettings(file);
  const after = client.edit(before ?? '', undo ? null : launch);
  const result = { client: client.title, file, changed: after !== (before ?? '') };
  if (result.changed) {
    if (!invocation.flag('json')) {
      const diff = unifiedDiff(file, shownLines(before ?? ''), shownLines(after));
      terminal.out(paint(diff, terminal));
    }
    if (!invocation.flag('yes') && !(await agreed(client, undo))) {
      terminal.out('Nothing was changed.');
      return;
    }
    writeSettings(file, after);
  }
  if (invocation.flag('json')) terminal.out(JSON.stringify({ ok: true, ...result }));
  else if (!result.changed)
    terminal.out(`${client.title} ${undo ? 'has no Rappel' : 'has it already'}: ${file}`);
  else terminal.out(undo ? `Taken out of ${client.title}.` : `Added to ${client.title}. ${client.next}`);
}

async function agreed(client: KnownClient, undo: boolean): Promise<boolean> {
  const answer = await confirm(
    undo ? `Take Rappel out of ${client.title}?` : `Add Rappel to ${client.title}?`,
  );
  if (answer === null) throw new UsageError('nobody is there to ask; with --yes it is done without');
  return answer;
}

function ownLaunch(invocation: Invocation): Launch {
  const profile = invocation.text('profile') ?? null;
  if (profile !== null && !MCP_PROFILES.some((known) => known === profile))
    throw new UsageError(`--profile: got "${profile}", expected ${MCP_PROFILES.join(', ')}`);
  // A client does not see this shell's environment: a vault that was named here is named there.
  const named = invocation.text('vault') !== undefined || Boolean(process.env.RAPPEL_VAULT);
  return launchOf({
    node: process.execPath,
    script: process.argv[1]!,
    version: version(),
    vault: named ? invocation.settings().vault : null,
    profile,
  });
}

function print({ terminal, arguments: [name] }: Invocation, launch: Launch): void {
  const client = name === undefined ? undefined : CLIENTS[name];
  if (client !== undefined) {
    terminal.out(
      `In ${client.file({ platform: process.platform, env: process.env })}:\n\n${client.edit('', launch)}`,
    );
    return;
  }
  const config = Buffer.from(JSON.stringify(launch)).toString('base64');
  const query = `name=rappel&config=${encodeURIComponent(config)}`;
  terminal.out(
    [
      'Most clients (mcpServers):',
      '',
      JSON.stringify({ mcpServers: { rappel: launch } }, null, 2),
      '',
      `Command: ${[launch.command, ...launch.args].join(' ')}`,
      `Cursor:  cursor://anysphere.cursor-deeplink/mcp/install?${query}`,
      `VS Code: vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: 'rappel', ...launch }))}`,
      'HTTP:    http://127.0.0.1:4747/mcp (while rappel serve runs)',
    ].join('\n'),
  );
}
