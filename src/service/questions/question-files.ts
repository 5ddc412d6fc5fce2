import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '../../shared/ids.js';
import { namesIn, readOrNull } from '../../shared/read-or-null.js';
import type { VaultPath } from '../../vault/paths.js';
import { stateFolder } from '../../vault/state-folder.js';
import type { AskedQuestion, QuestionStatus } from './question.js';
import { parseQuestion } from './stored-question.js';

/** How many questions are kept, and their total size; the oldest are removed first. */
const KEPT_QUESTIONS = 500;
const KEPT_BYTES = 20 * 1024 * 1024;

/**
 * The questions of a vault on disk, one file each, named by time. A file is complete or absent; an unreadable one
 * is skipped. They are a record, not user data: nothing waits for the disk.
 */
export function createQuestionFiles(root: string) {
  const folder = join(root, '.rappel', FOLDER);
  const known = new Map<string, { look: string; status: QuestionStatus }>();

  function statusOf(name: string): QuestionStatus | null {
    const stats = statSync(join(folder, name), { throwIfNoEntry: false });
    if (stats === undefined) return null;
    const look = `${stats.ino}-${stats.size}-${stats.mtimeMs}`;
    const cached = known.get(name);
    if (cached?.look === look) return cached.status;
    const asked = read(join(folder, name));
    if (asked === null) return null;
    const { run, answer, matches, ...status } = asked;
    known.set(name, { look, status });
    return status;
  }

  return {
    /** Newest first. */
    list(limit: number): QuestionStatus[] {
      const found: QuestionStatus[] = [];
      for (const name of questionsIn(folder)) {
        if (found.length >= limit) break;
        const status = statusOf(name);
        if (status !== null) found.push(status);
      }
      return found;
    },
    find(id: string): AskedQuestion | null {
      const name = questionsIn(folder).find((candidate) => candidate.endsWith(`-${id}.json`));
      return name === undefined ? null : read(join(folder, name));
    },
    /** Never throws: a question that can't be stored is still answered. */
    keep(asked: AskedQuestion): void {
      try {
        stateFolder(root);
        mkdirSync(folder, { recursive: true });
        const name = `${String(asked.started).padStart(15, '0')}-${asked.id}.json`;
        const draft = join(folder, `.${name}.${newId()}`);
        writeFileSync(draft, JSON.stringify(asked), { mode: 0o600 });
        renameSync(draft, join(folder, name));
      } catch {
        // A full or read-only disk.
      }
    },
    /** Removes the oldest beyond the limits, except the `spared`, and half-written files left by a kill. */
    prune(most = KEPT_QUESTIONS, mostBytes = KEPT_BYTES, spared: readonly string[] = []): void {
      let bytes = 0;
      const isSpared = (name: string) => spared.some((id) => name.endsWith(`-${id}.json`));
      for (const [index, name] of questionsIn(folder)
        .filter((one) => !isSpared(one))
        .entries()) {
        bytes += statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
        if (index < most && bytes <= mostBytes) continue;
        rmSync(join(folder, name), { force: true });
        known.delete(name);
      }
      for (const name of namesIn(folder))
        if (name.startsWith('.') && isOld(join(folder, name))) rmSync(join(folder, name), { force: true });
    },
  };
}

/** Removes every question that names a path or anything below it: its answer may quote content to be purged. */
export function purgeQuestions(root: string, path: VaultPath): number {
  const folder = join(root, '.rappel', FOLDER);
  let count = 0;
  for (const name of namesIn(folder)) {
    const file = join(folder, name);
    if (!namesPath(readOrNull(file) ?? '', path)) continue;
    rmSync(file, { force: true });
    count++;
  }
  return count;
}

/** Whether a stored JSON text names a path; prefers false positives. */
export function namesPath(json: string, path: VaultPath): boolean {
  return json.normalize('NFC').includes(JSON.stringify(path.normalize('NFC')).slice(1, -1));
}

const FOLDER = 'questions';
const HALF_WRITTEN_MS = 60_000;

function questionsIn(folder: string): string[] {
  return namesIn(folder)
    .filter((name) => /^\d{15}-.+\.json$/.test(name))
    .sort()
    .reverse();
}

function isOld(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats !== undefined && Math.abs(Date.now() - stats.mtimeMs) > HALF_WRITTEN_MS;
}

function read(file: string): AskedQuestion | null {
  const asked = parseQuestion(readOrNull(file) ?? '');
  return asked !== null && file.endsWith(`-${asked.id}.json`) ? asked : null;
}
