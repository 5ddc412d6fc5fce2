import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/support/runs.js';
import { tempVault } from '../../test/support/temp-vault.js';
import { imageInfo } from './images.js';
import { imageTokens } from './tokens.js';

const STARTS = [
  '89504e470d0a1a0a',
  'ffd8ffe0',
  'ffd8ffe1',
  '474946383961',
  '474946383761',
  '524946460000000057454250',
].map((hex) => Buffer.from(hex, 'hex'));

describe('imageInfo', () => {
  it('answers for any bytes, and only with a size', () => {
    const bytes = fc
      .tuple(fc.constantFrom(Buffer.alloc(0), ...STARTS), fc.uint8Array({ maxLength: 200 }))
      .map(([start, rest]) => Buffer.concat([start, rest]));
    fc.assert(
      fc.property(bytes, (content) => {
        const info = imageInfo(content);
        if (info === null) return;
        expect(info.width > 0 && info.height > 0).toBe(true);
        expect(info.media_type).toMatch(/^image\/(?:png|jpeg|gif|webp)$/);
        expect(imageTokens(info.width, info.height)).toBeGreaterThan(0);
      }),
      { numRuns: runs(3000) },
    );
  });

  it('is no image where the name alone says so, in the tree as in read', async () => {
    const { error, text } = tempVault({ 'a.png': 'text\n', 'empty.gif': '', 'cut.jpg': STARTS[1]! });
    for (const path of ['a.png', 'empty.gif', 'cut.jpg'])
      expect((await error('read', { paths: path })).message).toContain(`vault/${path}: `);
    expect((await text('tree', {})).match(/\[0 · \d{4}/g)).toHaveLength(4);
  });
});
