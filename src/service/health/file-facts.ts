import {
  type DatedSentence,
  type ReadSentence,
  readSentence,
} from '../../search/passages/statements/compare.js';
import { plainSentences } from '../../search/passages/statements/plain-sentences.js';
import { readStatement, tokensOf } from '../../search/passages/statements/statement.js';
import { dayOf } from '../../search/text/dates.js';
import { findSecrets, maskSecrets } from '../../shared/secrets.js';
import { bodyOf, fieldOf, splitFrontmatter } from '../../vault/frontmatter.js';
import { outlineOf } from '../../vault/headings.js';
import { type FileKind, kindOf } from '../../vault/kinds.js';
import { shownLines } from '../../vault/lines.js';
import type { VaultPath } from '../../vault/paths.js';
import { versionOf } from '../../vault/stamp.js';
import { countTokens } from '../../vault/tokens.js';
import { type Sketch, sketchOf } from './sketch.js';

/** What the checks need to know of a text file: read once, until the file changes. */
export interface FileFacts {
  path: VaultPath;
  kind: FileKind;
  /** Equal for two texts that differ only in their stamps. */
  version: string;
  /** Those below the frontmatter. */
  tokens: number;
  /** The days of `created` and `updated`, where the file has them. */
  created: string | null;
  updated: string | null;
  /** None for a changelog: see `statedAfter`. */
  statements: readonly ReadSentence<PlacedSentence>[];
  boxes: { count: number; first: readonly PlacedText[] };
  secrets: readonly (PlacedText & { what: string })[];
  /** Null where the text is too short or too long to be compared with others. */
  sketch: Sketch | null;
}

export interface PlacedText {
  line: number;
  text: string;
}

export interface PlacedSentence extends DatedSentence {
  path: VaultPath;
  line: number;
  kind: FileKind;
}

/** A file is examined up to here, and a line of statements up to there: hostile ones cost no more than others. */
const MOST_CHARACTERS = 1_000_000;
const LONGEST_LINE = 1_000;
const MOST_STATEMENTS = 2_000;
const MOST_OF_A_KIND = 20;

export function factsOf(path: VaultPath, whole: string): FileFacts {
  const text = whole.slice(0, MOST_CHARACTERS);
  const { head, yaml } = splitFrontmatter(text);
  const kind = kindOf(path);
  const lines = shownLines(text);
  const bodyStart = shownLines(head).length + 1;
  const file = { path, kind, lines, bodyStart };
  const body = bodyOf(text);
  const updated = dayField(yaml, 'updated');
  return {
    path,
    kind,
    version: versionOf(whole),
    tokens: countTokens(body),
    created: dayField(yaml, 'created'),
    updated,
    statements: CLAIMING.has(kind) ? statementsIn(file, updated) : [],
    boxes: boxesIn(file),
    secrets: secretsIn(text, lines),
    sketch: isRaw(kind) && whole.length <= MOST_CHARACTERS ? sketchOf(body) : null,
  };
}

/** Notes as they came, rather than files that Rappel keeps in a form of their own. */
export function isRaw(kind: FileKind): boolean {
  return kind === 'bucket' || kind === 'other';
}

/** The files that say what holds now. */
const CLAIMING = new Set<FileKind>(['state', 'description', 'profile', 'overview']);

interface TextFile {
  path: VaultPath;
  kind: FileKind;
  lines: readonly string[];
  bodyStart: number;
}

/** What the entries of a changelog state that are newer than a day. Read when it is needed: most of a changelog is the past. */
export function statedAfter(path: VaultPath, lines: readonly string[], day: string) {
  return statementsIn({ path, kind: 'changelog', lines, bodyStart: 1 }, null, day);
}

/** Only those that give one thing one value. */
function statementsIn({ path, kind, lines, bodyStart }: TextFile, updated: string | null, after = '') {
  const { headings, fenced } = outlineOf(lines, bodyStart);
  const found: ReadSentence<PlacedSentence>[] = [];
  const scope = /^projects\/[^/]+/.exec(path)?.[0] ?? '';
  let next = 0;
  let title: ReadonlySet<string> = new Set();
  let day = kind === 'changelog' ? null : updated;
  for (let line = bodyStart; line <= lines.length; line++) {
    const heading = headings[next]?.line === line ? headings[next++] : undefined;
    if (heading !== undefined) {
      title = titleWords(heading.text);
      if (kind === 'changelog' && heading.level === 1) day = dayOf(heading.text);
    }
    const text = lines[line - 1]!;
    if (day === null || day <= after || text.length > LONGEST_LINE || fenced.has(line)) continue;
    for (const sentence of plainSentences(text)) {
      if (readStatement(sentence, { isKeyed: true }) === null) continue;
      found.push(readSentence({ text: sentence, scope, day, title, isKeyed: true, path, line, kind }));
    }
    if (found.length >= MOST_STATEMENTS) break;
  }
  return found;
}

/** A day says nothing about the lines below it. */
function titleWords(heading: string): ReadonlySet<string> {
  if (dayOf(heading) !== null) return new Set();
  return new Set(tokensOf(heading).flatMap(({ word }) => (word.length > 3 ? [word] : [])));
}

/** How many are not ticked, and the first of them. */
function boxesIn({ lines, bodyStart }: TextFile): FileFacts['boxes'] {
  if (!lines.some((line) => OPEN_BOX.test(line))) return { count: 0, first: [] };
  const { fenced } = outlineOf(lines, bodyStart);
  const first: PlacedText[] = [];
  let count = 0;
  lines.forEach((text, index) => {
    if (!OPEN_BOX.test(text) || fenced.has(index + 1)) return;
    if (count++ < MOST_OF_A_KIND) first.push({ line: index + 1, text: text.slice(0, LONGEST_LINE).trim() });
  });
  return { count, first };
}

const OPEN_BOX = /^\s*(?:>\s*)*(?:[-*+]|\d+[.)])\s+\[ \]\s+\S/;

function secretsIn(text: string, lines: readonly string[]) {
  return findSecrets(text)
    .slice(0, MOST_OF_A_KIND)
    .map(({ line, what }) => ({ line, what, text: maskSecrets(lines[line - 1] ?? '') }));
}

function dayField(yaml: string | null, key: string): string | null {
  return /^\d{4}-\d\d-\d\d/.exec(fieldOf(yaml, key) ?? '')?.[0] ?? null;
}
