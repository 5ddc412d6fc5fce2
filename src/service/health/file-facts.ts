import { findSecrets, maskSecrets } from '../../shared/secrets.js';
import { bodyOf, fieldOf, splitFrontmatter } from '../../vault/frontmatter.js';
import { type FileKind, kindOf } from '../../vault/kinds.js';
import { shownLines } from '../../vault/lines.js';
import type { VaultPath } from '../../vault/paths.js';
import { versionOf } from '../../vault/stamp.js';
import { countTokens } from '../../vault/tokens.js';

/** What the checks need to know of a text file: read once, until the file changes. */
export interface FileFacts {
  path: VaultPath;
  kind: FileKind;
  /** Equal for two texts that differ only in their stamps. */
  version: string;
  /** Those below the frontmatter. */
  tokens: number;
  /** The day of `updated`, where the file has it. */
  updated: string | null;
  secrets: readonly { line: number; text: string; what: string }[];
}

/** A file is examined up to here: hostile ones cost no more than others. */
const MOST_CHARACTERS = 1_000_000;
const MOST_SECRETS = 20;

export function factsOf(path: VaultPath, whole: string): FileFacts {
  const text = whole.slice(0, MOST_CHARACTERS);
  return {
    path,
    kind: kindOf(path),
    version: versionOf(whole),
    tokens: countTokens(bodyOf(text)),
    updated: /^\d{4}-\d\d-\d\d/.exec(fieldOf(splitFrontmatter(text).yaml, 'updated') ?? '')?.[0] ?? null,
    secrets: secretsIn(text),
  };
}

/** Notes as they came, rather than files that Rappel keeps in a form of their own. */
export function isRaw(kind: FileKind): boolean {
  return kind === 'bucket' || kind === 'other';
}

function secretsIn(text: string): FileFacts['secrets'] {
  const found = findSecrets(text).slice(0, MOST_SECRETS);
  if (found.length === 0) return [];
  const lines = shownLines(text);
  return found.map(({ line, what }) => ({ line, what, text: maskSecrets(lines[line - 1] ?? '') }));
}
