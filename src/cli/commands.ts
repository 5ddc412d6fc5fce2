import type { Command } from './command.js';

/** Loaded only when they are called, so that each starts fast. */
type Commands = Record<string, () => Promise<Command>>;

/** What people use every day, in the order of `rappel --help`. */
export const EVERY_DAY: Commands = {
  update: async () => (await import('./commands/update.js')).update,
  search: async () => (await import('./commands/search.js')).searchCommand,
  inbox: async () => (await import('./commands/inbox.js')).inbox,
  read: async () => (await import('./commands/tools.js')).readCommand,
  history: async () => (await import('./commands/history.js')).history,
  show: async () => (await import('./commands/show.js')).show,
  undo: async () => (await import('./commands/undo.js')).undo,
  redo: async () => (await import('./commands/redo.js')).redo,
};

/** What people use to begin, and to look after their vault. */
export const TO_SET_UP: Commands = {
  init: async () => (await import('./commands/init.js')).init,
  serve: async () => (await import('./commands/serve.js')).serve,
  stop: async () => (await import('./commands/stop.js')).stop,
  status: async () => (await import('./commands/status.js')).status,
  doctor: async () => (await import('./commands/doctor.js')).doctor,
  setup: async () => (await import('./commands/setup.js')).setup,
  install: async () => (await import('./commands/install.js')).install,
  import: async () => (await import('./commands/import.js')).importCommand,
  export: async () => (await import('./commands/export.js')).exportCommand,
  sync: async () => (await import('./commands/sync.js')).syncCommand,
  token: async () => (await import('./commands/token.js')).token,
  demo: async () => (await import('./commands/demo.js')).demo,
};

/** What few people and many programs use: `rappel --help --all` alone shows it. */
export const FURTHER: Commands = {
  tree: async () => (await import('./commands/tools.js')).treeCommand,
  find: async () => (await import('./commands/find.js')).find,
  concat: async () => (await import('./commands/tools.js')).concatCommand,
  write: async () => (await import('./commands/tools.js')).writeCommand,
  edit: async () => (await import('./commands/tools.js')).editCommand,
  append: async () => (await import('./commands/tools.js')).appendCommand,
  move: async () => (await import('./commands/tools.js')).moveCommand,
  delete: async () => (await import('./commands/tools.js')).deleteCommand,
  orient: async () => (await import('./commands/orient.js')).orientCommand,
  verify: async () => (await import('./commands/verify.js')).verify,
  explain: async () => (await import('./commands/explain.js')).explain,
  models: async () => (await import('./commands/models.js')).modelsCommand,
  retry: async () => (await import('./commands/retry.js')).retry,
  dismiss: async () => (await import('./commands/dismiss.js')).dismiss,
  refile: async () => (await import('./commands/refile.js')).refileCommand,
  mcp: async () => (await import('./commands/mcp.js')).mcp,
  'memory-tool': async () => (await import('./commands/memory-tool.js')).memoryTool,
  hook: async () => (await import('./commands/hook.js')).hook,
  capture: async () => (await import('./commands/capture.js')).capture,
  memories: async () => (await import('./commands/memories.js')).memories,
  link: async () => (await import('./commands/link.js')).link,
  hub: async () => (await import('./commands/hub.js')).hub,
  health: async () => (await import('./commands/health.js')).health,
  restore: async () => (await import('./commands/restore.js')).restore,
  purge: async () => (await import('./commands/purge.js')).purge,
  index: async () => (await import('./commands/index.js')).index,
  call: async () => (await import('./commands/call.js')).call,
  autostart: async () => (await import('./commands/autostart.js')).autostart,
  completion: async () => (await import('./commands/completion.js')).completion,
};

export const COMMANDS: Commands = { ...EVERY_DAY, ...TO_SET_UP, ...FURTHER };
