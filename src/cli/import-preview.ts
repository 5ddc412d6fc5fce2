import type { ImportPreview } from '../exchange/exchange.js';
import type { LeftOut, SkippedItem } from '../exchange/import/item.js';
import type { PlannedFile } from '../exchange/import/plan.js';
import { showPath } from '../vault/paths.js';
import { formatTokens } from '../vault/tokens.js';
import type { Say } from '../words/say.js';
import { bold, dim, red } from './paint.js';

type ShownPreview = Omit<ImportPreview, 'run' | 'close'>;

/** What an import would do, for a person: what goes where, what is left out and why, which secrets were met. */
export function planText({ plan, source, into, skipSecrets }: ShownPreview, say: Say): string {
  const of = (action: PlannedFile['action']) => plan.files.filter((file) => file.action === action);
  const [fresh, changed, known] = [of('new'), of('update'), of('known')];
  const lines = [`${bold(say(source.label))} ${source.path} → ${showPath(into, 'folder')}`, ''];
  const list = (files: PlannedFile[]) =>
    most(files).map((file) => {
      const note = file.note === null ? null : say(file.note);
      const missing = countsText(file.leftOut, say);
      const lack = missing === '' ? null : say`left out: ${missing}`;
      const facts = [formatTokens(file.tokens), file.created, note, lack].filter((fact) => fact !== null);
      const was = file.was === undefined ? '' : `${showPath(file.was)} → `;
      return `  ${was}${showPath(file.path)}  ${dim(`[${facts.join(' · ')}]`)}`;
    });
  const section = (title: string, files: PlannedFile[]) => {
    if (files.length > 0)
      lines.push(say`${title}: ${amount(files, say)}`, ...list(files), ...rest(files.length, say), '');
  };
  section(say`New`, fresh);
  section(say`Changed at the source since the last import`, changed);
  if (known.length > 0) lines.push(say`Imported before: ${fileCount(known.length, say)}`, '');
  section(say`Renamed at the source since the last import`, of('move'));
  if (plan.gone.length > 0)
    lines.push(
      say`Imported earlier, but not in this source: ${fileCount(plan.gone.length, say)}. They stay; to remove one: rappel delete PATH`,
      ...most(plan.gone).map((path) => `  ${showPath(path)}`),
      ...rest(plan.gone.length, say),
      '',
    );
  const missing = countsText(plan.leftOut, say);
  if (missing !== '') lines.push(say`Left out of these texts: ${missing}`, '');
  if (plan.skipped.length > 0) {
    lines.push(say`Skipped: ${plan.skipped.length}`);
    lines.push(...leftOut(plan.skipped, say), '');
  }
  if (plan.secrets.length > 0) {
    const fate = skipSecrets
      ? say`removed from the imported text`
      : say`masked; Rappel asks whether to keep them, --skip-secrets drops them`;
    lines.push(red(say`Secrets: ${plan.secrets.length} (${fate})`));
    lines.push(
      ...most(plan.secrets).map(({ path, line, what }) => `  ${showPath(path)}:${line}  ${say(what)}`),
    );
    lines.push(...rest(plan.secrets.length, say), '');
  }
  if (plan.files.length === 0) lines.push(say`Nothing here can be imported.`);
  else if (plan.files.length === known.length) lines.push(say`Nothing new to import.`);
  return lines.join('\n').trimEnd();
}

export function planJson({ plan, source, into }: ShownPreview): object {
  return {
    kind: source.label,
    into: showPath(into, 'folder'),
    tokens: tokensOf(plan.files.filter(({ action }) => action !== 'known')),
    files: plan.files.map(({ sourceId, was, seen, leftOut, ...file }) => ({
      ...file,
      left_out: leftOut,
      ...(was !== undefined && { was: showPath(was) }),
      path: showPath(file.path),
      source_id: sourceId,
    })),
    gone: plan.gone.map((path) => showPath(path)),
    left_out: plan.leftOut,
    skipped: plan.skipped.map(({ from, skipped }) => ({ from, reason: skipped })),
    secrets: plan.secrets.map((secret) => ({ ...secret, path: showPath(secret.path) })),
  };
}

function countsText(counts: LeftOut, say: Say): string {
  return Object.entries(counts)
    .map(([kind, number]) => say`${say(kind)}: ${number}`)
    .join(', ');
}

/** Each with its reason; if they are many, each reason with how many and the first of them. */
function leftOut(items: readonly SkippedItem[], say: Say): string[] {
  if (items.length <= MOST_SHOWN + 1)
    return items.map(({ from, skipped }) => `  ${say`${from}: ${dim(say(skipped))}`}`);
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
      const shown = dim(`${names.slice(0, 3).join(', ')}${more}`);
      return `  ${say`${fileCount(names.length, say)}, ${say(reason)}: ${shown}`}`;
    }),
    ...rest(sorted.length, say),
  ];
}

const MOST_SHOWN = 12;

function most<T>(items: readonly T[]): T[] {
  return items.length > MOST_SHOWN + 1 ? items.slice(0, MOST_SHOWN) : [...items];
}

function rest(length: number, say: Say): string[] {
  if (length <= MOST_SHOWN + 1) return [];
  return [`  ${say`… and ${length - MOST_SHOWN} more (--json lists them all)`}`];
}

function amount(files: PlannedFile[], say: Say): string {
  return say`${fileCount(files.length, say)}, ${formatTokens(tokensOf(files))} tokens`;
}

function tokensOf(files: readonly PlannedFile[]): number {
  return files.reduce((sum, { tokens }) => sum + tokens, 0);
}

function fileCount(count: number, say: Say): string {
  return count === 1 ? say`1 file` : say`${count} files`;
}
