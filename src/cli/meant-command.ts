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
  const names = [...Object.keys(COMMANDS), 'help'];
  const [begun, ...others] = names.filter((name) => word.length > 1 && name.startsWith(word));
  return (
    (Object.hasOwn(OTHER_NAMES, word) ? OTHER_NAMES[word]! : nearest(word, names)) ??
    (others.length === 0 ? (begun ?? null) : null)
  );
}
