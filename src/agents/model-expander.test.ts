import { describe, expect, it } from 'vitest';
import { scriptedModel } from '../../test/support/scripted-model.js';
import { createModelExpander } from './model-expander.js';

describe('the expansion of a question by a small model', () => {
  it('is off unless a small model is set', async () => {
    const { settings } = await scriptedModel('openai', []);
    expect(createModelExpander(settings, null)).toBeNull();
    expect(createModelExpander(null, null)).toBeNull();
  });

  it('says in a sentence why it failed', async () => {
    const { settings } = await scriptedModel('openai', [{ status: 401 }, { status: 401 }]);
    const expander = createModelExpander({ ...settings, smallModel: 'small' }, null)!;
    await expect(expander.expand('pourquoi ?', {})).rejects.toMatchObject({
      code: 'model',
      hint: 'Check the key with: rappel setup',
    });
  });

  it('asks the small model and reads its lines', async () => {
    const { settings, requests } = await scriptedModel('anthropic', (request) => ({
      text: request.includes('"stream":true') ? '' : 'lex: budget loyer\nvec: what is the rent?',
      whole: true,
    }));
    const expander = createModelExpander({ ...settings, smallModel: 'small' }, 'k')!;
    expect(await expander.expand('combien pour le loyer ?', {})).toEqual({
      lex: ['budget loyer'],
      vec: ['what is the rent?'],
      hyde: [],
    });
    expect(requests[0]).toContain('"model":"small"');
  });
});
