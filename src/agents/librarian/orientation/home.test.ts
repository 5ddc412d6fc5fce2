import { expect, it } from 'vitest';
import { tempVault } from '../../../../test/support/temp-vault.js';
import { readHome } from './home.js';

// The clock of these vaults stands at 2025-07-14.
const FILES = {
  'tasks.md': '# Buy rope\nstatus: to-do\n\n# Sell anchor\nstatus: done\ndeadline: 2025-07-13\n',
  'changelog.md':
    '# 2025-07-20\n\n## To come\n\n# 2025-07-10\n\n## Rope snapped\n\n# 2024-07-01\n\n## Long ago\n',
  'projects/ketch/state.md':
    '# Status\n\nIn dry dock.\n\n# Deadlines\n\n- 2025-07-01: past\n- 2025-07-22: survey\n',
  'projects/ketch/tasks.md':
    '# Paint hull\nstatus: in progress\ndeadline: 2025-07-30\n\n# Call\ndeadline: 2025-07-02\n',
  'projects/ketch/changelog.md': '# 2025-07-11\n\n## Mast lifted\n\n## Blue paint\n',
  'projects/dinghy/description.md': '# Dinghy\n\n- Two oars.\n',
  'projects/dinghy/state.md': '# Deadlines\n\n- 2025-07-02: varnish\n',
  'projects/raft/description.md': '# Raft\n',
};

it('says what the vault holds about now', async () => {
  const home = await readHome(tempVault(FILES).vault);
  expect(home).toMatchObject({ today: '2025-07-14', openTasks: 3 });
  expect(home.projects).toEqual([
    {
      name: 'ketch',
      path: 'vault/projects/ketch/',
      status: 'In dry dock.',
      next: {
        day: '2025-07-22',
        text: '2025-07-22: survey',
        path: 'vault/projects/ketch/state.md',
        line: 8,
        project: 'ketch',
      },
      changed: '2025-07-11',
    },
    { name: 'dinghy', path: 'vault/projects/dinghy/', status: 'Two oars.', next: null, changed: null },
    { name: 'raft', path: 'vault/projects/raft/', status: null, next: null, changed: null },
  ]);
  expect(home.tasks.map(({ title, deadline }) => [title, deadline])).toEqual([
    ['Call', '2025-07-02'],
    ['Paint hull', '2025-07-30'],
    ['Buy rope', null],
  ]);
  expect(home.entries.map(({ day, title, line }) => [day, title, line])).toEqual([
    ['2025-07-11', 'Mast lifted', 3],
    ['2025-07-11', 'Blue paint', 5],
    ['2025-07-10', 'Rope snapped', 7],
    ['2024-07-01', 'Long ago', 11],
  ]);
  expect(home.activity).toEqual({ '2025-07-11': 2, '2025-07-10': 1 });
});
