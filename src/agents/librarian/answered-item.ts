import { fieldOf, splitFrontmatter } from '../../vault/frontmatter.js';
import type { VaultPath } from '../../vault/paths.js';
import type { Language } from '../../vault/starter.js';
import type { Vault } from '../../vault/vault.js';
import type { UpdateRun } from '../update.js';
import type { Choice } from './choices.js';
import { type Job, projectOf } from './file-as/job.js';
import type { Material } from './filing.js';
import { NONE } from './labels.js';
import type { Mandate } from './mandate.js';
import type { Reply } from './reply.js';

/** An inbox item with the answer that the user gave. */
export interface AnsweredItem {
  run: UpdateRun;
  name: string;
  folder: VaultPath;
  review: string;
  choices: Choice[];
  material: Material;
  reply: Reply;
  language: Language;
  /** Null where the question was about a place: its answer only adds. */
  mandate: Mandate | null;
  /** The vault of the run, for a version that the user chose. */
  whole: Vault;
}

/** What was done, in words; null where the answer does not say. */
export type Answer = (item: AnsweredItem) => Promise<string | null>;

/** The project that an item's review says its input was filed in. */
export function filedIn(review: string): string | null {
  return projectOf(/^→ (\S+)/m.exec(review)?.[1] ?? '');
}

export function fieldIn(review: string, name: string): string | null {
  return fieldOf(splitFrontmatter(review).yaml, name);
}

/** Whether an item's input was filed before it asked. */
export function isFiled(review: string): boolean {
  return /^→ vault\//m.test(review);
}

export function isNone({ plain, place: at, chosen }: Reply): boolean {
  return plain === 'no' || at === 'discard' || chosen.some(({ label }) => NONE.includes(label));
}

export function jobOf({ run, material, language }: AnsweredItem, project: string | null): Job {
  return { context: run.context, material, project, language };
}
