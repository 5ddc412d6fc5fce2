import { describe, expect, it } from 'vitest';
import { historyPath, readMessage, writeMessage } from './entry.js';
import type { HistoryEntry } from './history.js';

const ENTRY = {
  id: 'good000000',
  time: '2025-07-14T18:30:00',
  source: 'tool',
  reason: 'two\nlines',
  input: null,
  files: [{ path: 'a/b.md', change: 'added' }],
};
const messageOf = (entry: object) => `x\n\n${JSON.stringify(entry)}\n`;

describe('the message of a commit', () => {
  it('holds an entry as it was written', () => {
    expect(readMessage(writeMessage(ENTRY as HistoryEntry).toString('utf8'))).toEqual(ENTRY);
  });

  it('is the same whatever order the fields came in', () => {
    const entry = { ...ENTRY, undoes: 'good000001', partly: true, machine: 'laptop' } as HistoryEntry;
    const turned = Object.fromEntries(Object.entries(entry).reverse()) as unknown as HistoryEntry;
    expect(writeMessage(turned)).toEqual(writeMessage(entry));
    expect(readMessage(writeMessage(turned).toString('utf8'))).toEqual(entry);
  });

  it('is that of the whole entry as JSON, however many files it names', () => {
    const files = Array.from({ length: 1_001 }, (_, at) => ({ path: `é ${at}.md`, change: 'added' }));
    for (const some of [[], files.slice(0, 1), files])
      for (const more of [{}, { undoes: 'good000001', author: 'a@b.c' }]) {
        const entry = { ...ENTRY, files: some, ...more } as HistoryEntry;
        expect(writeMessage(entry).toString()).toBe(`two lines\n\n${JSON.stringify(entry)}\n`);
      }
  });

  it.each([
    { id: '../../x' },
    { id: null },
    { time: 'now' },
    { source: 'me' },
    { reason: 7 },
    { input: '../x' },
    { files: null },
    { files: [null] },
    { files: [{ path: 'a.md', change: 'eaten' }] },
    { files: [{ path: '../x.md', change: 'added' }] },
  ])('is refused where a field is not what Rappel writes: %j', (field) => {
    expect(() => readMessage(messageOf({ ...ENTRY, ...field }))).toThrow('the history is refused');
  });

  it.each(['', 'x', '7', '"x"', '[', 'null'])('is refused where it is no entry: %j', (text) => {
    expect(() => readMessage(text)).toThrow('the history is refused');
  });

  it.each([
    '..',
    '../x',
    'a/../b',
    '/a',
    'a//b',
    '.hidden',
    'a/.git/config',
    '..\\x',
    'a\\..\\b',
    '',
    7,
    null,
  ])('refuses a path that leads outside: %j', (path) => {
    expect(() => historyPath(path)).toThrow('leads outside the vault');
  });
});
