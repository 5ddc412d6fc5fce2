import { statSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStaticEmbedder } from '../../search/models/static/static-embedder.js';
import { kindsOf, TEXT_KINDS } from './kind-of.js';

const embedder = createStaticEmbedder();
const bestOf = async (text: string) => (await kindsOf(text, embedder))[0]!;

describe('the kinds of a text', () => {
  it.each([
    ['Buy printer paper before Monday', 'task'],
    ['Rappeler le plombier', 'task'],
    ['Dentist on 12 March at 14:30', 'appointment'],
    ['When does the lease of the workshop end?', 'question'],
    ['Quel est le code du portail ?', 'question'],
    ['I never drink coffee after lunch', 'preference'],
    ['Finalement la réunion est décalée au jeudi 14', 'correction'],
    ['J’ai envoyé la facture ce matin', 'done'],
  ])('are led by the obvious one: %s', async (text, kind) => {
    expect(await bestOf(text)).toMatchObject({ kind });
  });

  it('are all there, the most likely first, with odds that add up to 1', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (text) => {
        const found = await kindsOf(text, embedder);
        expect(found.map(({ kind }) => kind).sort()).toEqual([...TEXT_KINDS].sort());
        expect(found.reduce((sum, { odds }) => sum + odds, 0)).toBeCloseTo(1);
        expect(found.every(({ odds }, i) => i === 0 || odds <= found[i - 1]!.odds)).toBe(true);
      }),
    );
  });

  it('are the same with accents written in one character or two, and with either apostrophe', async () => {
    const text = "J'ai réservé l'hôtel à Évian";
    expect(await kindsOf(text.normalize('NFD').replaceAll("'", '’'), embedder)).toEqual(
      await kindsOf(text, embedder),
    );
  });

  it('are read in the beginning and the end of a long text alone', async () => {
    const [start, end] = ['Minutes of the meeting.\n'.repeat(200), 'Ruth said no.\n'.repeat(200)];
    const middle = 'Buy milk!\n'.repeat(10_000);
    expect(await kindsOf(start + middle + end, embedder)).toEqual(await kindsOf(start + end, embedder));
  });

  it('come from a file of less than 300 KB', () => {
    expect(statSync(new URL('../../../models/kinds.bin', import.meta.url)).size).toBeLessThan(300_000);
  });
});
