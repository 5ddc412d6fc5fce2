import type { Bytes } from '../../vault/files.js';
import type { VaultPath } from '../../vault/paths.js';

/**
 * What changed the vault; `page` is a person in the browser, `sync` a merge with other machines, `trim` stands for entries
 * that were dropped.
 */
export type Source =
  | 'update'
  | 'page'
  | 'tool'
  | 'outside'
  | 'undo'
  | 'restore'
  | 'init'
  | 'import'
  | 'sync'
  | 'trim';

export interface ChangedFile {
  path: VaultPath;
  change: 'added' | 'changed' | 'deleted';
  /** A link is there: older versions recorded what it led to by this name, so behind a wall its past is not shown. */
  link?: true;
}

export interface HistoryEntry {
  id: string;
  /** Local time, `2025-07-14T18:30:00`. */
  time: string;
  source: Source;
  reason: string;
  /** The update that led to it. */
  input: string | null;
  files: ChangedFile[];
  /** The entry that this one undid; undoing an undo is a redo. */
  undoes?: string;
  /** An undo that left something of the entry in place. */
  partly?: true;
  /** The key of the wall that its caller was behind. */
  wall?: string;
  /** The machine that made it, where several share the vault. */
  machine?: string;
  /** The email address of the person who asked for it, where people are known. */
  author?: string;
}

/** Identifies one content of a file, by which it can be read. */
export type Version = string;

/** The content of files; a map is one. */
export interface Versions extends Iterable<[VaultPath, Version]> {
  has(path: VaultPath): boolean;
  get(path: VaultPath): Version | undefined;
  keys(): Iterable<VaultPath>;
}

/** A file at the end of an entry. */
export interface RecordedPlace {
  /** The entry. */
  id: string;
  path: VaultPath;
}

/** When something was looked at. */
interface RecordedState {
  /** The newest commit then; null if there was none, left out if it is not known. */
  head?: string | null;
  /** Decides where it is not known, and where the history was rewritten since, by a purge or a trim. */
  time: Date;
}

/** A file of an entry; null if there was none. */
export interface FileVersions {
  path: VaultPath;
  before: Version | null;
  after: Version | null;
}

/** What files contain: bytes, a recorded version, or null where there is no file. */
export type Contents = ReadonlyMap<VaultPath, Bytes | Version | null>;

export interface RecordRequest {
  /** The id of the entry; a new one if left out. */
  id?: string;
  source: Source;
  /** Left out: what was edited. */
  reason?: string;
  input?: string | null | undefined;
  undoes?: string | undefined;
  partly?: boolean | undefined;
  wall?: string | undefined;
  /** Null for nobody; the person of the current request if left out. */
  author?: string | null;
  /** Files and folders to look at; the empty path is the whole vault. */
  paths: readonly VaultPath[];
  /** The previous content, if known: unrecorded outside edits become a separate entry. */
  before?: ReadonlyMap<VaultPath, Bytes | null>;
  /** What was written into files, if known: an edit since then is left for a separate entry. */
  written?: ReadonlyMap<VaultPath, Bytes>;
  /** When each of them was written, first and last, by the clock of this process. */
  times?: ReadonlyMap<VaultPath, { first: number; last: number }>;
  /**
   * Records these contents instead of what is on the disk by now. A function makes the changes: nobody else records anything meanwhile, so
   * that nobody takes them for edits.
   */
  contents?: Contents | (() => Promise<Contents>);
  /** Asked once everything is read: true if somebody else will record it. Then nothing is recorded, and it throws `busy`. */
  isOthers?: () => boolean;
  /** Aborted if it shall not be recorded any more: then nothing is, and it throws. */
  signal?: AbortSignal | undefined;
}

/** What changed, when, and what changed it. A port: without git, the history keeps nothing and says so. */
export interface History {
  readonly available: boolean;
  /** Compares the files at `paths` with what was last recorded; null if nothing differs. */
  record(request: RecordRequest): Promise<HistoryEntry | null>;
  /** Newest first. */
  list(options: { path?: VaultPath; limit: number }): Promise<HistoryEntry[]>;
  /** All of them, oldest first. */
  entries(): Promise<HistoryEntry[]>;
  /** The entry that was the newest in a state of the vault. */
  newestAt(state: RecordedState): Promise<HistoryEntry | null>;
  /** The first entry; in a trimmed history, the one that says so. Null if there is none. */
  oldest(): Promise<HistoryEntry | null>;
  /** Throws `not_found`. */
  find(id: string): Promise<HistoryEntry>;
  diff(id: string): Promise<string>;
  /** Both versions of every file of an entry. */
  versions(id: string): Promise<FileVersions[]>;
  /** The same for several entries, in their order. */
  changes(ids: readonly string[]): AsyncIterable<FileVersions[]>;
  /** The content of every file at the end of an entry, or at a local time. */
  filesAt(moment: { id: string } | { time: Date }): Promise<Map<VaultPath, Version>>;
  /** The newest recorded content of every file. */
  current(): Promise<Versions>;
  /** The content of versions, in order, one at a time. Throws if a piece is missing or damaged. */
  read(versions: readonly Version[]): AsyncIterable<Bytes>;
  /** The content of files at the end of entries, as they are asked for; null where there was no such file. */
  readAt(places: AsyncIterable<RecordedPlace>): AsyncIterable<Bytes | null>;
  /** The files that differ from what was last recorded: changed, new or gone. Null if nothing was ever recorded. */
  unrecorded(signal?: AbortSignal): Promise<VaultPath[] | null>;
  /** The last recorded content of files; those without any are left out. */
  lastKnown(paths: readonly VaultPath[]): Promise<Map<VaultPath, Bytes>>;
  /** Everything known about the files of a path: other names, contents. */
  lineage(path: VaultPath): Promise<PathLineage>;
  /** The files that have, or had, one of these contents. */
  holders(versions: ReadonlySet<Version>): Promise<VaultPath[]>;
  /** Removes a file or folder from every entry, permanently, under every name its files had. */
  purge(path: VaultPath): Promise<void>;
  /** Drops the oldest entries if earlier versions exceed the limit. */
  trim(request: TrimRequest): Promise<TrimReport>;
}

interface PathLineage {
  /** Other names of its files: before they came here, or after they left, until they were deleted. */
  otherNames: VaultPath[];
  /** Where files were moved to from here, and still are. */
  movedTo: VaultPath[];
  /** Every content they ever had. */
  versions: Version[];
}

export interface TrimRequest {
  mostBytes: number;
  /** Entries of the last 90 days may be dropped too. */
  recentToo?: boolean;
  /** Reports what would be dropped and changes nothing. */
  dryRun?: boolean;
}

export interface TrimReport {
  /** The size of earlier versions; of a small history, its whole size. */
  bytes: number;
  /** How many entries were, or would be, dropped. */
  dropped: number;
  /** The local time of the newest of them. */
  until: string | null;
}
