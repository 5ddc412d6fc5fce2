import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gif, jpeg, png, webp } from '../../test/support/images.js';
import { tempVault } from '../../test/support/temp-vault.js';
import type { RappelError } from '../shared/errors.js';
import { createInputFiles, type InputImage } from './input-files.js';
import { keep, keepText, keptText } from './keep.js';
import { read } from './read.js';

const PICTURES: InputImage[] = [
  { name: 'a', media_type: 'image/png', bytes: png(4, 4) },
  { name: 'b', media_type: 'image/jpeg', bytes: jpeg(4, 4) },
  { name: 'c', media_type: 'image/gif', bytes: gif(4, 4) },
  { name: 'd', media_type: 'image/webp', bytes: webp(4, 4) },
];

function runWith(text: string, images: InputImage[] = [], files: Record<string, string> = {}) {
  const vault = tempVault(files);
  const context = { ...vault.context, input: createInputFiles(text, images) };
  const call = async (tool: typeof keep | typeof read, input: unknown) =>
    (await tool.call(input, context)).text;
  const error = async (input: unknown): Promise<RappelError> =>
    keep.call(input, context).then(
      () => Promise.reject(new Error('keep was expected to fail')),
      (refused) => refused,
    );
  const bytes = (path: string) => readFileSync(join(vault.root, path));
  return { ...vault, context, call, refused: error, bytes };
}

describe('keep', () => {
  it('files the whole input, byte for byte, and its images beside it', async () => {
    const text = '\n  Objet : devis\r\n\r\n> # cité\n\tfin, sans fin de ligne';
    const run = runWith(text, PICTURES);
    expect(await run.call(keep, { to: 'vault/projects/x/bucket/mail.md' })).toBe(
      'kept vault/projects/x/bucket/mail.md, vault/projects/x/bucket/mail-1.png, vault/projects/x/bucket/mail-2.jpg, vault/projects/x/bucket/mail-3.gif, vault/projects/x/bucket/mail-4.webp',
    );
    expect(keptText(run.get('projects/x/bucket/mail.md'))).toBe(text);
    for (const [index, name] of ['mail-1.png', 'mail-2.jpg', 'mail-3.gif', 'mail-4.webp'].entries())
      expect(run.bytes(`projects/x/bucket/${name}`)).toEqual(PICTURES[index]!.bytes);
  });

  it('leaves frontmatter that comes with the text in the text', async () => {
    const text = '---\ncreated: 2019-01-01\ntitle: note\n---\nfrom another program\n';
    const run = runWith(text);
    await run.call(keep, { to: 'bucket/note' });
    expect(run.get('bucket/note.md')).toMatch(
      /^---\ncreated: 2025-07-14T18:30:00\n[^#]*?---\n\n---\ncreated: 2019/,
    );
    expect(keptText(run.get('bucket/note.md'))).toBe(text);
  });

  it('files some lines, and the images once', async () => {
    const run = runWith('a\r\nb\nc\nd\n', PICTURES.slice(0, 1));
    expect(await run.call(keep, { to: 'bucket/1.md', lines: '1-2,4-9' })).toBe(
      'kept vault/bucket/1.md, vault/bucket/1.png',
    );
    expect(await run.call(keep, { to: 'bucket/2.txt', lines: '3-3' })).toBe('kept vault/bucket/2.txt');
    expect(keptText(run.get('bucket/1.md'))).toBe('a\r\nb\nd\n');
    expect(run.get('bucket/2.txt')).toBe('c\n');
  });

  it('files the images alone under an image name, with the ending of their type', async () => {
    const run = runWith('see the photo', PICTURES.slice(1, 2));
    expect(await run.call(keep, { to: 'bucket/board.png' })).toBe('kept vault/bucket/board.jpg');
    expect(await run.refused({ to: 'bucket/again.png' })).toMatchObject({ code: 'invalid_input' });
    expect(await runWith('', PICTURES.slice(0, 1)).call(keep, { to: 'bucket/board.md' })).toBe(
      'kept vault/bucket/board.png',
    );
  });

  it('never overwrites and files nothing of a call that it refuses', async () => {
    const run = runWith('text', PICTURES.slice(0, 1), { 'bucket/a.png': 'taken', 'bucket/b.md': 'taken' });
    expect(await run.refused({ to: 'bucket/a.md' })).toMatchObject({ code: 'exists' });
    expect((await run.call(read, { paths: 'bucket/' })).includes('a.md')).toBe(false);
    expect(await run.refused({ to: 'bucket/b.md' })).toMatchObject({ code: 'exists' });
    expect(await run.refused({ to: '../b.md' })).toMatchObject({ code: 'outside_vault' });
    expect(await run.refused({ to: '.rappel/b.png' })).toMatchObject({ code: 'outside_vault' });
    expect(await run.refused({ to: 'tree.md' })).toMatchObject({ code: 'protected' });
    expect(await run.refused({ to: 'bucket/c.md', lines: '2-3' })).toMatchObject({ code: 'bad_range' });
    expect(await run.refused({ to: 'bucket/c.md', lines: 'all' })).toMatchObject({ code: 'bad_range' });
    await expect(keep.call({ to: 'c.md' }, tempVault().context)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('gives back every text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('', '---\n', '---\na: b\n---\n'),
        (end, start) => {
          const { vault } = tempVault();
          const text = start + end.replaceAll(/[\0\uFEFF]/g, '');
          expect(keptText(keepText(vault, vault.resolve('a.md').path, text))).toBe(text);
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('the input of a run', () => {
  it('is read like a file, whole or in part, by that run alone', async () => {
    const run = runWith('one\ntwo\nthree\n', PICTURES.slice(0, 1), { 'input/text.md': 'real\n' });
    expect(await run.call(read, { paths: 'input/text.md (lines 2-9)' })).toBe(
      '```input/text.md (lines 2-3)\n2  | two\n3  | three\n```',
    );
    expect(await run.call(read, { paths: 'input/' })).toBe(
      '```input/text.md\n1  | one\n2  | two\n3  | three\n```\n\n[image] input/image-1.png (image/png, 4×4)',
    );
    expect(await run.call(read, { paths: 'vault/input/text.md' })).toContain('1  | real');
    expect(await run.text('read', { paths: 'input/text.md' })).toContain('1  | real');
    expect(await run.text('tree', { path: 'vault' })).not.toContain('image-1');
    // Reading it does not count as reading a file of the same name in the vault.
    const fresh = runWith('one\n', [], { 'input/text.md': 'one\n' });
    await fresh.call(read, { paths: 'input/text.md' });
    expect(fresh.context.session.seen()).toEqual({});
  });
});
