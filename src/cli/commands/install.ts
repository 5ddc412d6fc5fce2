import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { CLIENTS, type KnownClient } from '../../service/assistants/clients.js';
import { applyTextEdits } from '../../service/assistants/edit.js';
import { isInstructionsFile, planInstructions } from '../../service/assistants/instructions-file.js';
import { hookLaunch, type Launch, launchOf } from '../../service/assistants/launch.js';
import {
  hookCommands,
  hooksText,
  planChanges,
  type SettingsChange,
} from '../../service/assistants/plan-change.js';
import { readMemoryConsent, setMemoryConsent } from '../../service/capture/own-memories.js';
import type { Say } from '../../words/say.js';
import { type Command, type Invocation, type Terminal, UsageError } from '../command.js';
import { confirm } from '../confirm.js';
import { MCP_PROFILES } from '../doors.js';
import { HOOK_EVENTS } from '../hook/events.js';
import { paint } from '../paint.js';

const NAMES = Object.keys(CLIENTS);
const SYSTEM = { platform: process.platform, env: process.env };

export const install: Command = {
  summary: 'Add Rappel to an assistant (MCP server and hooks), after asking.',
  usage: 'CLIENT|FILE.md',
  arguments: { least: 0, most: 1 },
  options: {
    profile: {
      value: 'NAME',
      summary: 'which tools: memory (default), full, readonly',
      choices: MCP_PROFILES,
    },
    undo: { value: true, summary: 'remove Rappel from these settings' },
    'no-memories': { value: true, summary: 'do not read what the assistant notes for itself' },
    'no-hooks': { value: true, summary: 'only the MCP server: sessions are not captured' },
    yes: { value: true, summary: 'do not ask' },
    print: { value: true, summary: 'show what any other client needs; change nothing' },
  },
  examples: [
    'rappel install claude-code',
    'rappel install cursor --undo',
    'rappel install AGENTS.md   (three lines for any assistant that reads it)',
    'rappel install --print',
  ],
  completes: NAMES,
  async run(invocation) {
    const launch = ownLaunch(invocation);
    const [name] = invocation.arguments;
    if (name !== undefined && isInstructionsFile(name)) return changeInstructions(invocation, name);
    const client = name === undefined ? null : clientNamed(name);
    if (invocation.flag('print')) print(invocation, client, launch);
    else if (client !== null) {
      const plans = planAll(invocation, client, launch);
      const { title, hooks, next } = client;
      const target = { title, next: (!invocation.flag('no-hooks') && hooks?.next) || next };
      const isDone = await change(invocation, target, plans);
      if (isDone) await offerMemories(invocation, name!, client);
    } else throw new UsageError('usage.install', { clients: NAMES.join(', ') });
  },
};

/** Three lines for any assistant that reads this file. */
async function changeInstructions(invocation: Invocation, name: string): Promise<void> {
  const plan = planInstructions(resolve(name), invocation.flag('undo') ? 'out' : 'in');
  if (invocation.flag('print')) {
    const lines = plan.lines.join('\n');
    invocation.report({ file: plan.file, lines: plan.lines }, () => invocation.terminal.out(lines));
  } else await change(invocation, { title: basename(name), next: '' }, [plan]);
}

function clientNamed(name: string): KnownClient {
  const client = Object.hasOwn(CLIENTS, name) ? CLIENTS[name] : undefined;
  if (client !== undefined) return client;
  throw new UsageError('usage.install_unknown', { client: name, clients: NAMES.join(', ') });
}

/** What is changed: an assistant, or a file of instructions. */
interface Target {
  title: string;
  /** What is left to do for the person. */
  next: string;
}

/** False if the person did not want it. */
async function change(
  invocation: Invocation,
  target: Target,
  plans: readonly SettingsChange[],
): Promise<boolean> {
  const { terminal } = invocation;
  const { say } = terminal;
  const undo = invocation.flag('undo');
  const needed = plans.filter(({ isNeeded }) => isNeeded);
  const { file } = plans[0]!;
  const files = needed.map((plan) => plan.file);
  const result = { client: target.title, file, files, changed: needed.length > 0 };
  if (result.changed) {
    if (!invocation.flag('json'))
      for (const plan of needed) terminal.out(paint(changeText(plan, undo, say), terminal));
    if (!invocation.flag('yes') && !(await agreed(target, undo, terminal))) {
      invocation.report({ ...result, files: [], changed: false }, () =>
        terminal.out(say`Nothing was changed.`),
      );
      return false;
    }
    for (const plan of needed) plan.apply();
  }
  invocation.report(result, () => terminal.out(doneText(target, { undo, ...result }, say)));
  return true;
}

