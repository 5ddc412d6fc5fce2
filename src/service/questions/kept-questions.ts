import { join } from 'node:path';
import { z } from 'zod';
import { readOrNull } from '../../shared/read-or-null.js';
import { stateFolder } from '../../vault/state-folder.js';
import { writeDurably } from '../state/durable.js';
import { count, type Fields, listOf, parseRecord, textOrNull } from '../state/stored-fields.js';

/** A question whose answer was good: asked again later, it should still find these lines. */
export interface KeptQuestion {
  /** That of the answer. */
  id: string;
  question: string;
  scopes: string[] | null;
  date_from: string | null;
  date_to: string | null;
  /** The day whose files were asked; null for those of its own day. */
  as_of: string | null;
  /** The day from which `last week` is seen; null for that of `asked`. */
  asked_on: string | null;
  max_tokens: number | null;
  /** When it was asked and when it was kept: ISO times. */
  asked: string;
  kept: string;
  /** The lines that the answer showed: `vault/tasks.md:9-14@3f9a2c`. */
  refs: string[];
}

/** The questions kept as good, in `.rappel/kept-questions.json`, oldest first. */
export function createKeptQuestions(root: string, now: () => Date = () => new Date()) {
  const file = join(root, '.rappel', FILE);
  const list = (): KeptQuestion[] => parseRecord(stored, readOrNull(file) ?? '')?.kept ?? [];

  function write(kept: readonly KeptQuestion[]): void {
    stateFolder(root);
    writeDurably(file, `${JSON.stringify({ kept }, null, 1)}\n`);
  }

  return {
    list,
    /** Keeps a question as it was answered; once more changes nothing. */
    keep(question: Omit<KeptQuestion, 'kept'>): void {
      const kept = list();
      if (kept.some(({ id }) => id === question.id)) return;
      const refs = question.refs.filter((ref) => ref !== '');
      write([...kept, { ...question, kept: now().toISOString(), refs }]);
    },
    remove(id: string): void {
      const left = list().filter((one) => one.id !== id);
      if (left.length < list().length) write(left);
    },
    /** Removes those of which this is true. */
    purge(isHit: (json: string) => boolean): void {
      const left = list().filter((one) => !isHit(JSON.stringify(one)));
      if (left.length < list().length) write(left);
    },
  };
}

const FILE = 'kept-questions.json';

const keptQuestion = z.object({
  id: z.string(),
  question: z.string(),
  scopes: z.array(z.string()).nullable().catch(null),
  date_from: textOrNull(),
  date_to: textOrNull(),
  as_of: textOrNull(),
  asked_on: textOrNull(),
  max_tokens: count().nullable().catch(null),
  asked: z.string(),
  kept: z.string(),
  refs: listOf(z.string()),
} satisfies Fields<KeptQuestion>);
const stored = z.object({ kept: listOf(keptQuestion) });
