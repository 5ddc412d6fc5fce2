import { expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import type { Offer } from './item.js';
import { destinationOf, planImport } from './plan.js';

const COUNT = 300;

it('looks at a few paths for each note, however many have the same name', async () => {
  const { vault } = tempVault({ 'bucket/note-3.md': 'Something else.\n' });
  let looks = 0;
  const counted = {
    ...vault,
    locate(...given: Parameters<typeof vault.locate>) {
      looks++;
      return vault.locate(...given);
    },
  };
  async function* offers(): AsyncGenerator<Offer> {
    for (let at = 0; at < COUNT; at++) {
      const facts = { from: `${at}`, kind: 'test', created: null, updated: null };
      yield { ...facts, name: 'note.md', sourceId: `note-${at}`, content: { text: `Note ${at}.\n` } };
    }
  }
  const source = { label: 'test', path: '/source', completeKind: null, offers };
  const { files } = await planImport(counted, source, { into: destinationOf(undefined), skipSecrets: false });
  expect(new Set(files.map(({ path }) => path)).size).toBe(COUNT);
  // The number of a file that is there is left out.
  expect(files.slice(0, 4).map(({ path }) => path)).toEqual([
    'bucket/note.md',
    'bucket/note-2.md',
    'bucket/note-4.md',
    'bucket/note-5.md',
  ]);
  expect(looks).toBeLessThan(10 * COUNT);
});
