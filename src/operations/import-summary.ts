import type { ImportPreview } from '../exchange/exchange.js';
import type { LeftOut } from '../exchange/import/item.js';
import type { PlannedFile } from '../exchange/import/plan.js';
import { showPath } from '../vault/paths.js';

/** What an import would do, small enough to be shown whatever its size: everything is counted, and some of it named. */
export interface ImportSummary {
  /** `ChatGPT export`, `Obsidian vault`. */
  kind: string;
  into: string;
  skip_secrets: boolean;
  counts: Record<PlannedFile['action'], number>;
  /** Of everything that would be written. */
  tokens: number;
  /** The first of those that would be written. */
  files: (Pick<PlannedFile, 'action' | 'from' | 'tokens' | 'created' | 'note'> & {
    path: string;
    was: string | null;
  })[];
  gone: Some<string>;
  /** How many of each kind the texts lack. */
  left_out: LeftOut;
  /** By reason, the most frequent first. */
  skipped: { reason: string; names: Some<string> }[];
  secrets: Some<{ path: string; line: number; what: string }>;
}

/** The first of a list, and how many there are in all. */
interface Some<Item> {
  count: number;
  first: Item[];
}

const MOST_FILES = 200;
const MOST_OTHERS = 50;

export function summarize({
  plan,
  source,
  into,
  skipSecrets,
}: Omit<ImportPreview, 'run' | 'close'>): ImportSummary {
  const counts = { new: 0, update: 0, move: 0, known: 0 };
  for (const { action } of plan.files) counts[action]++;
  const written = plan.files.filter(({ action }) => action !== 'known');
  const reasons = new Map<string, string[]>();
  for (const { from, skipped } of plan.skipped) {
    const names = reasons.get(skipped) ?? [];
    names.push(from);
    reasons.set(skipped, names);
  }
  return {
    kind: source.label,
    into: showPath(into, 'folder'),
    skip_secrets: skipSecrets,
    counts,
    tokens: written.reduce((sum, { tokens }) => sum + tokens, 0),
    files: written.slice(0, MOST_FILES).map(({ action, from, path, was, tokens, created, note }) => ({
      action,
      from,
      path: showPath(path),
      was: was === undefined ? null : showPath(was),
      tokens,
      created,
      note,
    })),
    gone: some(plan.gone, (path) => showPath(path)),
    left_out: plan.leftOut,
    skipped: [...reasons]
      .sort(([, a], [, b]) => b.length - a.length)
      .slice(0, MOST_OTHERS)
      .map(([reason, items]) => ({ reason, names: some(items, (from) => from) })),
    secrets: some(plan.secrets, (secret) => ({ ...secret, path: showPath(secret.path) })),
  };
}

function some<Item, Shown>(items: readonly Item[], show: (item: Item) => Shown): Some<Shown> {
  return { count: items.length, first: items.slice(0, MOST_OTHERS).map(show) };
}
