import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { VaultPath } from '../../src/vault/paths.js';
import { tempFolder, tempVault } from '../support/temp-vault.js';

describe('a path that no gate has seen', () => {
  it('is never followed out of the vault, by no verb of it', () => {
    const temp = tempVault({ 'notes/a.md': 'a\n' });
    const outside = tempFolder();
    writeFileSync(join(outside, 'secret.md'), 'secret');
    const name = basename(outside);
    for (const path of [`../${name}/secret.md`, `notes/../../${name}/new.md`, join(outside, 'secret.md')]) {
      const refused = expect.objectContaining({ code: 'outside_vault' });
      expect(() => temp.vault.locate(path as VaultPath)).toThrow(refused);
      const forged = { ...temp.vault.locate('notes/a.md' as VaultPath), path: path as VaultPath };
      expect(() => temp.vault.save(forged, () => 'overwritten')).toThrow(refused);
      expect(() => temp.vault.remove(forged)).toThrow(refused);
    }
    expect(readdirSync(outside)).toEqual(['secret.md']);
    expect(readFileSync(join(outside, 'secret.md'), 'utf8')).toBe('secret');
    expect(temp.get('notes/a.md')).toBe('a\n');
  });
});
