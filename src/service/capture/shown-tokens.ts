import { localDate } from '../../shared/clock.js';
import { changeStateLater, flushState, peekState } from '../../vault/state-database.js';
import { countTokens } from '../../vault/tokens.js';

const MOST_DAYS = 90;

/** Tokens that hooks showed to models, by day. */
export function readShown(root: string): Record<string, number> {
  flushState(root);
  const rows = peekState(root, [], (database) =>
    database.prepare('SELECT day, tokens FROM shown_tokens ORDER BY day').all(),
  );
  return Object.fromEntries(rows.map(({ day, tokens }) => [String(day), Number(tokens)]));
}

export function countShown(root: string, text: string, now = new Date()): void {
  if (text === '') return;
  changeStateLater(root, (database) => {
    database
      .prepare(
        'INSERT INTO shown_tokens VALUES (?, ?) ON CONFLICT DO UPDATE SET tokens = tokens + excluded.tokens',
      )
      .run(localDate(now), countTokens(text));
    database
      .prepare(
        'DELETE FROM shown_tokens WHERE day NOT IN (SELECT day FROM shown_tokens ORDER BY day DESC LIMIT ?)',
      )
      .run(MOST_DAYS);
  });
}
