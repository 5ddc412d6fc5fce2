import { isSameValue } from '../../search/passages/statements/claim-values.js';
import {
  type Claim,
  claimsAt,
  isPartOf,
  isSameMatter,
  recurs,
} from '../../search/passages/statements/claims.js';
import { readIfText } from '../../vault/files.js';
import { shownLines } from '../../vault/lines.js';
import { joinPath, ROOT, type VaultPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import { changelogOf, homeOf } from './file-as/job.js';
import type { LineEdit } from './line-edits.js';
import { firstBodyLine } from './sections.js';
import { inFormOf } from './values.js';

/** A claim in a line of a file. */
interface PlacedClaim {
  path: VaultPath;
  line: number;
  before: string;
  claim: Claim;
}

/** What a text makes wrong in the files that say what holds now. */
interface Restated {
  /** The same attribute of the same thing, with another value. */
  same: LineEdit[];
  /** The same value as one that changes, in fewer words: `ouverture le 1er septembre`, where `Ouverture au public` changes. */
  again: (edits: readonly LineEdit[]) => LineEdit[];
}

/** Looks in the overview and in the project's description, state and tasks, whatever the form of a line there. */
export function restatedLines(vault: Vault, project: string, text: string, today: string): Restated {
  const paths = [
    joinPath(ROOT, 'overview.md'),
    ...['description.md', 'state.md', 'tasks.md'].map((name) => joinPath(homeOf(project), name)),
  ];
  const claims = paths.flatMap((path) => claimsIn(vault, path)).filter(({ claim }) => !claim.isPast);
  const stated = statedIn(project, text);
  const edit = (placed: PlacedClaim, now: Claim) => editOf(placed, now, today);
  return {
    same: stated.flatMap((now) =>
      claims
        .filter(({ claim }) => isSameMatter(claim, now) && !isSameValue(claim.value, now.value))
        .filter((one, _, all) => !recurs(one.claim) && !all.some((other) => areListed(one, other)))
        .flatMap((placed) => edit(placed, now)),
    ),
    again: (edits) =>
      changesOf(claims, edits).flatMap(({ old, now }) =>
        claims
          .filter((placed) => isAgain(placed, old, claims) && !edits.some((known) => isAt(known, placed)))
          .flatMap((placed) => edit(placed, now)),
      ),
  };
}

function claimsIn(vault: Vault, path: VaultPath): PlacedClaim[] {
  const text = readIfText(vault, path);
  if (text === null) return [];
  const lines = shownLines(text);
  const first = firstBodyLine(text);
  return lines.flatMap((before, index) =>
    index + 1 < first
      ? []
      : claimsAt(path, lines, index + 1).map((claim) => ({ path, line: index + 1, before, claim })),
  );
}

/** The claims of a text that becomes an entry of the project's changelog. */
function statedIn(project: string, text: string): Claim[] {
  const lines = shownLines(text);
  return lines
    .flatMap((_, index) => claimsAt(changelogOf(project), lines, index + 1))
    .filter(({ isPast }) => !isPast);
}

/** A file that gives a thing several values lists them. */
function areListed(a: PlacedClaim, b: PlacedClaim): boolean {
  return a.path === b.path && a.line !== b.line && !isSameValue(a.claim.value, b.claim.value);
}

interface Change {
  old: PlacedClaim;
  now: Claim;
}

function changesOf(claims: readonly PlacedClaim[], edits: readonly LineEdit[]): Change[] {
  return claims.flatMap((old) => {
    const edit = edits.find((one) => isAt(one, old));
    if (edit === undefined) return [];
    const now = claimsAt(old.path, [edit.after], 1).find(
      ({ value }) => value.kind === old.claim.value.kind && !isSameValue(value, old.claim.value),
    );
    return now === undefined ? [] : [{ old, now }];
  });
}

/** Whether a claim repeats the value of another; not where a third one has the same value and may be meant. */
function isAgain({ claim }: PlacedClaim, old: PlacedClaim, all: readonly PlacedClaim[]): boolean {
  const repeats = (other: Claim) => isPartOf(claim, other) && isSameValue(claim.value, other.value);
  const others = all.filter((one) => one.claim !== claim && !isSameMatter(one.claim, old.claim));
  return claim !== old.claim && repeats(old.claim) && !others.some((one) => repeats(one.claim));
}

function isAt(edit: LineEdit, { path, line }: PlacedClaim): boolean {
  return edit.path === path && edit.line === line;
}

function editOf({ path, line, before, claim }: PlacedClaim, now: Claim, today: string): LineEdit[] {
  const { start, end } = claim.value;
  const value = inFormOf(now.value, claim.value, today);
  // `Odile Marchetti, gérante`: what follows is said of the old name.
  const isDescribed = claim.value.kind === 'name' && /^\s?[,(–—-]/u.test(before.slice(end));
  if (value === null || isDescribed) return [];
  return [{ path, line, before, after: before.slice(0, start) + value + before.slice(end) }];
}
