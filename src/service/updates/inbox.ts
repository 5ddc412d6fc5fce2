import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ProjectCandidate } from '../../agents/clerk/candidates.js';
import { type Target, targetOf } from '../../agents/clerk/offers.js';
import { listProjects } from '../../agents/clerk/projects.js';
import { type Choice, choicesIn, questionIn } from '../../agents/clerk/review.js';
import { RappelError } from '../../shared/errors.js';
import { fold } from '../../shared/fold.js';
import { peekText, readText } from '../../vault/files.js';
import { fieldOf, splitFrontmatter } from '../../vault/frontmatter.js';
import { findHeadings } from '../../vault/headings.js';
import { listInboxItems } from '../../vault/inbox-items.js';
import { shownLines } from '../../vault/lines.js';
import { joinPath, parsePath, ROOT, showPath, type VaultPath } from '../../vault/paths.js';
import { type Entry, listFolder } from '../../vault/scan.js';
import { changeState, peekState } from '../../vault/state-database.js';
import { keepsState, stateOf } from '../../vault/state-folder.js';
import type { Vault } from '../../vault/vault.js';

/** A question that waits for the user. */
export interface InboxItem {
  item: string;
  /** What a person calls it by; the same until it is answered, whatever becomes of the others. */
  number: number;
  path: string;
  question: string;
  /** The beginning of the input, by which an item is recognised; empty if it is not text. */
  excerpt: string;
  created: string | null;
  files: string[];
}

const INBOX = joinPath(ROOT, 'inbox');

/** By their numbers. */
export function listInbox(vault: Vault): InboxItem[] {
  const names = listInboxItems(vault);
  const numbers = numbersOf(vault, names);
  return names
    .map((name) => describe(vault, name, joinPath(INBOX, name), numbers.get(name)!))
    .sort((a, b) => a.number - b.number);
}

/** The numbers of these items; a new one gets the next, and the first where none is open. */
function numbersOf(vault: Vault, names: readonly string[]): ReadonlyMap<string, number> {
  if (names.length === 0) return new Map();
  const { root, wall } = stateOf(vault.root);
  const known = peekState(root, [], (database) =>
    database.prepare('SELECT item, number FROM inbox_numbers WHERE wall = ? ORDER BY number').all(wall),
  ).map(({ item, number }): [string, number] => [String(item), Number(number)]);
  // Who sees a part of the vault takes no number from what they don't see.
  const open = known.filter(([name]) => existsSync(join(root, 'inbox', name)));
  const numbers = new Map(open);
  let last = Math.max(0, ...numbers.values());
  for (const name of names) if (!numbers.has(name)) numbers.set(name, ++last);
  const isChanged = numbers.size !== known.length || open.length !== known.length;
  // Where Rappel never ran, reading leaves nothing behind.
  if (isChanged && keepsState(root)) keepNumbers(root, wall, numbers);
  return numbers;
}

function keepNumbers(root: string, wall: string, numbers: ReadonlyMap<string, number>): void {
  try {
    changeState(root, (database) => {
      database.prepare('DELETE FROM inbox_numbers WHERE wall = ?').run(wall);
      const add = database.prepare('INSERT INTO inbox_numbers (wall, item, number) VALUES (?, ?, ?)');
      for (const [item, number] of numbers) add.run(wall, item, number);
    });
  } catch {
    // A disk that takes nothing: the questions can be read all the same.
  }
}

/** An item with the text of its review and its choices. */
export interface LoadedInboxItem extends InboxItem {
  review: string;
  choices: PlacedChoice[];
  candidates: ProjectCandidate[];
}

/** A choice and where it puts the input; null where it says something else. */
interface PlacedChoice extends Choice {
  target: Target | null;
}

/** Throws `not_found`. */
export function readInboxItem(vault: Vault, item: string): LoadedInboxItem {
  const path = parsePath(`inbox/${item}`);
  const place = vault.locate(path);
  if (place.kind !== 'folder' || path.split('/').length !== 2) {
    throw new RappelError('not_found', 'inbox.missing', { path: showPath(path) });
  }
  const review = reviewOf(vault, path);
  const projects = listProjects(vault);
  return {
    ...describe(vault, item, path, numbersOf(vault, [item]).get(item)!),
    review,
    choices: choicesIn(review).map((choice) => ({ ...choice, target: targetOf(choice.label, projects) })),
    candidates: candidatesIn(review),
  };
}

function describe(vault: Vault, item: string, path: VaultPath, number: number): InboxItem {
  const review = reviewOf(vault, path);
  const lines = shownLines(review);
  const entries = listFolder(vault.root, vault.locate(path).target, path);
  return {
    item,
    number,
    path: showPath(path, 'folder'),
    question: questionIn(review) ?? item,
    excerpt: quoted(lines) ?? beginningOf(entries),
    created: fieldOf(splitFrontmatter(review).yaml, 'created'),
    files: entries.map(({ name }) => showPath(joinPath(path, name))),
  };
}

/** Reviews quote the text they are about above their sections, which may quote something else. */
function quoted(review: readonly string[]): string | null {
  const section = review.findIndex((line) => line.startsWith('## '));
  const top = section === -1 ? review : review.slice(0, section);
  return /^> ?(\S.*)$/.exec(top.find((line) => line.startsWith('>')) ?? '')?.[1] ?? null;
}

const MOST_EXCERPT = 200;

function beginningOf(entries: readonly Entry[]): string {
  const original = entries.find(({ name }) => name !== 'review.md' && /\.(?:md|markdown|txt)$/i.test(name));
  const text = original === undefined ? null : peekText(original.address);
  const line = splitFrontmatter(text ?? '')
    .body.slice(0, 2_000)
    .trim()
    .replaceAll(/\s+/g, ' ');
  return line.length > MOST_EXCERPT ? `${line.slice(0, MOST_EXCERPT - 1)}…` : line;
}

function reviewOf(vault: Vault, path: VaultPath): string {
  const place = vault.locate(joinPath(path, 'review.md'));
  return place.kind === 'file' ? readText(place) : '';
}

/**
 * The candidates of a review with their evidence, in the format `- project (0.27)` followed by `  - vault/x.md
 * (lines 7-9): text`. Empty for a review in another format.
 */
function candidatesIn(review: string): ProjectCandidate[] {
  const lines = shownLines(review);
  const headings = findHeadings(lines);
  const at = headings.findIndex(({ text }) => ['candidates', 'candidats'].includes(fold(text)));
  if (at === -1) return [];
  const found: ProjectCandidate[] = [];
  for (const line of lines.slice(headings[at]!.line, (headings[at + 1]?.line ?? lines.length + 1) - 1)) {
    const project = /^- (.+) \((\d(?:\.\d+)?)\)$/.exec(line);
    const evidence = /^ {2,}- (vault\/.+?) \(lines (\d+-\d+)\): (.*)$/.exec(line);
    if (project) found.push({ project: project[1]!, score: Number(project[2]), evidence: [] });
    else if (evidence)
      found.at(-1)?.evidence.push({ path: evidence[1]!, lines: evidence[2]!, text: evidence[3]! });
  }
  return found;
}
