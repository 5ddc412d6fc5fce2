import type { Bytes } from '../../vault/files.js';
import type { VaultPath } from '../../vault/paths.js';

/** Who changed the vault; `trim` stands for entries that were dropped. */
export type Source = 'update' | 'tool' | 'outside' | 'undo' | 'restore' | 'init' | 'import' | 'trim';

export interface ChangedFile {
  path: VaultPath;
  change: 'added' | 'changed' | 'deleted';
}

export interface HistoryEntry {
  id: string;
  /** Local time, `2025-07-14T18:30:00`. */
  time: string;
  source: Source;
  reason: string;
  /** The update whose input led to it. */
  input: string | null;
  files: ChangedFile[];
}

/** The name of one content of a file, by which it can be read. */
export type Version = string;

/** A file of an entry; null where there was none. */
export interface FileVersions {
  path: VaultPath;
  before: Version | null;
  after: Version | null;
}

export interface RecordRequest {
  source: Source;
  /** Left out: what was edited. */
  reason?: string;
  input?: string | null;
  /** Files and folders to look at; the empty path is the whole vault. */
  paths: readonly VaultPath[];
  /** What was there before, where it is known: outside edits that were never recorded become an entry of their own. */
  before?: ReadonlyMap<VaultPath, Bytes | null>;
}

/** What changed, when, by whom. A port: without git there is a history that keeps nothing and says so. */
export interface History {
  readonly available: boolean;
  /** Compares the files at `paths` with what was last recorded; null where nothing differs. */
  record(request: RecordRequest): Promise<HistoryEntry | null>;
  /** Newest first. */
  list(options: { path?: VaultPath; limit: number }): Promise<HistoryEntry[]>;
  /** The first entry there is; of a history that was trimmed, the one that says so. Null where there is none. */
  oldest(): Promise<HistoryEntry | null>;
  /** Throws `not_found`. */
  find(id: string): Promise<HistoryEntry>;
  diff(id: string): Promise<string>;
  /** Both versions of every file of an entry. */
  versions(id: string): Promise<FileVersions[]>;
  /** What a file or the files of a folder were, at the end of an entry or at a local time. */
  filesAt(path: VaultPath, at: { id: string } | { time: Date }): Promise<Map<VaultPath, Version>>;
  /** The content of versions, in their order, one at a time. Throws where a piece is missing or damaged. */
  read(versions: readonly Version[]): AsyncIterable<Bytes>;
  /** The files that are not as they were last recorded: changed, new or gone. Null where nothing was ever recorded. */
  unrecorded(): Promise<VaultPath[] | null>;
  /** The last recorded content of files; those without any are left out. */
  lastKnown(paths: readonly VaultPath[]): Promise<Map<VaultPath, Bytes>>;
  /** What is known of the files of a path beside the path itself. */
  lineage(path: VaultPath): Promise<PathLineage>;
  /** The files that have, or had, one of these contents. */
  holders(versions: ReadonlySet<Version>): Promise<VaultPath[]>;
  /** Removes a file or folder from every entry, for good, under every name that its files had. */
  purge(path: VaultPath): Promise<void>;
  /** Drops the oldest entries where earlier versions take more than the limit. */
  trim(request: TrimRequest): Promise<TrimReport>;
}

export interface PathLineage {
  /** Other names that its files had: before they came here, or after they left, until they were deleted. */
  otherNames: VaultPath[];
  /** Where files were moved to from here, and still are. */
  movedTo: VaultPath[];
  /** Every content that they ever had. */
  versions: Version[];
}

export interface TrimRequest {
  mostBytes: number;
  /** Entries of the last 90 days may go as well. */
  recentToo?: boolean;
  /** Says what would go, and changes nothing. */
  dryRun?: boolean;
}

export interface TrimReport {
  /** What earlier versions of files take; of a small history, what all of it takes. */
  bytes: number;
  /** How many entries went, or would go. */
  dropped: number;
  /** The local time of the newest of them. */
  until: string | null;
}
