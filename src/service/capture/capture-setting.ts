import { join } from 'node:path';
import { readJsonOrNull } from '../../shared/read-or-null.js';
import { stateFolder } from '../../vault/state-folder.js';
import { writeDurably } from '../state/durable.js';

/** `paused`: nothing new is stored. `off`: nothing is shown to assistants either. */
export const CAPTURE_MODES = ['on', 'paused', 'off'] as const;
export type CaptureMode = (typeof CAPTURE_MODES)[number];

export interface CaptureSetting {
  /** For all projects that have no own. */
  mode: CaptureMode;
  projects: Record<string, CaptureMode>;
}

export function readCaptureSetting(root: string): CaptureSetting {
  const { mode, projects } = Object(readJsonOrNull(fileOf(root))) as Record<string, unknown>;
  const own = Object.entries(Object(projects)).flatMap(([name, value]) =>
    isMode(value) ? [[name, value] as const] : [],
  );
  return { mode: isMode(mode) ? mode : 'on', projects: Object.fromEntries(own) };
}

export function captureModeOf(root: string, project: string | null): CaptureMode {
  const { mode, projects } = readCaptureSetting(root);
  if (project === null || !Object.hasOwn(projects, project)) return mode;
  // What was turned off everywhere is not turned on by a project.
  return STRICTNESS[projects[project]!] > STRICTNESS[mode] ? projects[project]! : mode;
}

/** Sets the mode of one project, or of all where it is null. */
export function setCaptureMode(root: string, project: string | null, mode: CaptureMode): CaptureSetting {
  const { projects, ...all } = readCaptureSetting(root);
  const next =
    project === null ? { mode, projects } : { mode: all.mode, projects: { ...projects, [project]: mode } };
  stateFolder(root);
  writeDurably(fileOf(root), `${JSON.stringify(next, null, 2)}\n`);
  return next;
}

const STRICTNESS: Record<CaptureMode, number> = { on: 0, paused: 1, off: 2 };

function isMode(value: unknown): value is CaptureMode {
  return CAPTURE_MODES.some((mode) => mode === value);
}

function fileOf(root: string): string {
  return join(root, '.rappel', 'capture.json');
}
