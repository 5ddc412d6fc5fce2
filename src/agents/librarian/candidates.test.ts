import { expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { findCandidates } from './candidates.js';

it('gives what a line of fields belongs to as evidence, not the line', async () => {
  const { context } = tempVault({
    'projects/moving-house/tasks.md':
      '# Measure the stairs\nstatus: to do | prio: high | added: 2025-07-01 | project: moving-house\n',
  });
  const { candidates } = await findCandidates(context, 'status of moving-house, high prio');
  expect(candidates[0]?.evidence.map(({ text }) => text)).toEqual(['# Measure the stairs']);
});
