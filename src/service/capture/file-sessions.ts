import { readText } from '../../vault/files.js';
import { fieldOf, splitFrontmatter } from '../../vault/frontmatter.js';
import { withFileLock } from '../../vault/lock.js';
import { recordedPath, showPath, type VaultPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import { type RecordedVault, recordChanges } from '../changes/record-changes.js';
import { withLock } from '../locks/lock.js';
import type { CapturedSession } from './captured-session.js';
import { type SessionFiles, sessionFiles } from './session-files.js';
import { PRODUCTS, sessionPath, withParts } from './session-note.js';
import type { SessionPart } from './session-parts.js';

/** A session whose note grew. */
export interface FiledSession {
  session: CapturedSession;
  path: VaultPath;
}

/**
 * Moves what hooks captured into the notes of its sessions, as one entry of the history. A part leaves the queue after its note is
 * written; one that is there already is not written again.
 */
export async function fileSessions(core: RecordedVault): Promise<FiledSession[]> {
  const files = sessionFiles(core.vault.root);
  if (!files.isWaiting()) return [];
  return withLock(core.vault.root, 'captured', async () => {
    const filed: FiledSession[] = [];
    // A part that left the queue is nowhere else: its note stays.
    const killed = { unfinished: 'keep', reason: 'Sessions of assistants' } as const;
    const why = { source: 'import', reason: () => reasonOf(filed), killed } as const;
    await recordChanges(core, why, async (vault) => {
      for (const parts of bySession(files.parts())) {
        const path = fileSession(vault, files, parts);
        if (path !== null) filed.push({ session: parts.at(-1)!.session, path });
      }
    });
    return filed;
  });
}

/** The path of the note; null if it did not change. */
function fileSession(vault: Vault, files: SessionFiles, parts: readonly SessionPart[]): VaultPath | null {
  const { session } = parts.at(-1)!;
  const path = notePath(vault, session);
  const before = textAt(vault, path);
  const isNeeded = withParts(before, parts) !== before;
  if (isNeeded) {
    files.markUndrawn(session.id);
    vault.save(vault.locate(path), (current) => withParts(current, parts) ?? current ?? '');
    // A stamp that came later would move the lines that were drawn from.
    vault.stampIfNeeded(vault.locate(path));
  }
  withFileLock(files.lockOf(session.id), () => {
    // A hook may have stored more meanwhile.
    const latest = files.find(session.id) ?? session;
    files.save({ ...latest, file: isNeeded || before !== null ? path : latest.file });
    for (const { name } of parts) files.removePart(name);
  });
  return isNeeded ? path : null;
}

/** Its own note; another name if that belongs to another session. */
function notePath(vault: Vault, session: CapturedSession): VaultPath {
  const path = session.file === null ? sessionPath(session) : recordedPath(session.file);
  const text = textAt(vault, path);
  const isOther = text !== null && fieldOf(splitFrontmatter(text).yaml, 'session') !== session.id;
  const whole = session.id.replaceAll(/[^\w-]/g, '').slice(0, 80);
  return isOther ? recordedPath(path.replace(/[^-/]*\.md$/, `${whole}.md`)) : path;
}

function textAt(vault: Vault, path: VaultPath): string | null {
  const place = vault.locate(path);
  return place.kind === 'file' ? readText(place) : null;
}

function bySession(parts: readonly SessionPart[]): SessionPart[][] {
  const ids = [...new Set(parts.map(({ session }) => session.id))];
  return ids.map((id) => parts.filter(({ session }) => session.id === id));
}

function reasonOf(filed: readonly FiledSession[]): string {
  const [first] = filed;
  if (first === undefined) return '';
  const product = PRODUCTS[first.session.client];
  return filed.length === 1
    ? `Session of ${product} in ${showPath(first.path)}`
    : `${filed.length} sessions of assistants`;
}
