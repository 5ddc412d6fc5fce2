import { expect, it } from 'vitest';
import { meantCommand } from './meant-command.js';

it.each([
  ['udpate', 'update'],
  ['hepl', 'help'],
  ['ask', 'search'],
  ['noter', 'update'],
  ['version', '--version'],
  ['stat', 'status'],
  ['mem', null], // memories or memory-tool
  ['x', null],
  ['constructor', null],
])('an unknown %s means %s', (word, meant) => {
  expect(meantCommand(word)).toBe(meant);
});
