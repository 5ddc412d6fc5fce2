import {
  type CaptureMode,
  type CaptureSetting,
  readCaptureSetting,
  setCaptureMode,
} from '../../service/capture/capture-setting.js';
import { type CapturedSession, sessionFiles } from '../../service/capture/session-files.js';
import { readShown } from '../../service/capture/shown-tokens.js';
import { RappelError } from '../../shared/errors.js';
import { recordedPath, showPath } from '../../vault/paths.js';
import { type Command, type Invocation, UsageError } from '../command.js';
import { openMemory } from '../open-memory.js';
import { openVault } from '../open-vault.js';

const MODES: Record<string, CaptureMode> = { on: 'on', pause: 'paused', off: 'off' };

export const capture: Command = {
  summary: 'Show or change what is kept of the sessions of assistants.',
  usage: '[status | on|pause|off [PROJECT] | file | remove SESSION]',
  arguments: { least: 0, most: 2 },
  options: { yes: { value: true, summary: 'confirm: this cannot be undone' } },
  examples: [
    'rappel capture',
    'rappel capture pause',
    'rappel capture off startup-x',
    'rappel capture remove 3f9a2c11 --yes',
  ],
  completes: ['status', 'on', 'pause', 'off', 'file', 'remove'],
  async run(invocation) {
    const [verb = 'status', name] = invocation.arguments;
    if (verb === 'file') return file(invocation);
    if (verb === 'remove') return remove(invocation, name);
    const { root } = openVault(invocation);
    const mode = Object.hasOwn(MODES, verb) ? MODES[verb] : undefined;
    if (mode !== undefined) setCaptureMode(root, name ?? null, mode);
    else if (verb !== 'status')
      throw new UsageError(`got "${verb}", expected status, on, pause, off, file or remove`);
    show(invocation, root);
  },
};

/** Files what waits, if no service does. */
async function file(invocation: Invocation): Promise<void> {
  const memory = await openMemory(invocation, { stays: true });
  await memory.status();
  await memory.close();
  show(invocation, openVault(invocation).root);
}

async function remove(invocation: Invocation, name: string | undefined): Promise<void> {
  if (name === undefined) throw new UsageError('capture remove needs a session');
  const vault = openVault(invocation);
  const files = sessionFiles(vault.root);
  const session = sessionNamed([...files.list(), ...files.parts().map((part) => part.session)], name);
  const { terminal } = invocation;
  const { say } = terminal;
  if (!invocation.flag('yes'))
    throw new RappelError(
      'invalid_input',
      'everything that this session brought in would be deleted permanently',
      {
        hint: `If you mean it: rappel capture remove ${name} --yes`,
      },
    );
  files.remove(session.id);
  const path = session.file === null ? null : recordedPath(session.file);
  if (path !== null) {
    const [{ openEngine }, { purgePath }] = await Promise.all([
      import('../../service/engine/open-engine.js'),
      import('../../service/upkeep/purge.js'),
    ]);
    const engine = openEngine(vault, process.env);
    await purgePath(vault, engine, vault.locate(path));
    engine.close();
  }
  invocation.report({ removed: session.id, file: path && showPath(path) }, () =>
    terminal.out(say`Removed the session ${session.id}.`),
  );
}

function sessionNamed(sessions: readonly CapturedSession[], name: string): CapturedSession {
  const found = sessions.filter(({ id, file: path }) => id.startsWith(name) || path?.includes(name));
  const ids = new Set(found.map(({ id }) => id));
  if (ids.size === 1) return found[0]!;
  throw new RappelError(
    'not_found',
    ids.size === 0 ? `no session "${name}"` : `several sessions begin with "${name}"`,
    {
      hint: 'List them with: rappel capture status',
    },
  );
}

function show({ report, terminal }: Invocation, root: string): void {
  const { say } = terminal;
  const files = sessionFiles(root);
  const setting = readCaptureSetting(root);
  const waiting = files.parts().length;
  const sessions = files
    .list()
    .sort((a, b) => (a.started < b.started ? 1 : -1))
    .map(({ id, client, project, started, file: path, parts }) => ({
      id,
      client,
      project,
      started,
      parts,
      file: path === null ? null : showPath(path),
    }));
  const shown = readShown(root);
  report({ ...setting, waiting, sessions, shown_tokens: shown }, () => {
    for (const line of settingLines(setting)) terminal.out(say(line));
    terminal.out(say`${sessions.length} sessions, ${waiting} parts waiting to be filed`);
    for (const { id, client, file: path } of sessions.slice(0, MOST_LISTED))
      terminal.out(`  ${id}  ${client}  ${path ?? '—'}`);
    for (const [day, tokens] of Object.entries(shown).slice(-MOST_DAYS))
      terminal.out(say`${day}: ${tokens} tokens shown to assistants`);
  });
}

const MOST_LISTED = 20;
const MOST_DAYS = 7;

function settingLines({ mode, projects }: CaptureSetting): string[] {
  const own = Object.entries(projects).map(([name, value]) => `Sessions in ${name}: ${value}`);
  return [`Sessions of assistants: ${mode}`, ...own];
}
