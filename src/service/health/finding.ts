import { createHash } from 'node:crypto';
import { maskSecrets } from '../../shared/secrets.js';
import { showPath, type VaultPath } from '../../vault/paths.js';

/** In the order shown. */
export const FINDING_KINDS = ['secret', 'overdue', 'link', 'duplicate'] as const;

export type FindingKind = (typeof FINDING_KINDS)[number];

/** Something in the files that a person can act on. */
export interface Finding {
  /** The same as long as the lines it is about say the same. */
  id: string;
  kind: FindingKind;
  /** What is wrong and what to do, in one or two sentences. */
  says: string;
  /** The lines it is about, the one to change first. At most `MOST_PLACES`. */
  places: FindingPlace[];
  /** Whether Rappel can fix it by rule. */
  fixable: boolean;
  /** The command that helps: that of the fix, or another one; null where a person must edit the file. */
  command: string | null;
}

interface FindingPlace {
  /** `vault/…` */
  path: string;
  /** Null for the whole file. */
  line: number | null;
  /** What the line says, without secrets. */
  text: string;
  /** From when it is, where that is known. */
  day: string | null;
}

/** How a finding is fixed by rule. */
export type Remedy =
  /** Points every link to a missing file at the only file that it can mean. */
  | { does: 'retarget'; from: VaultPath; to: VaultPath; notes: readonly VaultPath[] }
  /** Deletes a copy; links to it lead to the file that stays. */
  | { does: 'remove'; path: VaultPath; kept: VaultPath };

/** What a check found. */
export interface RawFinding {
  kind: FindingKind;
  says: string;
  places: readonly Place[];
  /** What makes it this finding, where that is not its places: it decides the id. */
  about?: readonly string[];
  remedy?: Remedy;
  command?: string;
}

interface Place {
  path: VaultPath;
  line?: number;
  text?: string;
  day?: string | null;
}

const MOST_PLACES = 5;
const LONGEST_TEXT = 200;
/** 40 bits: two of a thousand findings share an id once in two million vaults. */
const ID_LENGTH = 10;

export function findingOf({ kind, says, places, about, remedy, command }: RawFinding): Finding {
  const shown = places.map(({ path, line, text = '', day = null }) => ({
    path: showPath(path),
    line: line ?? null,
    text: excerptOf(text),
    day,
  }));
  // Not the numbers of lines, which change with what is above them.
  const parts = about ?? shown.flatMap(({ path, text }) => [path, text]);
  const id = createHash('sha256')
    .update([kind, ...parts].join('\n'))
    .digest('hex')
    .slice(0, ID_LENGTH);
  const fixable = remedy !== undefined;
  return {
    id,
    kind,
    says,
    places: shown.slice(0, MOST_PLACES),
    fixable,
    command: fixable ? `rappel health fix ${id}` : (command ?? null),
  };
}

function excerptOf(text: string): string {
  const said = maskSecrets(text.slice(0, 10 * LONGEST_TEXT)).trim();
  return said.length > LONGEST_TEXT ? `${said.slice(0, LONGEST_TEXT - 1)}…` : said;
}
