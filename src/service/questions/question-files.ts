import { createRecordFiles } from '../state/record-files.js';
import type { AskedQuestion, QuestionStatus } from './question.js';
import { parseStoredQuestion } from './stored-question.js';

const MOST_UNSTORED = 50;
const LIMITS = { most: 500, mostBytes: 20 * 1024 * 1024 };

/** The questions of a vault with their answers, on disk. */
export function createQuestionFiles(root: string) {
  const files = createRecordFiles({ root, folder: 'questions', limits: LIMITS, parse: parseStoredQuestion });
  const known = new Map<string, { look: string; status: QuestionStatus }>();

  function statusOf(name: string): QuestionStatus | null {
    const look = files.look(name);
    if (look === null) return null;
    const cached = known.get(name);
    if (cached?.look === look) return cached.status;
    const asked = files.read(name);
    if (asked === null) return null;
    const { run, answer, matches, ...status } = asked;
    known.set(name, { look, status });
    return status;
  }

  /** The last that could not be stored, as on a read-only disk: whoever asked can read the answer as long as the service runs. */
  const unstored = new Map<string, AskedQuestion>();

  function hold(asked: AskedQuestion): false {
    unstored.set(asked.id, asked);
    for (const id of [...unstored.keys()].slice(0, -MOST_UNSTORED)) unstored.delete(id);
    return false;
  }

  return {
    /** Newest first, but those that could not be stored. */
    list(limit: number): QuestionStatus[] {
      const found: QuestionStatus[] = [...unstored.values()].map(
        ({ run, answer, matches, ...status }) => status,
      );
      for (const name of files.names()) {
        if (found.length >= limit) break;
        const status = statusOf(name);
        if (status !== null && !unstored.has(status.id)) found.push(status);
      }
      return found;
    },
    find: (id: string) => unstored.get(id) ?? files.find(id),
    /** False for a question that can't be stored: it is still answered. */
    keep(asked: AskedQuestion, isThere = true): boolean {
      unstored.delete(asked.id);
      return (isThere && files.write(asked.started, asked)) || hold(asked);
    },
    /** Removes the oldest beyond the limits. */
    prune(limits = LIMITS): void {
      files.prune(limits);
      const left = new Set(files.names());
      for (const name of known.keys()) if (!left.has(name)) known.delete(name);
    },
    /** Removes every question of which this is true: its answer may quote content to be purged. */
    purge: (isHit: (json: string) => boolean) => files.purge(isHit),
  };
}
