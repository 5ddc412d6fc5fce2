import { join } from 'node:path';
import { localDate } from '../../shared/clock.js';
import { readJsonOrNull } from '../../shared/read-or-null.js';
import { countTokens } from '../../vault/tokens.js';
import { writeWhole } from '../state/durable.js';

const MOST_DAYS = 90;

/** Tokens that hooks showed to models, by day. Two hooks at once may lose one of two counts. */
export function readShown(root: string): Record<string, number> {
  const entries = Object.entries(Object(readJsonOrNull(fileOf(root))));
  return Object.fromEntries(
    entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}

export function countShown(root: string, text: string, now = new Date()): void {
  if (text === '') return;
  const days = readShown(root);
  const today = localDate(now);
  days[today] = (days[today] ?? 0) + countTokens(text);
  const kept = Object.entries(days).sort().slice(-MOST_DAYS);
  writeWhole(fileOf(root), JSON.stringify(Object.fromEntries(kept)));
}

function fileOf(root: string): string {
  return join(root, '.rappel', 'captured', 'shown.json');
}
