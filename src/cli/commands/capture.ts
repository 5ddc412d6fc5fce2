import { listProjects } from '../../agents/clerk/projects.js';
import {
  type CaptureMode,
  type CaptureSetting,
  readCaptureSetting,
} from '../../service/capture/capture-setting.js';
import type { CaptureStatus, ListedSession } from '../../service/capture/capture-status.js';
import type { DrawnLine } from '../../service/capture/drawn-lines.js';
import { fileInTurn } from '../../service/capture/file-in-turn.js';
import { pickUpAll } from '../../service/capture/pick-up.js';
import { localDate } from '../../shared/clock.js';
import { RappelError } from '../../shared/errors.js';
import { showPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import type { Say } from '../../words/say.js';
import { type Command, type Invocation, UsageError } from '../command.js';
import { openMemoryFor, withMemory } from '../open-memory.js';
import { openVault } from '../open-vault.js';

const MODES: Record<string, CaptureMode> = { on: 'on', pause: 'paused', off: 'off' };

export const capture: Command = {
  summary: 'Show or change what is kept of the sessions of assistants.',
  usage: '[status | on|pause|off [PROJECT] | file | remove SESSION]',
  arguments: { least: 0, most: 2 },
  options: {
    yes: { value: true, summary: 'confirm: this cannot be undone' },
    'no-wait': { value: true, summary: 'file: end at once if another process does it' },
  },
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
    const mode = Object.hasOwn(MODES, verb) ? MODES[verb] : undefined;
    if (mode === undefined && verb !== 'status')
      throw new UsageError('usage.got_of', {
        given: verb,
        names: 'status, on, pause, off, file',
        last: 'remove',
      });
    await withMemory(invocation, async ({ capture }) => {
      const sessions = await capture();
      const project = name === undefined ? null : projectNamed(openVault(invocation), name);
      if (mode !== undefined) await sessions.setMode(project, mode);
      show(invocation, await sessions.status());
    });
  },
};

/** A project may have a setting and no folder yet, or no longer. */
function projectNamed(vault: Vault, name: string): string {
  const project = name.replace(/^(?:vault\/)?projects\//, '').replace(/\/$/, '');
  const known = [...listProjects(vault), ...Object.keys(readCaptureSetting(vault.root).projects)];
  if (known.includes(project)) return project;
  throw new RappelError('not_found', 'project.unknown', { project });
}

/** Files what waits, if no service or other process does, and what killed clients left. */
async function file(invocation: Invocation): Promise<void> {
  const { root } = openVault(invocation);
  const work = async () => {
    try {
      await pickUpAll(root);
    } finally {
      const memory = await openMemoryFor(invocation, { stays: true });
      await memory.run('status');
      await memory.close();
    }
  };
  await fileInTurn(root, work, { waits: !invocation.flag('no-wait') });
  await withMemory(invocation, async ({ capture }) => show(invocation, await (await capture()).status()));
}

async function remove(invocation: Invocation, name: string | undefined): Promise<void> {
  if (name === undefined) throw new UsageError('usage.capture_remove');
  const { terminal, report } = invocation;
  const { say } = terminal;
  await withMemory(invocation, async ({ capture, run }) => {
    const sessions = await capture();
    const preview = await sessions.previewRemoval(name);
    if (!invocation.flag('yes')) {
      for (const path of [preview.file ?? [], preview.files].flat()) terminal.err(`  ${path}`);
      throw new RappelError('invalid_input', 'capture.remove_all', { session: name });
    }
    const removed = await sessions.remove(name, (id) =>
      run('history/undo', { id, choices: { all: 'keep' } }),
    );
    report({ ...removed, file: removed.file && showPath(removed.file) }, () => {
      terminal.out(say`Removed the session ${removed.removed}.`);
      for (const path of removed.left)
        terminal.out(say`${path}: what you changed since is kept, and still names the session`);
    });
  });
}

function show({ report, terminal }: Invocation, status: CaptureStatus): void {
  const { say } = terminal;
  const { sessions, waiting } = status;
  report(status, () => {
    for (const line of settingLines(status, say)) terminal.out(line);
    terminal.out(say`Sessions: ${sessions.length}; parts waiting to be filed: ${waiting}`);
    for (const session of sessions.slice(0, MOST_LISTED))
      for (const line of sessionLines(session, say)) terminal.out(line);
    for (const [day, tokens] of Object.entries(status.shown_tokens).slice(-MOST_DAYS))
      terminal.out(say`${day}: ${tokens} tokens shown to assistants`);
  });
}

/** The session, then what was drawn from it, with the lines to look at. */
function sessionLines({ id, client, started, turns, file: path, filed, question }: ListedSession, say: Say) {
  const kinds: Record<DrawnLine['kind'], string> = {
    decision: say`decision`,
    task: say`task`,
    fix: say`fix`,
    fact: say`fact`,
  };
  const day = localDate(new Date(started));
  return [
    `  ${id}  ${client}  ${day}  ${say`turns: ${turns}`}  ${path ?? '—'}`,
    ...filed.map((one) => `      ${kinds[one.kind]}: ${one.text} (${one.path}:${one.line} ← ${one.source})`),
    ...(question === null
      ? []
      : [`      ${say`suggestions: ${question.suggestions.length}, rappel inbox ${question.item}`}`]),
  ];
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
