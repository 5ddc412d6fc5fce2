import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesBetween } from '../../web/src/file/edit/changes-between.js';
import { openingOf, splitNote } from '../../web/src/file/edit/split-note.js';

const line = fc.constantFrom('', 'a', 'b', '# c', '- [ ] d');
const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'));

describe('the changes from one text to another', () => {
  it('lead to it', () => {
    fc.assert(
      fc.property(text, text, (from, to) => {
        let [result, at] = ['', 0];
        for (const change of changesBetween(from, to, '\n')) {
          expect(change.from).toBeGreaterThanOrEqual(at);
          result += from.slice(at, change.from) + change.insert;
          at = change.to;
        }
        expect(result + from.slice(at)).toBe(to);
      }),
    );
  });

  it('leave alone what did not change between two places that did', () => {
    const changes = changesBetween('a\nb\nc\nd\ne', 'A\nb\nc\nd\nE', '\n');
    expect(changes).toHaveLength(2);
  });
});

describe('a note as it is edited', () => {
  it('is its head and its body, byte for byte', () => {
    const head = fc.constantFrom(
      '',
      '---\ncreated: x\n---\n',
      '\uFEFF---\r\ntokens: 1\r\n---\r\n\r\n',
      '---\nno end',
    );
    fc.assert(
      fc.property(head, text, (fields, below) => {
        const file = fields + below;
        const { head: kept, body } = splitNote(file);
        expect(kept + body).toBe(file);
        // What begins with empty lines in the editor still does after a save.
        const typed = `\n\n${body}`;
        expect(splitNote(kept + typed, openingOf(typed)).body).toBe(typed);
      }),
    );
  });
});
