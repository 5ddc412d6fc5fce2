import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { detectLanguage } from '../../../search/text/language.js';
import { stemOf, wordsOf } from '../../../search/text/words.js';
import { localDate } from '../../../shared/clock.js';
import { newId } from '../../../shared/ids.js';
import { withFileLock } from '../../../vault/lock.js';
import { stateFolder } from '../../../vault/state-folder.js';
import type { Vault } from '../../../vault/vault.js';
import type { InputOrigin } from './route.js';

/** What a user said about the place of one input. */
export interface Lesson {
  /** The update that it was about: an undone answer is unlearnt. */
  id: string;
  day: string;
  /** Stems of the input. */
  words: string[];
  /** Where it belongs; null for no project. */
  project: string | null;
  /** Where Rappel had filed it, or would have; null where it had no idea. */
  from: string | null;
  folder: string | null;
  client: string | null;
}

/** Old lessons go first: what was said of projects that ended must not decide for ever. */
const MOST_LESSONS = 300;
const MOST_WORDS = 40;
const FORMAT = 1;

const schema = z.object({
  format: z.literal(FORMAT),
  lessons: z.array(
    z.object({
      id: z.string(),
      day: z.string(),
      words: z.array(z.string()),
      project: z.string().nullable(),
      from: z.string().nullable(),
      folder: z.string().nullable(),
      client: z.string().nullable(),
    }),
  ),
});

/** Oldest first. None where the file is missing, damaged or of a newer Rappel: routing works without. */
export function readLessons(vault: Vault): Lesson[] {
  return read(fileOf(vault)) ?? [];
}

/** Remembers where an input belongs. A second lesson about the same update replaces the first. */
export function teach(
  vault: Vault,
  about: {
    id: string;
    text: string;
    project: string | null;
    from: string | null;
    origin?: InputOrigin | null;
  },
): void {
  const { id, text, project, from, origin } = about;
  const day = localDate(vault.clock.now());
  const words = stemsOf(text).slice(0, MOST_WORDS);
  const { folder = null, client = null } = origin ?? {};
  change(vault, (lessons) => [
    ...lessons.filter((lesson) => lesson.id !== id),
    { id, day, words, project, from, folder, client },
  ]);
}

/** Forgets what was learnt from these updates. */
export function unlearn(vault: Vault, isFrom: (id: string) => boolean): void {
  change(vault, (lessons) => lessons.filter(({ id }) => !isFrom(id)));
}

/** The distinct stems of a text, without stop words, in order. */
export function stemsOf(text: string): string[] {
  const words = wordsOf(text.slice(0, 5_000));
  const language = detectLanguage(words) ?? 'en';
  return [
    ...new Set(words.filter(({ stops }) => !stops[language]).map((word) => stemOf(word, language).text)),
  ];
}

/** In one step with the reading: several processes may teach at once. */
function change(vault: Vault, to: (lessons: Lesson[]) => Lesson[]): void {
  const file = fileOf(vault);
  withFileLock(file, () => {
    const lessons = read(file);
    // A newer Rappel wrote it: it is not ours to change.
    if (lessons === null) return;
    const after = to(lessons).slice(-MOST_LESSONS);
    if (after.length === 0 && lessons.length === 0) return;
    const lines = after.map((lesson) => JSON.stringify(lesson)).join(',\n');
    const temporary = `${file}.${newId()}.tmp`;
    try {
      writeFileSync(temporary, `{"format":${FORMAT},"lessons":[\n${lines}\n]}\n`, { mode: 0o600 });
      renameSync(temporary, file);
    } finally {
      rmSync(temporary, { force: true });
    }
  });
}

/** Null for a file of a newer format. */
function read(file: string): Lesson[] | null {
  try {
    const found: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const format = Number(Object(found).format);
    if (format > FORMAT) return null;
    return schema.parse(found).lessons;
  } catch {
    // Missing or damaged: what was learnt is gone, the next lesson starts anew.
    return [];
  }
}

function fileOf({ root }: Vault): string {
  return join(stateFolder(root), 'routing.json');
}
