import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Edit } from './edit.js';
import type { HookForm } from './edit-hooks.js';
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
  /** Its hooks, if it has some: where and how they are set, and what is run at which event. */
  hooks?: {
    file(system: System): string;
    form: HookForm;
    events: Record<string, string>;
    options: string[];
    /** What is left to do for the person where hooks were set, if it is more than `next`. */
    next?: string;
  };
  /** True if Rappel can read what it notes for itself. */
  hasOwnNotes?: boolean;
  /** What is left to do for the person. */
  next: string;
}

export interface System {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
}

/** What Claude Code and Codex call the moments at which Rappel works. */
const EVENTS = {
  SessionStart: 'session-start',
  PreCompact: 'pre-compact',
  Stop: 'stop',
  SessionEnd: 'session-end',
};
/** A client waits no longer than this for a hook, in seconds; a hook ends by itself long before. */
const TIMEOUT_S = 10;
const IN_GROUPS: HookForm = { isFlat: false, timeout: TIMEOUT_S };

export const CLIENTS: Record<string, KnownClient> = {
  'claude-code': {
    title: 'Claude Code',
    calls: /^claude[- ]code/i,
    file: ({ env }) =>
      env.CLAUDE_CONFIG_DIR ? join(env.CLAUDE_CONFIG_DIR, '.claude.json') : join(home(env), '.claude.json'),
    edit: (text, launch) => editJson(text, 'mcpServers', launch && { type: 'stdio', ...launch, env: {} }),
    hooks: {
      file: ({ env }) => join(env.CLAUDE_CONFIG_DIR || join(home(env), '.claude'), 'settings.json'),
      form: IN_GROUPS,
      events: EVENTS,
      options: [],
    },
    hasOwnNotes: true,
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
    hooks: {
      file: ({ env }) => join(home(env), '.cursor', 'hooks.json'),
      form: { isFlat: true, timeout: TIMEOUT_S },
      events: {
        sessionStart: 'session-start',
        beforeSubmitPrompt: 'prompt',
        preCompact: 'pre-compact',
        stop: 'stop',
        sessionEnd: 'session-end',
      },
      options: ['--client', 'cursor'],
    },
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
      form: IN_GROUPS,
      events: EVENTS,
      options: ['--client', 'codex'],
      next: 'Start a new session and trust the hooks: until you do so in /hooks, Codex does not run them.',
    },
    hasOwnNotes: true,
    next: 'Start a new session; /mcp shows the connection.',
  },
  gemini: {
    title: 'Gemini CLI',
    calls: /^gemini-cli/i,
    file: ({ env }) => join(home(env), '.gemini', 'settings.json'),
    edit: (text, launch) => editJson(text, 'mcpServers', launch && { ...launch }),
    hooks: {
      file: ({ env }) => join(home(env), '.gemini', 'settings.json'),
      form: { isFlat: false, timeout: TIMEOUT_S * 1000 },
      // PreCompress comes before every request, and compression leaves the log as it is.
      events: {
        SessionStart: 'session-start',
        BeforeAgent: 'prompt',
        AfterAgent: 'stop',
        SessionEnd: 'session-end',
      },
      options: ['--client', 'gemini'],
      next: 'Start a new session; /mcp shows the connection, /hooks the hooks.',
    },
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
