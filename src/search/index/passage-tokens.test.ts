import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { windowsOfPassage } from '../../../test/support/search-index.js';
import { chunkFile } from '../chunks/chunk-file.js';
import { loadWords } from '../models/static/static-embedder.js';
import { passageTokens } from './passage-tokens.js';
import { prepareFile } from './prepare-file.js';

const pieces = await loadWords();

describe('the tokens of a chunk', () => {
  it('are the same whether it is read for them alone or its words are indexed too', () => {
    const line = fc.oneof(
      fc.constantFrom(
        '',
        '---',
        'updated: 2025-07-14',
        '# Été à Nîmes',
        '## Two. Words',
        '```',
        '- [x] 日本語です',
      ),
      fc.string({ unit: fc.constantFrom(...'ab é.!?…\t\u00a0™\u0301한'), maxLength: 40 }),
      fc.constantFrom('word '.repeat(80), 'x'.repeat(100)),
    );
    const path = fc.constantFrom('bucket/a.md', 'changelog.md', 'tasks.md', 'projects/x/state.md');
    fc.assert(
      fc.property(path, fc.array(line, { maxLength: 30 }), (name, lines) => {
        const text = lines.join('\n');
        const alone = chunkFile(name, text).chunks.map((chunk) =>
          passageTokens(pieces, chunk.headings, chunk.lines.join('\n')),
        );
        expect(prepareFile(name, text, pieces).chunks.map(({ tokens }) => tokens)).toEqual(alone);
      }),
    );
  });
});

describe('the windows of a passage', () => {
  it('are sentences packed up to 50 words, as a plain split gives them', () => {
    const words = fc.constantFrom('cat', 'dog.', 'one!', 'two?', 'so…', 'x,', '.', 'été', 'A.B');
    const spaces = fc.constantFrom(' ', '  ', '\n', ' \n ', '\t', '\u00a0', '\n\n', '\r\n', '\u2009');
    const texts = fc.array(fc.tuple(words, spaces, fc.nat({ max: 20 })), { maxLength: 60 });
    fc.assert(
      fc.property(texts, (parts) => {
        const text = parts.map(([word, space, times]) => `${word} `.repeat(times) + word + space).join('');
        const windows = windowsOfPassage(passageTokens(pieces, [], text)).map((ids) => [...ids]);
        expect(windows).toEqual(plainWindows(text).map((window) => [...pieces.encode(window)]));
      }),
    );
  });
});

function plainWindows(text: string): string[] {
  const windows: string[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const sentence of text.split(/(?<=[.!?…])\s+|\n+/)) {
    const words = sentence.match(/\S+/g)?.length ?? 0;
    if (words === 0) continue;
    if (length + words > 50) {
      windows.push([]);
      length = 0;
    }
    windows.at(-1)!.push(sentence);
    length += words;
  }
  return windows.length === 0 ? [''] : windows.map((window) => window.join(' '));
}
