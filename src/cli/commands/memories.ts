import type { CommandMemory } from '../../memory/memory.js';
import {
  changedMemories,
  looksOf,
  markMemoryRead,
  type OwnMemory,
  readMemoryConsent,
  setMemoryConsent,
} from '../../service/capture/own-memories.js';
import { showPath } from '../../vault/paths.js';
import { type Command, type Invocation, UsageError } from '../command.js';
import { withMemory } from '../open-memory.js';
import { openVault } from '../open-vault.js';

const CLIENTS = ['claude-code', 'codex'];

export const memories: Command = {
  summary: 'Show or change which assistants have their own notes read into the vault.',
  usage: '[status | on|off NAME | read]',
  arguments: { least: 0, most: 2 },
  options: { directory: { value: 'DIR', summary: 'the directory (default: the current one)' } },
  examples: ['rappel memories', 'rappel memories on claude-code', 'rappel memories read'],
  completes: ['status', 'on', 'off', 'read', ...CLIENTS],
  async run(invocation) {
    const [verb = 'status', client] = invocation.arguments;
    const { root } = openVault(invocation);
    if (verb === 'read') return read(invocation, root);
    if (verb === 'on' || verb === 'off') setMemoryConsent(root, clientNamed(client), verb === 'on');
    else if (verb !== 'status')
      throw new UsageError('usage.got_of', { given: verb, names: 'status, on, off', last: 'read' });
    show(invocation, root);
  },
};

function clientNamed(name: string | undefined): string {
  if (name !== undefined && CLIENTS.includes(name)) return name;
  throw new UsageError('usage.memories', { clients: CLIENTS.join(', ') });
}

function show({ report, terminal }: Invocation, root: string): void {
  const { say } = terminal;
  const clients = readMemoryConsent(root);
  report({ clients }, () =>
    terminal.out(
      clients.length === 0
        ? say`No own notes of assistants are read. To read them: rappel memories on claude-code`
        : say`Own notes are read of: ${clients.join(', ')}`,
    ),
  );
}

async function read(invocation: Invocation, root: string): Promise<void> {
  const { terminal } = invocation;
  const { say } = terminal;
  const directory = invocation.text('directory') ?? process.cwd();
  const changed = changedMemories(root, directory);
  const files: string[] = [];
  if (changed.length > 0)
    await withMemory(invocation, async (memory) => {
      for (const own of changed) files.push(...(await readOne(memory, root, own)));
    });
  invocation.report({ files }, () =>
    terminal.out(files.length === 0 ? say`Nothing new.` : files.map((path) => `+ ${path}`).join('\n')),
  );
}

/** An import that is repeated brings what is new, and nothing twice. */
async function readOne({ exchange }: CommandMemory, root: string, own: OwnMemory): Promise<string[]> {
  const looks = looksOf(own.folder);
  const into = own.project === null ? undefined : `projects/${own.project}`;
  const preview = await (await exchange()).preview({ path: own.folder, into, skipSecrets: true });
  try {
    const fresh = preview.plan.files.filter(({ action }) => action !== 'known');
    if (fresh.length > 0) await preview.run();
    markMemoryRead(root, own, looks);
    return fresh.map(({ path }) => showPath(path));
  } finally {
    preview.close();
  }
}
