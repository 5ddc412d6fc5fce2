import { expect, it } from 'vitest';
import { scriptedModel } from '../../test/support/scripted-model.js';
import { tempVault } from '../../test/support/temp-vault.js';
import { createAgents } from '../agents/create-agents.js';
import { recordAnswers } from '../service/receipts/record-answers.js';
import { createStoredReceipts } from '../service/receipts/stored-receipts.js';
import { sayEnglish } from '../words/say.js';
import { showReceipt } from './show-receipt.js';

it('explains an answer of a model: which model, what it searched for, and how its passages were found', async () => {
  const temp = tempVault({
    'projects/boiler/state.md': '# Status\n\nThe boiler was repaired by Leroy for 340 euros.\n',
    'bucket/recipe.md': 'Boiler plate for soup: marjoram, celery.\n',
  });
  const path = 'vault/projects/boiler/state.md';
  const model = await scriptedModel('anthropic', [
    { calls: [{ name: 'search', input: { queries: ['boiler repaired'] } }] },
    { calls: [{ name: 'concat', input: { files: [{ path, lines: '1-3' }] } }] },
    { text: 'Leroy repaired the boiler.' },
  ]);
  const agents = createAgents({ model: model.settings, key: 'k', language: 'en' });
  const answer = recordAnswers({
    vault: temp.vault,
    env: {},
    answer: (question, options) => agents.answer(temp.context, question, options),
  });
  const { id } = await answer({ question: 'Who repaired the boiler?' });
  const receipt = createStoredReceipts(temp.root).find(id)!;
  expect(receipt).toMatchObject({
    made_by: { model: 'scripted', mode: 'fast' },
    passages: [{ by: 'model', words: ['repaired', 'boiler'], share: null, evidence: { ranks: { bm25: 1 } } }],
    candidates: [
      { path, shown: true },
      { path: 'vault/bucket/recipe.md', shown: false },
    ],
  });
  const shown = showReceipt({ ...receipt, vault: { ...receipt.vault, entry: null } }, sayEnglish);
  expect(shown).toContain('(scripted): fast search');
  expect(shown).toMatch(/1\. .*vault\/projects\/boiler\/state\.md:1-3/);
  expect(shown).toContain('holds "repaired", "boiler"');
});
