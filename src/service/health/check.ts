import type { VaultPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import type { LinkIndex } from '../links/link-index.js';
import type { FileFacts } from './file-facts.js';
import type { RawFinding } from './finding.js';

/** What a check looks at. */
export interface Examined {
  vault: Vault;
  /** The local day. */
  today: string;
  /** Every text file. */
  facts: ReadonlyMap<VaultPath, FileFacts>;
  /** Other files, with a hash that equal ones share. */
  binaries: ReadonlyMap<VaultPath, string>;
  links: LinkIndex;
  /** The lines of a file as they are now; empty where it can't be read. */
  linesOf(path: VaultPath): readonly string[];
  /** To be called between two pieces of work: others wait for the same thread. */
  yieldToEventLoop(): Promise<void> | undefined;
}

/** Prefers to miss something: a wrong alarm costs more than none. */
export type Check = (examined: Examined) => Promise<RawFinding[]>;
