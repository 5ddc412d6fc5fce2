import type { Bytes } from '../../vault/files.js';
import type { VaultPath } from '../../vault/paths.js';

/** Who changed the vault. */
export type Source = 'update' | 'tool' | 'outside' | 'undo' | 'restore' | 'init' | 'import';

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

export interface FileVersions {
  path: VaultPath;
  before: Bytes | null;
  after: Bytes | null;
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
  /** Throws `not_found`. */
  find(id: string): Promise<HistoryEntry>;
  diff(id: string): Promise<string>;
  /** Both versions of every file of an entry. */
  versions(id: string): Promise<FileVersions[]>;
  /** What a file or the files of a folder were, at the end of an entry or at a local time. */
  filesAt(path: VaultPath, at: { id: string } | { time: Date }): Promise<Map<VaultPath, Bytes>>;
  /** The files that are not as they were last recorded: changed, new or gone. Null where nothing was ever recorded. */
  unrecorded(): Promise<VaultPath[] | null>;
  /** The last recorded content of files; those without any are left out. */
  lastKnown(paths: readonly VaultPath[]): Promise<Map<VaultPath, Bytes>>;
  /** Removes a file or folder from every entry, for good. */
  purge(path: VaultPath): Promise<void>;
  /** Drops the oldest entries until the history takes at most so many bytes. Returns what it takes now. */
  trim(mostBytes: number): Promise<number>;
}
