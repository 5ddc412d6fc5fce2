import type { Candidate } from '../../agents/librarian/candidates.js';
import { type Choice, choicesIn, questionIn, type Target, targetOf } from '../../agents/librarian/choices.js';
import { listProjects } from '../../agents/librarian/projects.js';
import { RappelError } from '../../shared/errors.js';
import { peekText, readText } from '../../vault/files.js';
import { fieldOf, splitFrontmatter } from '../../vault/frontmatter.js';
import { listInboxItems } from '../../vault/inbox-items.js';
import { shownLines } from '../../vault/lines.js';
import { joinPath, parsePath, ROOT, showPath, type VaultPath } from '../../vault/paths.js';
import { type Entry, listFolder } from '../../vault/scan.js';
import type { Vault } from '../../vault/vault.js';
import { candidatesIn } from './review-candidates.js';

/** A question that waits for the user. */
export interface InboxItem {
  item: string;
  path: string;
  question: string;
  /** The beginning of the input, by which an item is recognised; empty if it is not text. */
  excerpt: string;
  created: string | null;
  files: string[];
}

const INBOX = joinPath(ROOT, 'inbox');

export function listInbox(vault: Vault): InboxItem[] {
  return listInboxItems(vault).map((name) => describe(vault, name, joinPath(INBOX, name)));
}

/** An item with the text of its review and its choices. */
export interface LoadedInboxItem extends InboxItem {
  review: string;
  choices: PlacedChoice[];
  candidates: Candidate[];
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
    throw new RappelError('not_found', 'no such inbox item', { path: showPath(path) });
  }
  const review = reviewOf(vault, path);
  const projects = listProjects(vault);
  return {
    ...describe(vault, item, path),
    review,
    choices: choicesIn(review).map((choice) => ({ ...choice, target: targetOf(choice.label, projects) })),
    candidates: candidatesIn(review),
  };
}

function describe(vault: Vault, item: string, path: VaultPath): InboxItem {
  const review = reviewOf(vault, path);
  const lines = shownLines(review);
  const entries = listFolder(vault.root, vault.locate(path).target, path);
  return {
    item,
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
