import { describe, expect, it } from 'vitest';
import { candidatesOf, matched } from '../../../test/support/search-index.js';

/** How much of the one word of a question each text holds; ten words are the average length. */
const amounts = (question: string, ...texts: string[]) =>
  matched(question, candidatesOf(...texts), 10).matches.map(({ amounts: [amount] }) => amount);

const TEN = 'one two three four five six seven eight nine';

describe('what a chunk holds of a term', () => {
  it('is one for each time it stands there in its exact form, in a text of the average length', () => {
    expect(amounts('harbour', `harbour ${TEN}`)[0]).toBeCloseTo(1, 5);
    expect(amounts('harbour', 'harbour harbour three four five six seven eight nine ten')[0]).toBeCloseTo(
      2,
      5,
    );
  });

  it('is less where only the stem is the same, and little where only the beginning is', () => {
    expect(amounts('harbours', `harbour ${TEN}`)[0]).toBeCloseTo(0.6, 5);
    expect(amounts('harbouring', `harbourmaster ${TEN}`)[0]).toBeCloseTo(0.1, 5);
  });

  it('is three times as much in a heading, however long the text is', () => {
    expect(amounts('harbour', `# Harbour\n\n${TEN}`)[0]).toBeCloseTo(3, 5);
    expect(amounts('harbour', `# Harbour\n\n${TEN} ${TEN}`)[0]).toBeCloseTo(3, 5);
  });

  it('is less in a long text, by four tenths of what it is longer', () => {
    expect(amounts('harbour', `harbour ${TEN} ten ${TEN}`)[0]).toBeCloseTo(1 / 1.4, 5);
  });
});
