/** A file to be kept; its content is asked for when its turn comes. */
export interface KeptFile {
  name: string;
  content(): AsyncIterable<Buffer>;
}

/** Where encrypted files are kept: a folder, or a repository on a git server. A port. */
export interface FileStore {
  /** How a person knows it. */
  readonly name: string;
  readonly askEveryMs: number;
  list(): Promise<string[]>;
  /** Throws `not_found` if the file is gone by now. */
  read<Result>(name: string, use: (content: AsyncIterable<Buffer>) => Promise<Result>): Promise<Result>;
  /** Keeps new files, in their order. False, and nothing is kept, if the last one is there already. */
  add(files: readonly KeptFile[]): Promise<boolean>;
  /** Keeps a file, in place of the one with its name. */
  put(file: KeptFile): Promise<void>;
  remove(names: readonly string[]): Promise<void>;
}
