import { listProjects } from '../../agents/librarian/projects.js';
import {
  type CaptureMode,
  type CaptureSetting,
  readCaptureSetting,
  setCaptureMode,
} from '../../service/capture/capture-setting.js';
import { capturedSessions, captureStatus } from '../../service/capture/capture-status.js';
import { pickUpAll } from '../../service/capture/pick-up.js';
import { type CapturedSession, sessionFiles } from '../../service/capture/session-files.js';
import { RappelError } from '../../shared/errors.js';
import { showPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import type { Say } from '../../words/say.js';
import { type Command, type Invocation, UsageError } from '../command.js';
import { openMemory, withMemory } from '../open-memory.js';
import { openVault } from '../open-vault.js';
import { showIndexing } from '../progress.js';

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
    const vault = openVault(invocation);
    const mode = Object.hasOwn(MODES, verb) ? MODES[verb] : undefined;
    if (mode !== undefined)
      setCaptureMode(vault.root, name === undefined ? null : projectNamed(vault, name), mode);
    else if (verb !== 'status')
      throw new UsageError(`got "${verb}", expected status, on, pause, off, file or remove`);
    show(invocation);
  },
};

/** A project may have a setting and no folder yet, or no longer. */
function projectNamed(vault: Vault, name: string): string {
  const project = name.replace(/^(?:vault\/)?projects\//, '').replace(/\/$/, '');
  const known = [...listProjects(vault), ...Object.keys(readCaptureSetting(vault.root).projects)];
  if (known.includes(project)) return project;
  throw new RappelError('not_found', `there is no project "${project}"`, {
    hint: 'See them with: rappel tree projects',
  });
}

/** Files what waits, if no service does, and what killed clients left. */
async function file(invocation: Invocation): Promise<void> {
  await pickUpAll(openVault(invocation).root);
  const memory = await openMemory(invocation, { stays: true });
  await memory.status();
  await memory.close();
  show(invocation);
}

async function remove(invocation: Invocation, name: string | undefined): Promise<void> {
  if (name === undefined) throw new UsageError('capture remove needs a session');
  const vault = openVault(invocation);
  const files = sessionFiles(vault.root);
  const session = sessionNamed(capturedSessions(files), name);
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
  const [{ openEngine }, { rebuildIndex }, { removeSession }] = await Promise.all([
    import('../../service/engine/open-engine.js'),
    import('../../service/engine/rebuild-index.js'),
    import('../../service/upkeep/remove-session.js'),
  ]);
  const engine = openEngine(vault, process.env);
  const removed = await withMemory(invocation, ({ history }) =>
    removeSession(vault, engine, session, (entry) => history.undo(entry, { all: 'keep' })),
  );
  engine.close();
  // A database keeps what was deleted in its free pages.
  if (removed.file !== null) await rebuildIndex(vault, process.env, showIndexing(terminal));
  const file = removed.file && showPath(removed.file);
  invocation.report({ removed: session.id, ...removed, file }, () => {
    terminal.out(say`Removed the session ${session.id}.`);
    for (const path of removed.left)
      terminal.out(say`${path}: what you changed since is kept, and still names the session`);
  });
}

function sessionNamed(sessions: readonly CapturedSession[], name: string): CapturedSession {
  const found = sessions.filter(({ id, file: path }) => id.startsWith(name) || path?.includes(name));
  if (found.length === 1) return found[0]!;
  throw new RappelError(
    'not_found',
    found.length === 0 ? `no session "${name}"` : `several sessions begin with "${name}"`,
    {
      hint: 'List them with: rappel capture status',
    },
  );
}

function show(invocation: Invocation): void {
  const { report, terminal } = invocation;
  const { say } = terminal;
  const status = captureStatus(openVault(invocation));
  const { sessions, waiting } = status;
  report(status, () => {
    for (const line of settingLines(status, say)) terminal.out(line);
    terminal.out(say`Sessions: ${sessions.length}; parts waiting to be filed: ${waiting}`);
    for (const { id, client, file: path } of sessions.slice(0, MOST_LISTED))
      terminal.out(`  ${id}  ${client}  ${path ?? '—'}`);
    for (const [day, tokens] of Object.entries(status.shown_tokens).slice(-MOST_DAYS))
      terminal.out(say`${day}: ${tokens} tokens shown to assistants`);
  });
}

const MOST_LISTED = 20;
const MOST_DAYS = 7;

function settingLines({ mode, projects }: CaptureSetting, say: Say): string[] {
  const shown: Record<CaptureMode, string> = {
    on: say`each one is kept`,
    paused: say`paused, nothing new is kept`,
    off: say`off, nothing is kept or shown`,
  };
  const own = Object.entries(projects).map(([name, value]) => say`Sessions in ${name}: ${shown[value]}`);
  return [say`Sessions of assistants: ${shown[mode]}`, ...own];
}
