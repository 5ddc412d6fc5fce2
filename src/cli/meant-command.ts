import { nearest } from '../shared/nearest.js';
import { COMMANDS } from './commands.js';

/** What the page and other programs call the same, in English and French. */
const OTHER_NAMES: Record<string, string> = {
  ask: 'search',
  demander: 'search',
  recall: 'search',
  note: 'update',
  noter: 'update',
  remember: 'update',
  add: 'update',
  ls: 'tree',
  list: 'tree',
  cat: 'read',
  grep: 'find',
  rm: 'delete',
  remove: 'delete',
  mv: 'move',
  rename: 'move',
  log: 'history',
  start: 'serve',
  config: 'setup',
  settings: 'setup',
  connect: 'install',
  aide: 'help',
  version: '--version',
};

/** The command that an unknown word means: its other name, a near miss, or the only one that begins so; null if none does. */
export function meantCommand(word: string): string | null {
  if (Object.hasOwn(OTHER_NAMES, word)) return OTHER_NAMES[word]!;
  const names = [...Object.keys(COMMANDS), 'help'];
  const near = nearest(word, names);
  if (near !== null || word.length < 2) return near;
  const begun = names.filter((name) => name.startsWith(word));
  return begun.length === 1 ? begun[0]! : null;
}
