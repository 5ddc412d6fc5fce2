import { createYielder } from '../../shared/yield-to-event-loop.js';
import { isText } from '../../vault/files.js';
import { isMarkdown } from '../../vault/kinds.js';
import { showPath, type VaultPath } from '../../vault/paths.js';
import { compareTexts, type UnitChange } from '../../vault/units/compare-texts.js';
import type { Vault } from '../../vault/vault.js';
import type { History } from '../history/history.js';
import { contentNow } from '../history/replace-content.js';
import type { RevertStep } from './plan-revert.js';
import type { Obstacle } from './undo-file.js';
import { planUndo } from './undo-plan.js';

/** What an undo would change; paths as people see them. */
export interface UndoPreview {
  files: PreviewedFile[];
  /** What was changed since, about which an undo asks. */
  obstacles: (Omit<Obstacle, 'path'> & { path: string })[];
}

interface PreviewedFile {
  path: string;
  change: 'added' | 'changed' | 'deleted' | 'moved';
  /** Where it goes, if it is moved. */
  to?: string;
  /** What changes in it; empty for a file that is not text. */
  units: UnitChange[];
}

/** Changes nothing. Throws `not_found`. */
export async function previewUndo(vault: Vault, history: History, id: string): Promise<UndoPreview> {
  const { steps, obstacles } = await planUndo(vault, history, await history.find(id), {});
  const yieldToEventLoop = createYielder();
  const files: Difference[] = [];
  for (const step of steps) {
    await yieldToEventLoop();
    files.push(await differenceOf(vault, history, step));
  }
  const moved = movedAmong(files);
  const targets = new Set(moved.values());
  const shown: PreviewedFile[] = [];
  for (const file of files) {
    await yieldToEventLoop();
    if (!targets.has(file)) shown.push(previewed(file, moved.get(file)));
  }
  return {
    files: shown,
    obstacles: obstacles.map((obstacle) => ({ ...obstacle, path: showPath(obstacle.path) })),
  };
}

/** What is gone under one name and appears under another. */
function movedAmong(files: readonly Difference[]): Map<Difference, Difference> {
  const fresh = files.filter(({ from, to }) => from === null && to !== null);
  const moved = new Map<Difference, Difference>();
  for (const gone of fresh.length === 0 ? [] : files.filter(({ to }) => to === null)) {
    const target = fresh.find(({ to }) => to!.equals(gone.from!));
    if (target !== undefined) moved.set(gone, target);
  }
  return moved;
}

interface Difference {
  path: VaultPath;
  from: Buffer | null;
  to: Buffer | null;
}

async function differenceOf(vault: Vault, history: History, { path, next }: RevertStep): Promise<Difference> {
  const from = contentNow(vault, path);
  if (next === null) return { path, from, to: null };
  if ('merged' in next) return { path, from, to: Buffer.from(next.merged) };
  for await (const to of history.read([next.version])) return { path, from, to };
  return { path, from, to: null };
}

function previewed({ path, from, to }: Difference, target: Difference | undefined): PreviewedFile {
  if (target !== undefined)
    return { path: showPath(path), change: 'moved', to: showPath(target.path), units: [] };
  const isNote = isMarkdown(path) && [from, to].every((bytes) => bytes === null || isText(bytes));
  const text = (bytes: Buffer | null) => bytes?.toString('utf8') ?? '';
  return {
    path: showPath(path),
    change: from === null ? 'added' : to === null ? 'deleted' : 'changed',
    units: isNote ? compareTexts(text(from), text(to)) : [],
  };
}
