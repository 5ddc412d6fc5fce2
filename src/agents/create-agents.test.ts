import { expect, it } from 'vitest';
import { scriptedModel } from '../../test/support/scripted-model.js';
import { expandQuestion } from '../search/query/expansion.js';
import { createTextModel } from './create-agents.js';

it('the model that is connected rewords questions', async () => {
  const { settings, requests } = await scriptedModel('anthropic', () => ({
    text: 'lex: budget loyer\nvec: what is the rent?',
    whole: true,
  }));
  const model = createTextModel(settings, 'k');
  expect(await expandQuestion('combien pour le loyer ?', model, undefined)).toEqual({
    subQueries: { lex: ['budget loyer'], vec: ['what is the rent?'], hyde: [] },
    stage: { name: 'expansion', ran: true, reason: null },
  });
  expect(requests[0]).toContain(`"model":"${settings.model}"`);
  await createTextModel({ ...settings, smallModel: 'small' }, 'k').complete('Bonjour', {
    signal: AbortSignal.timeout(10_000),
  });
  expect(requests[1]).toContain('"model":"small"');
});

it('a model that fails says why in a sentence', async () => {
  const { settings } = await scriptedModel('openai', [{ status: 401 }, { status: 401 }]);
  const signal = AbortSignal.timeout(10_000);
  await expect(createTextModel(settings, null).complete('pourquoi ?', { signal })).rejects.toMatchObject({
    code: 'model',
    hint: 'Check the key with: rappel setup',
  });
});
