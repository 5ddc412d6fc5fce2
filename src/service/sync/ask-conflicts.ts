import { createHash } from 'node:crypto';
import { type SyncQuestion, writeSyncReview } from '../../agents/clerk/sync-review.js';
import { bodyOf } from '../../vault/frontmatter.js';
import { withCount } from '../../vault/inbox-count.js';
import { joinPath, ROOT, showPath } from '../../vault/paths.js';
import { stamp } from '../../vault/stamp.js';
import type { Language } from '../../words/language.js';
import type { FilesAtTip } from './files-at-tip.js';
import type { SideConflict } from './find-conflicts.js';

export interface ConflictContext {
  language: Language;
  /** Local time, for the stamps. */
  time: string;
  /** The machines that changed a file; null where that is not known. */
  machineOf(conflict: SideConflict): { ours: string | null; theirs: string | null };
}

/** Opens an inbox item for each conflict: the vault has one of the two, the item has both. Returns how many. */
export function askConflicts(
  tip: FilesAtTip,
  conflicts: readonly SideConflict[],
  asking: ConflictContext,
): number {
  for (const conflict of conflicts) {
    const folder = joinPath(INBOX, `${asking.time.slice(0, 10)}-sync-${idOf(conflict)}`);
    const files = writeSyncReview(questionOf(conflict, asking), asking.language);
    for (const [name, text] of Object.entries(files)) {
      const path = joinPath(folder, name);
      const stamped = stamp(text, { created: asking.time, updated: asking.time });
      if (!tip.isTaken(path)) tip.set(path, tip.keep(Buffer.from(stamped)));
    }
  }
  return conflicts.length;
}

const INBOX = joinPath(ROOT, 'inbox');
const OVERVIEW = joinPath(ROOT, 'overview.md');

/** The overview says how many questions wait; both sides may have asked some. */
export async function countQuestions(
  tip: FilesAtTip,
  read: (blob: string) => Promise<Buffer>,
): Promise<void> {
  const blob = tip.blob(OVERVIEW);
  if (blob === null) return;
  const items = new Set(
    [...tip.paths()].filter((path) => /^inbox\/[^/]+\//.test(path)).map((path) => path.split('/')[1]),
  );
  const text = (tip.fresh(blob) ?? (await read(blob))).toString('utf8');
  const counted = withCount(text, items.size);
  if (counted !== text && bodyOf(counted) === bodyOf(text)) tip.set(OVERVIEW, tip.keep(Buffer.from(counted)));
}

/** The same for the same conflict. */
function idOf({ path, unit, removedBy }: SideConflict): string {
  return createHash('sha256')
    .update(JSON.stringify([path, unit?.id ?? removedBy]))
    .digest('hex')
    .slice(0, 8);
}

function questionOf(conflict: SideConflict, asking: ConflictContext): SyncQuestion {
  const { path, unit, removedBy } = conflict;
  const names = asking.machineOf(conflict);
  if (unit === null)
    return { path: showPath(path), headings: [], removedBy: names[removedBy!], versions: [] };
  const { ours, theirs, headings } = unit;
  if (ours === null || theirs === null) {
    const text = (ours ?? theirs)!;
    const by = ours === null ? names.ours : names.theirs;
    return { path: showPath(path), headings, removedBy: by, versions: [{ machine: null, text }] };
  }
  const versions = [
    { machine: names.theirs, text: theirs },
    { machine: names.ours, text: ours },
  ];
  return { path: showPath(path), headings, removedBy: null, versions };
}
