import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { closeDatabase, openDatabase } from './sqlite.js';

function temporaryPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rappel-sqlite-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'index.sqlite');
}

/** A database with rows of 1,000 letters, whose statements are still prepared, as those of an index are. */
function openWith(path: string, rows: number) {
  const database = openDatabase(path);
  database.exec('CREATE TABLE lines (text TEXT)');
  const insert = database.prepare('INSERT INTO lines VALUES (?)');
  database.exec('BEGIN');
  for (let row = 0; row < rows; row++) insert.run(String(row).padEnd(1_000, 'x'));
  database.exec('COMMIT');
  return database;
}

function rowsIn(path: string): unknown {
  const database = openDatabase(path);
  onTestFinished(() => database.close());
  return database.prepare('SELECT count(*) AS rows FROM lines').get()?.rows;
}

const logOf = (path: string) => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;

describe('a database that is closed', () => {
  it('leaves no long log for the next process to go through', () => {
    const path = temporaryPath();
    const database = openWith(path, 2_000);
    expect(logOf(path)).toBeGreaterThan(2_000_000);
    closeDatabase(database, path);
    expect(logOf(path)).toBe(0);
    expect(rowsIn(path)).toBe(2_000);
  });

  it('does not wait for others that read, and loses nothing', () => {
    const path = temporaryPath();
    const database = openWith(path, 2_000);
    const reader = openDatabase(path);
    onTestFinished(() => reader.close());
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM lines').get();
    const start = performance.now();
    closeDatabase(database, path);
    expect(performance.now() - start).toBeLessThan(5_000);
    expect(logOf(path)).toBeGreaterThan(0);
    expect(rowsIn(path)).toBe(2_000);
  });
});
