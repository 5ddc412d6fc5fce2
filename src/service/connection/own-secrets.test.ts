import { cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../../test/support/temp-vault.js';
import { openSqlite } from '../../shared/sqlite.js';
import { changeState, readState } from '../../vault/state-database.js';
import { SECRET_TABLES } from '../../vault/state-tables.js';
import { createNamedTokens } from './named-tokens.js';
import { claimSecrets } from './own-secrets.js';
import { ensureToken } from './token.js';

const countSecrets = (root: string) =>
  readState(root, -1, (database) => {
    const counts = SECRET_TABLES.map((table) =>
      database.prepare(`SELECT count(*) AS count FROM ${table}`).get(),
    );
    return counts.reduce((sum, row) => sum + Number(row?.count), 0);
  });

/** A vault that was served, with everything that lets somebody in. */
async function servedVault() {
  const root = join(tempFolder(), 'vault');
  mkdirSync(root);
  expect(claimSecrets(root)).toBe(false);
  const { token } = ensureToken(root);
  const named = await createNamedTokens(root).create('laptop');
  changeState(root, (database) => {
    database.exec(`INSERT INTO sessions VALUES ('hash', 'hash', 1, NULL)`);
    database.exec(`INSERT INTO oauth VALUES ('Client', 'hash', '{}', NULL)`);
    database.exec(`INSERT INTO oauth_keys VALUES ('{}')`);
  });
  expect(countSecrets(root)).toBe(4);
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
    expect([countSecrets(copy), countSecrets(root)]).toEqual([0, 4]);
    expect(claimSecrets(copy)).toBe(false);
    expect(ensureToken(root).token).toBe(token);
    expect(createNamedTokens(root).identify(named)).not.toBeNull();
  });

  it('that a planted program would bring back open nothing', async () => {
    const { root, named } = await servedVault();
    const planted = join(tempFolder(), 'planted');
    cpSync(root, planted, { recursive: true });
    const database = openSqlite(join(planted, '.rappel/state.db'));
    database.exec(`CREATE TABLE kept AS SELECT * FROM tokens;
      CREATE TRIGGER back AFTER DELETE ON tokens BEGIN INSERT INTO tokens SELECT * FROM kept; END;`);
    database.close();
    expect(claimSecrets(planted)).toBe(true);
    expect(createNamedTokens(planted).identify(named)).toBeNull();
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
