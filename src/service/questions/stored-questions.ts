import type { Database } from '../../shared/sqlite.js';
import { changeState, changeStateLater, flushState, peekState } from '../../vault/state-database.js';
import type { AskedQuestion, QuestionStatus } from './question.js';

const LIMITS = { most: 500, mostBytes: 20 * 1024 * 1024 };
const PRUNE_EVERY = 20;
const MOST_UNSTORED = 50;

/**
 * The questions of a vault with their answers. They are no user data: nobody waits for the disk. Where nothing can be stored, whoever asked
 * can read the answer as long as the service runs.
 */
export function createStoredQuestions(root: string) {
  /** Those that are not stored, or not yet. */
  const unstored = new Map<string, AskedQuestion>();
  let kept = 0;

  function hold(asked: AskedQuestion): void {
    unstored.set(asked.id, asked);
    for (const id of [...unstored.keys()].slice(0, -MOST_UNSTORED)) unstored.delete(id);
  }

  return {
    /** Newest first, but those that could not be stored. */
    list(limit: number): QuestionStatus[] {
      const rows = peekState(root, [], (database) =>
        database.prepare('SELECT status FROM questions ORDER BY started DESC, rowid DESC LIMIT ?').all(limit),
      );
      const stored = rows.map(({ status }) => JSON.parse(String(status)) as QuestionStatus);
      return [
        ...[...unstored.values()].map(questionStatus),
        ...stored.filter(({ id }) => !unstored.has(id)),
      ].slice(0, limit);
    },
    find(id: string): AskedQuestion | null {
      return (
        unstored.get(id) ??
        peekState(root, null, (database) => {
          const row = database.prepare('SELECT status, content FROM questions WHERE id = ?').get(id);
          return row === undefined
            ? null
            : { ...JSON.parse(String(row.status)), ...JSON.parse(String(row.content)) };
        })
      );
    },
    /** `isThere`: false while the disk of the vault is away. */
    keep(asked: AskedQuestion, isThere = true): void {
      if (!isThere) {
        hold(asked);
        return;
      }
      unstored.set(asked.id, asked);
      const isToPrune = kept++ % PRUNE_EVERY === 0;
      const store = (database: Database) => {
        if (isToPrune) prune(database, LIMITS);
        // Changed since: that one follows.
        if ((unstored.get(asked.id) ?? asked) !== asked) return;
        const { run, answer, matches } = asked;
        database
          .prepare('INSERT OR REPLACE INTO questions (id, started, status, content) VALUES (?, ?, ?, ?)')
          .run(
            asked.id,
            asked.started,
            JSON.stringify(questionStatus(asked)),
            JSON.stringify({ run, answer, matches }),
          );
        unstored.delete(asked.id);
      };
      changeStateLater(root, store, () => hold(asked));
    },
    /** Removes the oldest beyond the limits. */
    prune: (limits = LIMITS): void => changeState(root, (database) => prune(database, limits)),
    /** Removes every question of which this is true: its answer may quote content to be purged. */
    purge(isHit: (json: string) => boolean): number {
      flushState(root);
      const rows = peekState(root, [], (database) => database.prepare('SELECT * FROM questions').all());
      const hit = rows.filter(({ status, content }) => isHit(`${status}\n${content}`));
      if (hit.length > 0)
        changeState(root, (database) => {
          const remove = database.prepare('DELETE FROM questions WHERE id = ?');
          for (const { id } of hit) remove.run(id!);
        });
      return hit.length;
    },
  };
}

export function questionStatus({ run, answer, matches, ...status }: AskedQuestion): QuestionStatus {
  return status;
}

function prune(database: Database, { most, mostBytes }: typeof LIMITS): void {
  database
    .prepare(
      `DELETE FROM questions WHERE id IN (
        SELECT id FROM (
          SELECT id, row_number() OVER newest AS nth, sum(octet_length(content)) OVER newest AS bytes
          FROM questions WINDOW newest AS (ORDER BY started DESC, rowid DESC)
        ) WHERE nth > ? OR bytes > ?
      )`,
    )
    .run(most, mostBytes);
}
