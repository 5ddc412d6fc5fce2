import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../../test/support/temp-vault.js';
import { createNamedTokens } from './named-tokens.js';
import { claimSecrets } from './own-secrets.js';
import { ensureToken } from './token.js';

const OTHERS = ['token-uses.json', 'sessions.json', 'oauth.json', 'oauth-keys.json'];

/** A vault that was served, with everything that lets somebody in. */
async function servedVault() {
  const root = join(tempFolder(), 'vault');
  mkdirSync(root);
  expect(claimSecrets(root)).toBe(false);
  const { token } = ensureToken(root);
  const named = await createNamedTokens(root).create('laptop');
  for (const name of OTHERS) writeFileSync(join(root, '.rappel', name), `{"of":"${name}"}`);
  return { root, token, named: named.token };
}

describe('the secrets of a vault', () => {
  it('stay where they were made, also where the folder is moved', async () => {
    const { root, token, named } = await servedVault();
    expect(claimSecrets(root)).toBe(false);
    renameSync(root, `${root}-moved`);
    expect(claimSecrets(`${root}-moved`)).toBe(false);
    expect(ensureToken(`${root}-moved`).token).toBe(token);
    expect(createNamedTokens(`${root}-moved`).identify(named)).not.toBeNull();
  });

  it('open nothing in a copy, and stay in the vault that was copied', async () => {
    const { root, token, named } = await servedVault();
    const copy = join(tempFolder(), 'copy');
    cpSync(root, copy, { recursive: true, preserveTimestamps: true });
    expect(claimSecrets(copy)).toBe(true);
    expect(ensureToken(copy).token).not.toBe(token);
    expect(createNamedTokens(copy).identify(named)).toBeNull();
    for (const name of OTHERS) expect(existsSync(join(copy, '.rappel', name))).toBe(false);
    expect(claimSecrets(copy)).toBe(false);
    expect(ensureToken(root).token).toBe(token);
    expect(createNamedTokens(root).identify(named)).not.toBeNull();
  });

  it('that somebody planted open nothing, with a mark or without', async () => {
    const { root } = await servedVault();
    const mark = readFileSync(join(root, '.rappel/secrets-of'), 'utf8');
    for (const planted of [null, mark, '0 0\n', '']) {
      const vault = tempFolder();
      mkdirSync(join(vault, '.rappel'));
      writeFileSync(join(vault, '.rappel/token'), 'known-to-its-giver-and-long-enough\n');
      if (planted !== null) writeFileSync(join(vault, '.rappel/secrets-of'), planted);
      expect(claimSecrets(vault)).toBe(true);
      expect(ensureToken(vault).token).not.toContain('giver');
    }
  });
});
