import { detectLanguage } from '../../../search/text/language.js';
import { stemOf, wordsOf } from '../../../search/text/words.js';
import { localDate } from '../../../shared/clock.js';
import { changeState, peekState } from '../../../vault/state-database.js';
import { stateOf } from '../../../vault/state-folder.js';
import type { Vault } from '../../../vault/vault.js';
import type { InputOrigin } from './route.js';

/** What a user said about the place of one input. */
export interface Lesson {
  /** The update that it was about: an undone answer is unlearnt. */
  id: string;
  day: string;
  /** Stems of the input. */
  words: string[];
  /** Where it belongs; null for no project. */
  project: string | null;
  /** Where Rappel had filed it, or would have; null where it had no idea. */
  from: string | null;
  folder: string | null;
  client: string | null;
}

/** Old lessons go first: what was said of projects that ended must not decide for ever. */
const MOST_LESSONS = 300;
const MOST_WORDS = 40;

/** Oldest first; none where they can't be read: routing works without. */
export function readLessons(vault: Vault): Lesson[] {
  const { root, wall } = stateOf(vault.root);
  const rows = peekState(root, [], (database) =>
    database
      .prepare(
        `SELECT id, day, words, project, came_from AS "from", folder, client
        FROM lessons WHERE wall = ? ORDER BY rowid`,
      )
      .all(wall),
  );
  return rows.map((row) => ({ ...(row as unknown as Lesson), words: JSON.parse(String(row.words)) }));
}

/** Remembers where an input belongs. A second lesson about the same update replaces the first. */
export function teach(
  vault: Vault,
  about: {
    id: string;
    text: string;
    project: string | null;
    from: string | null;
    origin?: InputOrigin | null;
  },
): void {
  const { id, text, project, from, origin } = about;
  const { root, wall } = stateOf(vault.root);
  const day = localDate(vault.clock.now());
  const words = JSON.stringify(stemsOf(text).slice(0, MOST_WORDS));
  const { folder = null, client = null } = origin ?? {};
  changeState(root, (database) => {
    database
      .prepare(
        `INSERT OR REPLACE INTO lessons (wall, id, day, words, project, came_from, folder, client)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(wall, id, day, words, project, from, folder, client);
    database
      .prepare(
        `DELETE FROM lessons WHERE wall = ?1 AND rowid NOT IN (
          SELECT rowid FROM lessons WHERE wall = ?1 ORDER BY rowid DESC LIMIT ?2
        )`,
      )
      .run(wall, MOST_LESSONS);
  });
}

/** Forgets what was learnt from these updates, behind whatever wall. */
export function unlearn(vault: Vault, isFrom: (id: string) => boolean): void {
  const { root } = stateOf(vault.root);
  const ids = peekState(root, [], (database) => database.prepare('SELECT DISTINCT id FROM lessons').all());
  const gone = ids.map(({ id }) => String(id)).filter(isFrom);
  if (gone.length === 0) return;
  changeState(root, (database) => {
    const forget = database.prepare('DELETE FROM lessons WHERE id = ?');
    for (const id of gone) forget.run(id);
  });
}

/** The distinct stems of a text, without stop words, in order. */
export function stemsOf(text: string): string[] {
  const words = wordsOf(text.slice(0, 5_000));
  const language = detectLanguage(words) ?? 'en';
  return [
    ...new Set(words.filter(({ stops }) => !stops[language]).map((word) => stemOf(word, language).text)),
  ];
}
