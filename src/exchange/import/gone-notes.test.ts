import { expect, it } from 'vitest';
import { parsePath } from '../../vault/paths.js';
import { noteId, textId } from './notes/note-id.js';
import { goneNotes } from './plan.js';

const into = parsePath('bucket');
const folder = (path: string) => ({ path, completeKind: null });
const importOf = (id: string, path: string, place: string | null = null) =>
  [id, { path: parsePath(path), hash: 'h', place }] as const;

it.each([
  ['plan.md', 'plan.md'],
  ['plan.eml', 'plan.md'],
  ['sub/plan.html', 'sub/plan.md'],
])('names the note of %s, which is gone at the source', (file, note) => {
  const known = new Map([importOf(noteId('/notes', file), `bucket/notes/${note}`)]);
  expect(goneNotes(known, new Set(), folder('/notes'), into).map(({ path }) => path)).toEqual([
    `bucket/notes/${note}`,
  ]);
  expect(goneNotes(known, new Set(known.keys()), folder('/notes'), into)).toEqual([]);
  expect(goneNotes(known, new Set(), folder('/other'), into)).toEqual([]);
});

it('names the text of a PDF', () => {
  const known = new Map([importOf(textId(noteId('/notes', 'plan.pdf')), 'bucket/notes/plan.pdf.md')]);
  expect(goneNotes(known, new Set(), folder('/notes'), into)).toHaveLength(1);
});

it('names a message by the place of its file: its id is the same everywhere', () => {
  const known = new Map([importOf('mail-1', 'bucket/mail/offer.md', noteId('/mail', 'offer.eml'))]);
  expect(goneNotes(known, new Set(), folder('/mail'), into)).toHaveLength(1);
  expect(goneNotes(known, new Set(['mail-1']), folder('/mail'), into)).toEqual([]);
  expect(goneNotes(known, new Set(), folder('/archive'), into)).toEqual([]);
});

it('names a conversation that is gone from its mailbox', () => {
  const id = `${noteId('/mail', 'old/Inbox.mbox')}-0123`;
  const known = new Map([importOf(id, 'bucket/mail/old/Inbox/2024-03-01-roof.md')]);
  expect(goneNotes(known, new Set(), folder('/mail'), into)).toHaveLength(1);
  expect(goneNotes(known, new Set([id]), folder('/mail'), into)).toEqual([]);
});

it('names what a complete export lacks, whatever its archive is called, but nothing of other sources or folders', () => {
  const known = new Map([
    importOf('notion:1', 'bucket/notion/Plan.md'),
    importOf('notion:2', 'bucket/notion/Gone.md'),
    importOf('notion:3', 'projects/roof/bucket/notion/Elsewhere.md'),
    importOf('bear:4', 'bucket/bear/Other.md'),
  ]);
  const gone = goneNotes(known, new Set(['notion:1']), { path: '/new.zip', completeKind: 'notion' }, into);
  expect(gone.map(({ path }) => path)).toEqual(['bucket/notion/Gone.md']);
  const ofAnother = goneNotes(
    known,
    new Set(['notion:9']),
    { path: '/new.zip', completeKind: 'notion' },
    into,
  );
  expect(ofAnother).toEqual([]);
});
