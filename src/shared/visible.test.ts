import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visible } from './visible.js';

describe('visible', () => {
  it('shows what would steer a terminal, and leaves the rest', () => {
    expect(visible('a\u001b[2Jb\u009bc\u0007\b\u007f')).toBe(
      String.raw`a\u001b[2Jb\u009bc\u0007\u0008\u007f`,
    );
    expect(visible('\u202eabc\u202c \u2066x\u2069 \u200f\u061c')).toBe(
      String.raw`\u202eabc\u202c \u2066x\u2069 \u200f\u061c`,
    );
    expect(visible('safe\rrm -rf\r\n')).toBe(`${String.raw`safe\u000drm -rf`}\r\n`);
    const plain = 'Été\t👩‍👩‍👧\nשלום 漢字 e\u0301 \\u001b\n';
    expect(visible(plain)).toBe(plain);
  });

  it('leaves nothing behind that steers, keeps JSON JSON, and is done after one pass', () => {
    const unit = fc.oneof(
      fc.constantFrom('\r', '\n', '\u001b', '\u009b', '\u202e', '\\', '"', 'é', '👩'),
      fc.nat(0xffff).map((code) => String.fromCharCode(code)),
    );
    const text = fc.string({ unit });
    fc.assert(
      fc.property(text, (given) => {
        const shown = visible(given);
        expect(shown).not.toMatch(
          /[\0-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\p{Bidi_Control}|\r(?!\n)/u,
        );
        expect(visible(shown)).toBe(shown);
        expect(JSON.parse(visible(JSON.stringify(given)))).toBe(given);
      }),
    );
  });
});
