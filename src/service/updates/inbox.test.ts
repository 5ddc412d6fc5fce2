import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { listInbox, readInboxItem } from './inbox.js';

it('calls a question by the same number until it is answered', () => {
  const { vault, root, put } = tempVault({ '.rappel/.gitignore': '*\n' });
  const open = (name: string) => put(`inbox/${name}/review.md`, '# Where does this belong?\n');
  const answer = (name: string) => rmSync(join(root, 'inbox', name), { recursive: true });
  const numbers = () => listInbox(vault).map(({ item, number }) => `${number} ${item}`);
  open('2025-07-14-b');
  open('2025-07-14-c');
  expect(numbers()).toEqual(['1 2025-07-14-b', '2 2025-07-14-c']);
  open('2025-07-14-a');
  answer('2025-07-14-b');
  expect(readInboxItem(vault, '2025-07-14-c').number).toBe(2);
  expect(numbers()).toEqual(['2 2025-07-14-c', '3 2025-07-14-a']);
  for (const name of ['2025-07-14-c', '2025-07-14-a']) answer(name);
  expect(numbers()).toEqual([]);
  open('2025-07-14-d');
  expect(numbers()).toEqual(['1 2025-07-14-d']);
});
