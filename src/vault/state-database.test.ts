import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../test/support/temp-vault.js';
import { localDate } from '../shared/clock.js';
import { openSqlite } from '../shared/sqlite.js';
import {
  changeState,
  changeStateLater,
  checkState,
  closeState,
  flushState,
  readState,
  removeDamagedStates,
  stateProblems,
  tablesHolding,
} from './state-database.js';

const fileOf = (root: string) => join(root, '.rappel/state.db');
const namesOf = (root: string) => readdirSync(join(root, '.rappel')).sort();

function ask(root: string, id: string, words = 'words'): void {
  changeState(root, (database) => {
    database.prepare('INSERT INTO questions VALUES (?, 1, ?, ?)').run(id, words, words);
  });
}

function asked(root: string): unknown[] {
  return readState<unknown[]>(root, [], (database) =>
    database
      .prepare('SELECT id FROM questions ORDER BY id')
      .all()
      .map(({ id }) => id),
  );
}

describe('the database of a vault', () => {
  it('is made by the first change, for its owner alone, and by no reading', () => {
    const root = tempFolder();
    expect(asked(root)).toEqual([]);
    expect(tablesHolding(root, () => true)).toEqual([]);
    checkState(root);
    expect(readdirSync(root)).toEqual([]);
    ask(root, 'a');
    expect(asked(root)).toEqual(['a']);
    expect(namesOf(root)).toEqual(['.gitignore', 'state.db']);
    expect(statSync(fileOf(root)).mode & 0o077).toBe(0);
  });

  it('keeps nothing of a change that failed', () => {
    const root = tempFolder();
    ask(root, 'a');
    expect(() =>
      changeState(root, (database) => {
        database.exec('DELETE FROM questions');
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(asked(root)).toEqual(['a']);
  });

  it('shows what another connection changed', () => {
    const root = tempFolder();
    ask(root, 'a');
    const other = openSqlite(fileOf(root));
    other.exec(`INSERT INTO questions VALUES ('b', 1, '', '')`);
    expect(asked(root)).toEqual(['a', 'b']);
    ask(root, 'c');
    expect(other.prepare('SELECT count(*) AS rows FROM questions').get()?.rows).toBe(3);
    other.close();
  });

  it('is refused where a newer Rappel made it, and stays as it is', () => {
    const root = tempFolder();
    ask(root, 'a');
    closeState(root);
    const newer = openSqlite(fileOf(root));
    newer.exec('PRAGMA user_version = 99');
    newer.close();
    const before = readFileSync(fileOf(root));
    const words = /newer Rappel \(format 99; this version supports 1\)/;
    expect(() => asked(root)).toThrow(words);
    expect(() => ask(root, 'b')).toThrow(words);
    expect(readFileSync(fileOf(root)).equals(before)).toBe(true);
  });

  it('is that of the folder, however often the disk goes away and another comes', () => {
    const root = join(tempFolder(), 'vault');
    mkdirSync(root);
    ask(root, 'a');
    renameSync(root, `${root}-away`);
    expect(asked(root)).toEqual([]);
    mkdirSync(root);
    ask(root, 'b');
    expect(asked(root)).toEqual(['b']);
    renameSync(root, `${root}-other`);
    renameSync(`${root}-away`, root);
    expect(asked(root)).toEqual(['a']);
  });

  it('holds nothing of what was removed, nor does a file beside it', () => {
    const root = tempFolder();
    for (let at = 0; at < 50; at++) ask(root, `q${at}`, `hunter2 ${'x'.repeat(at * 100)}`);
    expect(tablesHolding(root, (bytes) => bytes.includes('hunter2'))).toEqual(['questions']);
    changeState(root, (database) => database.exec('DELETE FROM questions'));
    expect(namesOf(root)).toEqual(['.gitignore', 'state.db']);
    expect(readFileSync(fileOf(root)).includes('hunter2')).toBe(false);
    expect(tablesHolding(root, (bytes) => bytes.includes('hunter2'))).toEqual([]);
  });
});

describe('a damaged database', () => {
  const aside = `state-damaged-${localDate(new Date())}`;

  it.each([
    ['begins wrongly', 0, 200],
    ['is overwritten in the middle', 4096, 8192],
  ])('that %s is set aside with its day, once, and said until it is removed', (_, from, to) => {
    const root = tempFolder();
    for (let at = 0; at < 50; at++) ask(root, `q${at}`, 'x'.repeat(1_000));
    closeState(root);
    const bytes = readFileSync(fileOf(root));
    writeFileSync(fileOf(root), bytes.fill(7, from, Math.min(to, bytes.length)));
    checkState(root);
    expect(stateProblems(root).map(String)).toEqual([expect.stringContaining(`.rappel/${aside}.db;`)]);
    expect(asked(root)).toEqual([]);
    ask(root, 'new');
    checkState(root);
    expect(asked(root)).toEqual(['new']);
    expect(namesOf(root)).toEqual(['.gitignore', `${aside}.db`, 'state.db']);
    removeDamagedStates(root);
    expect(stateProblems(root)).toEqual([]);
  });

  it('does not take the place of one that was set aside before', () => {
    const root = tempFolder();
    for (const at of [1, 2, 3]) {
      ask(root, 'a');
      writeFileSync(fileOf(root), `damage ${at} `.repeat(1_000));
      ask(root, 'b');
      expect(asked(root)).toEqual(['b']);
      changeState(root, (database) => database.exec('DELETE FROM questions'));
    }
    expect(namesOf(root)).toEqual([
      '.gitignore',
      `${aside}-2.db`,
      `${aside}-3.db`,
      `${aside}.db`,
      'state.db',
    ]);
  });
});

describe('a change that nobody waits for', () => {
  const later = (root: string, id: string, lost?: () => void) =>
    changeStateLater(
      root,
      (database) => void database.prepare(`INSERT INTO questions VALUES (?, 1, '', '')`).run(id),
      lost,
    );

  it('is stored with the others, in its turn or when it is asked for', async () => {
    const root = tempFolder();
    ask(root, 'a');
    later(root, 'b');
    later(root, 'c');
    expect(asked(root)).toEqual(['a']);
    await expect.poll(() => asked(root), { timeout: 10_000 }).toEqual(['a', 'b', 'c']);
    later(root, 'd');
    flushState(root);
    expect(asked(root)).toHaveLength(4);
  });

  it('is lost, and says so, where there is no state any more', () => {
    const root = tempFolder();
    let lost = 0;
    later(root, 'a', () => lost++);
    renameSync(join(root, '.rappel'), join(root, 'away'));
    flushState(root);
    expect([lost, existsSync(join(root, '.rappel'))]).toEqual([1, false]);
  });
});

describe('a disk that takes nothing', () => {
  it('is named in a sentence, and what was there is read all the same', () => {
    const root = tempFolder();
    ask(root, 'a');
    const full = (database: { exec(sql: string): void }) => {
      // The file may not grow any more, as on a full disk.
      database.exec('PRAGMA max_page_count = 1');
      database.exec(`INSERT INTO questions VALUES ('b', 1, '', hex(zeroblob(100000)))`);
    };
    expect(() => changeState(root, full)).toThrow(
      expect.objectContaining({ code: 'io', message: 'the disk is full', hint: expect.any(String) }),
    );
    expect(asked(root)).toEqual(['a']);
    expect(stateProblems(root)).toEqual([]);
  });
});
