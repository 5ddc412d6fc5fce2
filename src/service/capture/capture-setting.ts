import { changeState, peekState } from '../../vault/state-database.js';

/** `paused`: nothing new is stored. `off`: nothing is shown to assistants either. */
export const CAPTURE_MODES = ['on', 'paused', 'off'] as const;
export type CaptureMode = (typeof CAPTURE_MODES)[number];

export interface CaptureSetting {
  /** For all projects that have no own. */
  mode: CaptureMode;
  projects: Record<string, CaptureMode>;
}

export function readCaptureSetting(root: string): CaptureSetting {
  const rows = peekState(root, [], (database) =>
    database.prepare('SELECT project, mode FROM capture_modes').all(),
  );
  const modes = rows.map(({ project, mode }): [string, CaptureMode] => [
    String(project),
    mode as CaptureMode,
  ]);
  const { [ALL]: mode = 'on', ...projects } = Object.fromEntries(modes);
  return { mode, projects };
}

const ALL = '';

export function captureModeOf(root: string, project: string | null): CaptureMode {
  const { mode, projects } = readCaptureSetting(root);
  if (project === null || !Object.hasOwn(projects, project)) return mode;
  // What was turned off everywhere is not turned on by a project.
  return STRICTNESS[projects[project]!] > STRICTNESS[mode] ? projects[project]! : mode;
}

/** Sets the mode of one project, or of all where it is null. */
export function setCaptureMode(root: string, project: string | null, mode: CaptureMode): CaptureSetting {
  changeState(root, (database) => {
    database.prepare('INSERT OR REPLACE INTO capture_modes VALUES (?, ?)').run(project ?? ALL, mode);
  });
  return readCaptureSetting(root);
}

const STRICTNESS: Record<CaptureMode, number> = { on: 0, paused: 1, off: 2 };
