import type { ImportPreview } from '../exchange/exchange.js';
import type { SkippedItem } from '../exchange/import/item.js';
import type { PlannedFile } from '../exchange/import/plan.js';
import { showPath } from '../vault/paths.js';
import { formatTokens } from '../vault/tokens.js';
import { bold, dim, red } from './paint.js';

type ShownPreview = Omit<ImportPreview, 'run' | 'close'>;

/** What an import would do, for a person: what goes where, what is left out and why, which secrets were met. */
export function planText({ plan, source, into, skipSecrets }: ShownPreview): string {
  const of = (action: PlannedFile['action']) => plan.files.filter((file) => file.action === action);
  const [fresh, changed, known] = [of('new'), of('update'), of('known')];
  const lines = [`${bold(source.label)} ${source.path} → ${showPath(into, 'folder')}`, ''];
  const list = (files: PlannedFile[]) =>
    most(files).map((file) => {
      const facts = [formatTokens(file.tokens), file.created, file.note].filter((fact) => fact !== null);
      return `  ${showPath(file.path)}  ${dim(`[${facts.join(' · ')}]`)}`;
    });
  const section = (title: string, files: PlannedFile[]) => {
    if (files.length > 0) lines.push(`${title}: ${amount(files)}`, ...list(files), ...rest(files.length), '');
  };
  section('New', fresh);
  section('Changed at the source since the last import', changed);
  if (known.length > 0) lines.push(`Imported before: ${count(known.length, 'file')}`, '');
  if (plan.skipped.length > 0) {
    lines.push(`Skipped: ${plan.skipped.length}`);
    lines.push(...leftOut(plan.skipped), '');
  }
  if (plan.secrets.length > 0) {
    const fate = skipSecrets
      ? 'removed from the imported text'
      : 'they will be imported; --skip-secrets leaves them out';
    lines.push(red(`Secrets: ${plan.secrets.length} (${fate})`));
    lines.push(...most(plan.secrets).map(({ path, line, what }) => `  ${showPath(path)}:${line}  ${what}`));
    lines.push(...rest(plan.secrets.length), '');
  }
  if (plan.files.length === 0) lines.push('Nothing here can be imported.');
  else if (fresh.length + changed.length === 0) lines.push('Nothing new to import.');
  return lines.join('\n').trimEnd();
}

export function planJson({ plan, source, into }: ShownPreview): object {
  return {
    kind: source.label,
    into: showPath(into, 'folder'),
    tokens: tokensOf(plan.files.filter(({ action }) => action !== 'known')),
    files: plan.files.map(({ sourceId, ...file }) => ({
      ...file,
      path: showPath(file.path),
      source_id: sourceId,
    })),
    skipped: plan.skipped.map(({ from, skipped }) => ({ from, reason: skipped })),
    secrets: plan.secrets.map((secret) => ({ ...secret, path: showPath(secret.path) })),
  };
}

/** Each with its reason; if they are many, each reason with how many and the first of them. */
function leftOut(items: readonly SkippedItem[]): string[] {
  if (items.length <= MOST_SHOWN + 1) return items.map(({ from, skipped }) => `  ${from}: ${dim(skipped)}`);
  const reasons = new Map<string, string[]>();
  for (const { from, skipped } of items) {
    const names = reasons.get(skipped);
    if (names === undefined) reasons.set(skipped, [from]);
    else names.push(from);
  }
  const sorted = [...reasons].sort(([, a], [, b]) => b.length - a.length);
  return [
    ...most(sorted).map(([reason, names]) => {
      const more = names.length > 3 ? ', …' : '';
      return `  ${count(names.length, 'file')}, ${reason}: ${dim(`${names.slice(0, 3).join(', ')}${more}`)}`;
    }),
    ...rest(sorted.length),
  ];
}

const MOST_SHOWN = 12;

function most<T>(items: readonly T[]): T[] {
  return items.length > MOST_SHOWN + 1 ? items.slice(0, MOST_SHOWN) : [...items];
}

function rest(length: number): string[] {
  return length > MOST_SHOWN + 1 ? [`  … and ${length - MOST_SHOWN} more (--json lists them all)`] : [];
}

function amount(files: PlannedFile[]): string {
  return `${count(files.length, 'file')}, ${formatTokens(tokensOf(files))} tokens`;
}

function tokensOf(files: readonly PlannedFile[]): number {
  return files.reduce((sum, { tokens }) => sum + tokens, 0);
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