function doneText(
  { title, next }: Target,
  { undo, file, changed }: { undo: boolean; file: string; changed: boolean },
  say: Say,
): string {
  if (!changed)
    return undo ? say`${title} does not have Rappel: ${file}` : say`${title} has Rappel already: ${file}`;
  return undo ? say`Removed from ${title}.` : `${say`Added to ${title}.`} ${say(next)}`.trim();
}

/** Hooks can also read what an assistant notes for itself; asked once, and only where there is a vault for it. */
async function offerMemories(invocation: Invocation, name: string, client: KnownClient): Promise<void> {
  const { vault } = invocation.settings();
  if (client.hasOwnNotes !== true || !existsSync(vault)) return;
  if (invocation.flag('undo')) return setMemoryConsent(vault, name, false);
  const isUnwanted = invocation.flag('no-hooks') || invocation.flag('no-memories');
  if (isUnwanted || readMemoryConsent(vault).includes(name)) return;
  const { say, out } = invocation.terminal;
  const question = say`Also read what ${client.title} notes for itself, now and when it changes?`;
  const isWanted = invocation.flag('yes') || (await confirm(question, invocation.terminal)) === true;
  if (!isWanted) return;
  setMemoryConsent(vault, name, true);
  if (!invocation.flag('json'))
    out(
      say`What ${client.title} notes for itself is read at each session. To stop: rappel memories off ${name}`,
    );
}

/** The MCP server, and the hooks unless they are not wanted. */
function planAll(invocation: Invocation, client: KnownClient, launch: Launch): SettingsChange[] {
  const wanted = invocation.flag('undo') ? 'out' : 'in';
  return planChanges({ client, launch, wanted, system: SYSTEM }, { hooks: !invocation.flag('no-hooks') });
}

function changeText({ file, lines }: SettingsChange, undo: boolean, say: Say): string {
  if (undo) return say`Removes Rappel from ${file}`;
  return [`+++ ${file}`, ...lines.map((line) => `+${line}`)].join('\n');
}

async function agreed({ title }: Target, undo: boolean, terminal: Terminal): Promise<boolean> {
  const { say } = terminal;
  const answer = await confirm(
    undo ? say`Remove Rappel from ${title}?` : say`Add Rappel to ${title}?`,
    terminal,
  );
  if (answer === null) throw new UsageError('usage.no_terminal_yes');
  return answer;
}

function ownLaunch(invocation: Invocation): Launch {
  // A client does not see this shell's environment: a vault that was named here is named there.
  const named = invocation.text('vault') !== undefined || Boolean(process.env.RAPPEL_VAULT);
  return launchOf({
    node: process.execPath,
    script: process.argv[1]!,
    vault: named ? invocation.settings().vault : null,
    profile: invocation.text('profile') ?? null,
  });
}

function print(invocation: Invocation, client: KnownClient | null, launch: Launch): void {
  if (client === null) printAny(invocation, launch);
  else printClient(invocation, client, launch);
}

function printClient(invocation: Invocation, client: KnownClient, launch: Launch): void {
  const { say, out } = invocation.terminal;
  const file = client.file(SYSTEM);
  const commands = invocation.flag('no-hooks') ? null : hookCommands(client, launch);
  const hooks = commands && { file: client.hooks!.file(SYSTEM), commands };
  invocation.report({ client: client.title, file, launch, hooks }, () => {
    const server = applyTextEdits('', client.edit('', launch));
    if (hooks?.file === file)
      return out(`${say`In ${file}:`}\n\n${hooksText(client, hooks.commands, server)}`);
    out(`${say`In ${file}:`}\n\n${server}`);
    if (hooks !== null) out(`\n${say`In ${hooks.file}:`}\n\n${hooksText(client, hooks.commands)}`);
  });
}

function printAny(invocation: Invocation, launch: Launch): void {
  const { say, out } = invocation.terminal;
  const config = Buffer.from(JSON.stringify(launch)).toString('base64');
  const query = `name=rappel&config=${encodeURIComponent(config)}`;
  const links = {
    cursor: `cursor://anysphere.cursor-deeplink/mcp/install?${query}`,
    vscode: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: 'rappel', ...launch }))}`,
    http: 'http://127.0.0.1:4747/mcp',
  };
  const hook = hookLaunch(launch, ['EVENT']);
  invocation.report({ launch, hook, ...links }, () =>
    out(
      [
        say`Most clients (mcpServers):`,
        '',
        JSON.stringify({ mcpServers: { rappel: launch } }, null, 2),
        '',
        say`Command: ${[launch.command, ...launch.args].join(' ')}`,
        say`Hooks:   ${[hook.command, ...hook.args].join(' ')} (EVENT: ${HOOK_EVENTS.join(', ')})`,
        say`Cursor:  ${links.cursor}`,
        say`VS Code: ${links.vscode}`,
        say`HTTP:    ${links.http} (while rappel serve runs)`,
      ].join('\n'),
    ),
  );
}
