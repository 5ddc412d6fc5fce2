import { CLIENTS, type KnownClient } from '../../service/assistants/clients.js';
import { applyEdits } from '../../service/assistants/edit.js';
import { type Launch, launchOf } from '../../service/assistants/launch.js';
import { planChange, planHooks, type SettingsChange } from '../../service/assistants/plan-change.js';
import { version } from '../../shared/version.js';
import type { Say } from '../../words/say.js';
import { type Command, type Invocation, type Terminal, UsageError } from '../command.js';
import { confirm } from '../confirm.js';
import { MCP_PROFILES } from '../doors.js';
import { paint } from '../paint.js';

const NAMES = Object.keys(CLIENTS);

export const install: Command = {
  summary: 'Add Rappel to an assistant (MCP server and hooks), after asking.',
  usage: 'CLIENT',
  arguments: { least: 0, most: 1 },
  options: {
    profile: {
      value: 'NAME',
      summary: 'which tools: memory (default), full, readonly',
      choices: MCP_PROFILES,
    },
    undo: { value: true, summary: 'remove Rappel from these settings' },
    'no-hooks': { value: true, summary: 'only the MCP server: sessions are not captured' },
    yes: { value: true, summary: 'do not ask' },
    print: { value: true, summary: 'show what any other client needs; change nothing' },
  },
  examples: ['rappel install claude-code', 'rappel install cursor --undo', 'rappel install --print'],
  completes: NAMES,
  async run(invocation) {
    const launch = ownLaunch(invocation);
    const [name] = invocation.arguments;
    const client = name === undefined ? null : clientNamed(name);
    if (invocation.flag('print')) print(invocation, client, launch);
    else if (client !== null) await change(invocation, client, launch);
    else throw new UsageError(`install needs a client: ${NAMES.join(', ')}; for any other use --print`);
  },
};

function clientNamed(name: string): KnownClient {
  const client = Object.hasOwn(CLIENTS, name) ? CLIENTS[name] : undefined;
  if (client !== undefined) return client;
  throw new UsageError(
    `unknown client "${name}"; known: ${NAMES.join(', ')}; for any other: rappel install --print`,
  );
}

async function change(invocation: Invocation, client: KnownClient, launch: Launch): Promise<void> {
  const { terminal } = invocation;
  const { say } = terminal;
  const undo = invocation.flag('undo');
  const plans = planAll(invocation, client, launch);
  const needed = plans.filter(({ isNeeded }) => isNeeded);
  const { file } = plans[0]!;
  const files = needed.map((plan) => plan.file);
  const result = { client: client.title, file, files, changed: needed.length > 0 };
  if (result.changed) {
    if (!invocation.flag('json'))
      for (const plan of needed) terminal.out(paint(changeText(plan, undo, say), terminal));
    if (!invocation.flag('yes') && !(await agreed(client, undo, terminal))) {
      invocation.report({ ...result, files: [], changed: false }, () =>
        terminal.out(say`Nothing was changed.`),
      );
      return;
    }
    for (const plan of needed) plan.apply();
  }
  const unchanged = undo
    ? say`${client.title} does not have Rappel: ${file}`
    : say`${client.title} has Rappel already: ${file}`;
  const done = undo
    ? say`Removed from ${client.title}.`
    : `${say`Added to ${client.title}.`} ${say(client.next)}`;
  invocation.report(result, () => terminal.out(result.changed ? done : unchanged));
}

/** The MCP server, and the hooks unless they are not wanted. */
function planAll(invocation: Invocation, client: KnownClient, launch: Launch): SettingsChange[] {
  const system = { platform: process.platform, env: process.env };
  const wanted = invocation.flag('undo') ? 'out' : 'in';
  const hooks = invocation.flag('no-hooks') ? null : planHooks(client, launch, wanted, system);
  return [planChange(client, launch, wanted, system), ...(hooks === null ? [] : [hooks])];
}

function changeText({ file, lines }: SettingsChange, undo: boolean, say: Say): string {
  if (undo) return say`Removes Rappel from ${file}`;
  return [`+++ ${file}`, ...lines.map((line) => `+${line}`)].join('\n');
}

async function agreed(client: KnownClient, undo: boolean, terminal: Terminal): Promise<boolean> {
  const { say } = terminal;
  const answer = await confirm(
    undo ? say`Remove Rappel from ${client.title}?` : say`Add Rappel to ${client.title}?`,
    terminal,
  );
  if (answer === null) throw new UsageError('not a terminal: add --yes to confirm');
  return answer;
}

function ownLaunch(invocation: Invocation): Launch {
  // A client does not see this shell's environment: a vault that was named here is named there.
  const named = invocation.text('vault') !== undefined || Boolean(process.env.RAPPEL_VAULT);
  return launchOf({
    node: process.execPath,
    script: process.argv[1]!,
    version: version(),
    vault: named ? invocation.settings().vault : null,
    profile: invocation.text('profile') ?? null,
  });
}

function print(invocation: Invocation, client: KnownClient | null, launch: Launch): void {
  const { terminal } = invocation;
  const { say } = terminal;
  if (client !== null) {
    const file = client.file({ platform: process.platform, env: process.env });
    const text = applyEdits('', client.edit('', launch));
    invocation.report({ client: client.title, file, launch }, () =>
      terminal.out(`${terminal.say`In ${file}:`}\n\n${text}`),
    );
    return;
  }
  const config = Buffer.from(JSON.stringify(launch)).toString('base64');
  const query = `name=rappel&config=${encodeURIComponent(config)}`;
  const links = {
    cursor: `cursor://anysphere.cursor-deeplink/mcp/install?${query}`,
    vscode: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: 'rappel', ...launch }))}`,
    http: 'http://127.0.0.1:4747/mcp',
  };
  invocation.report({ launch, ...links }, () =>
    terminal.out(
      [
        say`Most clients (mcpServers):`,
        '',
        JSON.stringify({ mcpServers: { rappel: launch } }, null, 2),
        '',
        say`Command: ${[launch.command, ...launch.args].join(' ')}`,
        say`Cursor:  ${links.cursor}`,
        say`VS Code: ${links.vscode}`,
        say`HTTP:    ${links.http} (while rappel serve runs)`,
      ].join('\n'),
    ),
  );
}
