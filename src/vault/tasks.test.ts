import { expect, it } from 'vitest';
import { tempVault } from '../../test/support/temp-vault.js';
import type { VaultPath } from './paths.js';
import { allOpenTasks, openTasksIn, tasksFile } from './tasks.js';

const TASKS = `---
about: "# no task"
---

# Call Paul
status: to do | prio: HIGH | due : 2025-07-21

He is in from ten.

# Payer la TVA
Statut : terminée

# Réunion
état: En cours
e\u0301che\u0301ance: 21 juillet

\`\`\`
# no task either
\`\`\`
`;

it('reads the tasks of a file with their fields in both languages, and none that is ended', () => {
  const vault = tempVault({ 'projects/x/tasks.md': TASKS });
  const tasks = openTasksIn(vault.vault, tasksFile('x'));
  expect(tasks.map(({ title, state, priority, due }) => [title, state, priority, due?.value])).toEqual([
    ['Call Paul', 'open', 0, '2025-07-21'],
    ['Réunion', 'started', 1, '21 juillet'],
  ]);
  expect(tasks[0]).toMatchObject({ project: 'x', first: 5, last: 8 });
  const { line, start, value } = tasks[1]!.due!;
  expect(TASKS.split('\n')[line - 1]!.slice(start)).toBe(value);
});

it('reads the tasks of the vault before those of its projects, and no file as no task', () => {
  const vault = tempVault({ 'tasks.md': '# One\n', 'projects/x/tasks.md': '# Two\n' });
  expect(allOpenTasks(vault.vault, ['x', 'y']).map(({ title }) => title)).toEqual(['One', 'Two']);
  expect(openTasksIn(vault.vault, 'other/tasks.md' as VaultPath)).toEqual([]);
});
