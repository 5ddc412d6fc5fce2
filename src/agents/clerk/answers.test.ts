import { describe, expect, it } from 'vitest';
import { type TempVault, tempVault } from '../../../test/support/temp-vault.js';
import { createAgents } from '../create-agents.js';
import { type SyncQuestion, writeSyncReview } from './sync-review.js';

const agents = createAgents({ model: null, key: null, language: 'en' });

const reply = (vault: TempVault, text: string) =>
  agents.file({
    id: 'u1',
    input: { text, images: [], inbox_ref: 'item' },
    context: vault.context,
    takeBack: async () => [],
    onEvent: () => {},
    signal: new AbortController().signal,
  });

function waiting(state: string, question: Partial<SyncQuestion>): TempVault {
  const asked = {
    path: 'vault/state.md',
    headings: ['# Opening'],
    removedBy: null,
    versions: [],
    ...question,
  };
  const files = Object.entries(writeSyncReview(asked, 'en')).map(([name, text]) => [
    `inbox/item/${name}`,
    text,
  ]);
  return tempVault({ 'state.md': state, ...Object.fromEntries(files) });
}

const two = {
  versions: [
    { machine: 'laptop', text: 'Opening: 21 July' },
    { machine: null, text: 'Opening: 28 July' },
  ],
};

describe('the answer to a question about two versions', () => {
  it.each([
    ['1', 'Opening: 21 July\nMore\n'],
    ['the second one', 'Opening: 28 July\nMore\n'],
    ['Opening: 28 July (another machine)', 'Opening: 28 July\nMore\n'],
    ['3', 'Opening: 21 July\nOpening: 28 July\nMore\n'],
    ['Keep both', 'Opening: 21 July\nOpening: 28 July\nMore\n'],
  ])('%s puts that version in place, and closes the item', async (answer, after) => {
    const vault = waiting('Opening: 21 July\nMore\n', two);
    expect(await reply(vault, answer)).toMatchObject({ state: 'done' });
    expect(vault.get('state.md')).toContain(after);
    expect(vault.vault.resolve('inbox/item').kind).toBe('missing');
  });

  it('changes nothing where the text is not there any more, or twice, and says so', async () => {
    for (const state of ['Opening: 1 August\n', 'Opening: 21 July\nOpening: 21 July\n']) {
      const vault = waiting(state, two);
      const { summary } = await reply(vault, '2');
      expect(summary).toContain('vault/state.md changed since, so it stays as it is. Change it by hand.');
      expect(vault.get('state.md')).toBe(state);
    }
  });

  it('stays open where it says nothing', async () => {
    const vault = waiting('Opening: 21 July\n', two);
    expect(await reply(vault, 'perhaps')).toMatchObject({ state: 'needs_answer' });
  });

  it('keeps or removes what one machine removed', async () => {
    const removed = { removedBy: 'laptop', versions: [{ machine: null, text: '- milk' }] };
    const kept = waiting('- bread\n- milk\n', removed);
    await reply(kept, '1');
    expect(kept.get('state.md')).toBe('- bread\n- milk\n');
    const gone = waiting('- bread\n- milk\n', removed);
    await reply(gone, '2');
    expect(gone.get('state.md')).toContain('- bread\n');
    expect(gone.get('state.md')).not.toContain('milk');
  });

  it('removes a file that one machine removed', async () => {
    const vault = waiting('all of it\n', { removedBy: 'laptop', versions: [] });
    await reply(vault, 'Remove it');
    expect(vault.vault.resolve('state.md').kind).toBe('missing');
  });
});
