import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Edit } from './edit.js';
import { editJson } from './edit-json.js';
import { editToml } from './edit-toml.js';
import type { Launch } from './launch.js';

/** An assistant whose settings are known. */
export interface KnownClient {
  title: string;
  /** How it names itself when it connects. */
  calls: RegExp;
  /** Where its settings are. */
  file(system: System): string;
  /** The edits that put Rappel into its settings, or take it out where `launch` is null. Throws if they can't be understood. */
  edit(text: string, launch: Launch | null): Edit[];
  /** Its hooks, if it has some: where they are set, and what is run at which event. */
  hooks?: { file(system: System): string; events: Record<string, string>; options: string[] };
  /** What is left to do for the person. */
  next: string;
}

export interface System {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
}

/** What both clients call the moments at which Rappel works. */
const EVENTS = { SessionStart: 'session-start', PreCompact: 'pre-compact', Stop: 'stop' };

export const CLIENTS: Record<string, KnownClient> = {
  'claude-code': {
    title: 'Claude Code',
    calls: /^claude[- ]code/i,
    file: ({ env }) =>
      env.CLAUDE_CONFIG_DIR ? join(env.CLAUDE_CONFIG_DIR, '.claude.json') : join(home(env), '.claude.json'),
    edit: (text, launch) => editJson(text, 'mcpServers', launch && { type: 'stdio', ...launch, env: {} }),
    hooks: {
      file: ({ env }) => join(env.CLAUDE_CONFIG_DIR || join(home(env), '.claude'), 'settings.json'),
      events: { ...EVENTS, SessionEnd: 'session-end' },
      options: [],
    },
    next: 'Start a new session; /mcp shows the connection.',
  },
  'claude-desktop': {
    title: 'Claude Desktop',
    calls: /^claude-ai|^claude desktop/i,
    file: (system) => join(appData(system), 'Claude', 'claude_desktop_config.json'),
    edit: (text, launch) => editJson(text, 'mcpServers', launch && { ...launch }),
    next: 'Quit Claude Desktop and open it again.',
  },
  cursor: {
    title: 'Cursor',
    calls: /^cursor/i,
    file: ({ env }) => join(home(env), '.cursor', 'mcp.json'),
    edit: (text, launch) => editJson(text, 'mcpServers', launch && { ...launch }),
    next: 'Cursor asks once whether the new server may run.',
  },
  vscode: {
    title: 'VS Code',
    calls: /^visual studio code|^vscode/i,
    file: (system) => join(appData(system), 'Code', 'User', 'mcp.json'),
    edit: (text, launch) => editJson(text, 'servers', launch && { type: 'stdio', ...launch }),
    next: 'Open the chat in agent mode; the tools are in its list.',
  },
  codex: {
    title: 'Codex',
    calls: /^codex/i,
    file: ({ env }) => join(env.CODEX_HOME || join(home(env), '.codex'), 'config.toml'),
    edit: (text, launch) => editToml(text, launch),
    hooks: {
      file: ({ env }) => join(env.CODEX_HOME || join(home(env), '.codex'), 'hooks.json'),
      events: EVENTS,
      options: ['--client', 'codex'],
    },
    next: 'Start a new session; codex mcp list shows the connection.',
  },
  gemini: {
    title: 'Gemini CLI',
    calls: /^gemini-cli/i,
    file: ({ env }) => join(home(env), '.gemini', 'settings.json'),
    edit: (text, launch) => editJson(text, 'mcpServers', launch && { ...launch }),
    next: 'Start a new session; /mcp shows the connection.',
  },
};

function home(env: NodeJS.ProcessEnv): string {
  return env.HOME || env.USERPROFILE || homedir();
}

function appData({ platform, env }: System): string {
  if (platform === 'darwin') return join(home(env), 'Library', 'Application Support');
  if (platform === 'win32') return env.APPDATA || join(home(env), 'AppData', 'Roaming');
  return env.XDG_CONFIG_HOME || join(home(env), '.config');
}
