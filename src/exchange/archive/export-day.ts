import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseBound } from '../../search/query/date-bounds.js';
import type { HistoryEntry } from '../../service/history/history.js';
import { openHistory } from '../../service/history/open-history.js';
import { localDate } from '../../shared/clock.js';
import { ioError, RappelError } from '../../shared/errors.js';
import type { OnProgress } from '../../shared/progress.js';
import type { VaultPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import { putInPlace, withDraft } from './draft.js';
import { type ExportReport, isArchive, refuseTarget, writeEntry } from './export-vault.js';

/** What was exported, and of which day, `2025-07-14`. */
export interface DayReport extends ExportReport {
  day: string;
}

/**
 * Copies the files of a vault as they were at the end of a day, from its history, into a new or empty folder. Leaves no partial
 * copy. Throws `invalid_input` for a day that the history does not know.
 */
export async function exportDay(
  vault: Vault,
  target: string,
  given: string,
  onProgress: OnProgress = () => {},
): Promise<DayReport> {
  const to = resolve(target);
  if (isArchive(to)) throw new RappelError('invalid_input', 'export.day_needs_folder');
  refuseTarget(vault, to);
  const today = localDate(vault.clock.now());
  const day = parseBound('as_of', given, 'to', today);
  if (day > today) throw new RappelError('invalid_input', 'export.day_to_come', { day });
  const history = await openHistory(vault);
  const known = entriesUntil(await history.entries(), day);
  const times = new Map<VaultPath, string>();
  for (const { time, files } of known) for (const { path } of files) times.set(path, time);
  const files = [...(await history.filesAt({ id: known.at(-1)!.id }))];
  const report: DayReport = { day, files: files.length, bytes: 0, leftOut: [] };
  try {
    await withDraft(to, async (draft) => {
      mkdirSync(draft, { mode: 0o700 });
      let done = 0;
      for await (const bytes of history.read(files.map(([, version]) => version))) {
        const [path] = files[done++]!;
        const modified = new Date(times.get(path) ?? known[0]!.time);
        await writeEntry(draft, { path, mode: 0o644, modified, content: [bytes] });
        report.bytes += bytes.length;
        onProgress({ work: 'exporting', done, total: files.length });
      }
      putInPlace(draft, to);
    });
  } catch (error) {
    throw ioError(error, target);
  }
  return report;
}

function entriesUntil(entries: readonly HistoryEntry[], day: string): readonly HistoryEntry[] {
  const [first] = entries;
  if (first === undefined) throw new RappelError('invalid_input', 'export.no_history');
  const later = entries.findIndex(({ time }) => time.slice(0, 10) > day);
  if (later !== 0) return later === -1 ? entries : entries.slice(0, later);
  const begins = first.time.slice(0, 10);
  throw new RappelError('invalid_input', 'export.before_history', { begins, day });
}
