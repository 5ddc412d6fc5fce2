import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import { vocabularyBytes } from '../../../../test/support/vocabulary-bytes.js';
import { createKernel } from './kernel.js';
import { foldRun } from './letters.js';
import { readVocabulary } from './static-model.js';
import { createWordPieces } from './word-pieces.js';

const TOKENS = [...'abcdefghijklmnopqrstuvwxyz0123456789σςжи한中é𝒳'].flatMap((letter) => [
  letter,
  `##${letter}`,
]);
TOKENS.push('the', 'cat', 'ca', '##at', '##ss', 'oe', '##oe', 'cath', '##edral', 'été', '##', '##the');
const tokens = [...new Set(TOKENS)];
const kernel = createKernel();
const written = vocabularyBytes(tokens);
kernel.views.u8.set(written);
const pieces = createWordPieces(
  kernel,
  readVocabulary(kernel, 0, written.length, tokens.length, written.length)!,
);

/** The same as `training/word_pieces.py`, in as few words. */
function slowly(text: string): number[] {
  const runs = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const words = runs.flatMap((run) => foldRun(run).match(/[\p{L}\p{N}]+/gu) ?? []);
  return words.filter((word) => [...word].length <= 40).flatMap(cut);
}

function cut(word: string): number[] {
  const found: number[] = [];
  for (let start = 0; start < word.length; ) {
    let end = word.length;
    const piece = () => tokens.indexOf((start > 0 ? '##' : '') + word.slice(start, end));
    while (end > start && piece() < 0) end--;
    if (end === start) return [];
    found.push(piece());
    start = end;
  }
  return found;
}

describe('the pieces of words', () => {
  const letters = fc.constantFrom(
    ...'aabcdeethTHE 019.,-_#\n\t\u00a0éÉœŒßøł½²ªﬁﬃİıΣσςΑЖи한中𝐀𝚺😀\u0301\u0327',
    'the',
    'cathedral',
    'e\u0301te\u0301',
    '#'.repeat(3),
    'a'.repeat(39),
    '\ud800',
    '\0',
    '\ufdfa',
  );

  it('are those that the plain way of cutting gives', () => {
    fc.assert(
      fc.property(fc.string({ unit: letters, maxLength: 60 }), (text) => {
        expect([...pieces.encode(text)]).toEqual(slowly(text));
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('are those of every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        expect([...pieces.encode(text)]).toEqual(slowly(text));
      }),
    );
  });
});
