import type { Command } from './command.js';

/** Every command; loaded only when it is called, so that each starts fast. In the order of `rappel --help`. */
export const COMMANDS: Record<string, () => Promise<Command>> = {
  init: async () => (await import('./commands/init.js')).init,
  tree: async () => (await import('./commands/tree.js')).tree,
  read: async () => (await import('./commands/read.js')).read,
  find: async () => (await import('./commands/find.js')).find,
  concat: async () => (await import('./commands/concat.js')).concat,
  write: async () => (await import('./commands/write.js')).write,
  edit: async () => (await import('./commands/edit.js')).edit,
  append: async () => (await import('./commands/append.js')).append,
  move: async () => (await import('./commands/move.js')).move,
  delete: async () => (await import('./commands/delete.js')).deleteCommand,
  search: async () => (await import('./commands/search.js')).search,
  setup: async () => (await import('./commands/setup.js')).setup,
  update: async () => (await import('./commands/update.js')).update,
  serve: async () => (await import('./commands/serve.js')).serve,
  stop: async () => (await import('./commands/stop.js')).stop,
  status: async () => (await import('./commands/status.js')).status,
  history: async () => (await import('./commands/history.js')).history,
  show: async () => (await import('./commands/show.js')).show,
  undo: async () => (await import('./commands/undo.js')).undo,
  restore: async () => (await import('./commands/restore.js')).restore,
  purge: async () => (await import('./commands/purge.js')).purge,
  index: async () => (await import('./commands/index.js')).index,
  call: async () => (await import('./commands/call.js')).call,
  completion: async () => (await import('./commands/completion.js')).completion,
};
