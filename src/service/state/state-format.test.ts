import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../../test/support/temp-vault.js';
import { createPresence } from '../locks/presence.js';
import { ensureStateFormat, readStateFormat } from './state-format.js';

function withState(content: string): string {
  const root = tempFolder();
  mkdirSync(join(root, '.rappel'));
  writeFileSync(join(root, '.rappel', 'format.json'), content);
  return root;
}

describe('the form of the state', () => {
  it('is written where there is none, and keeps the name it gave the vault', () => {
    const root = tempFolder();
    ensureStateFormat(root);
    const first = readStateFormat(root);
    expect(first).toMatchObject({ format: 1, vault: expect.stringMatching(/^[0-9a-f]{10}$/) });
    ensureStateFormat(root);
    expect(readStateFormat(root)).toEqual(first);
  });

  it('is refused where it is newer, with a clear sentence', () => {
    expect(() => ensureStateFormat(withState('{"format":2}'))).toThrow(
      /newer Rappel \(format 2; this version supports 1\)/,
    );
  });

  it.each(['', '{', 'null', '{"format":1}', '[]'])('is completed where it is %j', (content) => {
    const root = withState(content);
    ensureStateFormat(root);
    expect(readStateFormat(root)).toMatchObject({ format: 1, vault: expect.any(String) });
  });
});

describe('the presence of a vault', () => {
  it('ends when it goes away, or another one takes its place, and begins when it is back', () => {
    const root = join(tempFolder(), 'vault');
    mkdirSync(root);
    ensureStateFormat(root);
    const presence = createPresence(root);
    expect(presence.isThere()).toBe(true);
    renameSync(root, `${root}-away`);
    expect(presence.isThere()).toBe(false);
    expect(() => presence.demand()).toThrow(/out of reach/);
    mkdirSync(root);
    ensureStateFormat(root);
    expect(presence.isThere()).toBe(false);
    renameSync(root, `${root}-other`);
    renameSync(`${root}-away`, root);
    expect(presence.isThere()).toBe(true);
  });
});
