import { createYielder } from '../../shared/yield-to-event-loop.js';
import { blobId } from '../../vault/blob-id.js';
import { isText } from '../../vault/files.js';
import type { VaultPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import type { History, HistoryEntry, Version } from '../history/history.js';
import { createMoves, type Moves } from '../history/moves.js';
import { contentNow, textVersion } from '../history/replace-content.js';
import { createTimeline, type Timeline } from '../history/timeline.js';
import {
  contentOf,
  contentOfText,
  planFile,
  type UndoChoices,
  type UndoneFile,
  type UndoPlan,
} from './undo-file.js';
import { createUndone } from './undone.js';

/**
 * Plans how to take an entry out. A file whose remaining entries were in effect before, and no others, gets its content of
 * that moment; any other is merged unit by unit.
 */
export async function planUndo(
  vault: Vault,
  history: History,
  entry: HistoryEntry,
  choices: UndoChoices,
): Promise<UndoPlan> {
  const plan: UndoPlan = { steps: [], obstacles: [], partly: false };
  const { entries, recorded } = await momentOf(history);
  const timeline = createTimeline(entries);
  const moves = createMoves(history, timeline);
  const seen = new Map<VaultPath, string | null>();
  const planned = new Set<VaultPath>();
  const moments = new Map<string, Map<VaultPath, Version>>();
  const filesBefore = async (moment: HistoryEntry): Promise<Map<VaultPath, Version>> => {
    const end = timeline.before(moment);
    const files = moments.get(moment.id) ?? (end === null ? new Map() : await history.filesAt(end));
    moments.set(moment.id, files);
    return files;
  };
  const merged: EntryFile[] = [];
  const yieldToEventLoop = createYielder();
  for (const file of await filesOf(history, entry, moves)) {
    await yieldToEventLoop();
    const names = await moves.namesOf((file.from ?? file.to)!);
    if ([...names].some((name) => planned.has(name))) continue;
    const moment = timeline.momentWithout(entry, names);
    const isKnown = [...names]
      .map((name) => {
        if (isFolder(vault, name)) return false;
        const bytes = contentNow(vault, name);
        seen.set(name, textVersion(bytes));
        return (bytes === null ? null : blobId(bytes)) === (recorded.get(name) ?? null);
      })
      .every(Boolean);
    if (moment === null || !isKnown) {
      merged.push(file);
      continue;
    }
    const then = await filesBefore(moment);
    for (const name of names) {
      planned.add(name);
      const version = then.get(name) ?? null;
      if (version !== (recorded.get(name) ?? null))
        plan.steps.push({ path: name, next: version === null ? null : { version } });
    }
  }
  for await (const file of readFiles(vault, history, entry, { moves, timeline }, merged))
    await planFile(file, choices, plan);
  return { ...plan, steps: plan.steps.map((step) => ({ ...step, seen: seen.get(step.path) })) };
}

/** The entries, and the files as the last one left them. Another edit may be recorded between the two answers. */
async function momentOf(history: History) {
  for (;;) {
    const entries = await history.entries();
    const recorded = await history.current();
    const later = await history.entries();
    if (later.length === entries.length && later.at(-1)?.id === entries.at(-1)?.id)
      return { entries, recorded };
  }
}

/** A file of an entry under its name before and after; null where it did not exist. */
interface EntryFile {
  from: VaultPath | null;
  to: VaultPath | null;
  before: Version | null;
  after: Version | null;
}

async function filesOf(history: History, entry: HistoryEntry, moves: Moves): Promise<EntryFile[]> {
  const versions = new Map((await history.versions(entry.id)).map((file) => [file.path, file]));
  const moved = (await moves.of(entry)).map(({ from, to }) => {
    const [old, fresh] = [versions.get(from)!, versions.get(to)!];
    versions.delete(from);
    versions.delete(to);
    return { from, to, before: old.before, after: fresh.after };
  });
  const others = [...versions.values()].map(({ path, before, after }) => ({
    from: before === null ? null : path,
    to: after === null ? null : path,
    before,
    after,
  }));
  return [...moved, ...others];
}

async function* readFiles(
  vault: Vault,
  history: History,
  entry: HistoryEntry,
  { moves, timeline }: { moves: Moves; timeline: Timeline },
  files: readonly EntryFile[],
): AsyncGenerator<UndoneFile> {
  const recorded = history.read(
    files.flatMap(({ before, after }) => [before, after].filter((v) => v !== null)),
  );
  const contents = recorded[Symbol.asyncIterator]();
  const yieldToEventLoop = createYielder();
  for (const { from, to, before, after } of files) {
    await yieldToEventLoop();
    const name = (from ?? to)!;
    let old = before === null ? null : contentOf(name, (await contents.next()).value);
    let fresh = after === null ? null : contentOf(name, (await contents.next()).value);
    const path = to === null ? from : await moves.pathNow(to, entry);
    const at = path !== null && vault.locate(path).kind === 'file' ? path : null;
    const now = at === null ? null : contentOf(at, contentNow(vault, at)!);
    const names = await moves.namesOf(name);
    const undone = createUndone(history, timeline.undoneSince(entry, names), names);
    if (old !== null && fresh !== null && isText(old.bytes) && isText(fresh.bytes)) {
      const texts = { before: old.bytes.toString('utf8'), after: fresh.bytes.toString('utf8') };
      const kept = await undone.takenOutOf(texts);
      if (kept !== texts) [old, fresh] = [contentOfText(name, kept.before), contentOfText(name, kept.after)];
    }
    const isTaken = from !== null && from !== at && vault.locate(from).kind !== 'missing';
    const inTheWay = isTaken ? (isFolder(vault, from) ? 'folder' : 'replaced') : null;
    yield { from, to, at, before: old, after: fresh, now, inTheWay, undone };
  }
}

function isFolder(vault: Vault, path: VaultPath): boolean {
  return !['file', 'missing'].includes(vault.locate(path).kind);
}
