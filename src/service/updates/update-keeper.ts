/** An update as it is kept outside the vault. */
export interface KeptUpdate {
  id: string;
  digest: string;
  /** Local time. */
  accepted: string;
  /** What was given, as `keptUpdate` writes it; null once the remote has what was made of it. */
  content: string | null;
}

/**
 * Keeps the updates of a vault, from before they are acknowledged, where its next leader finds them: nodes of a hub that have a disk each
 * share no queue. A port. Everything throws `busy` where it can't be reached.
 */
export interface UpdateKeeper {
  /**
   * `known`: it is kept already, and not filed; `filed`: another node has filed the update with this id; `other`: the id belongs to another
   * input. `again`: it is to be filed, whatever became of it before.
   */
  keep(
    update: KeptUpdate & { content: string },
    again?: boolean,
  ): Promise<'kept' | 'known' | 'filed' | 'other'>;
  /** Takes one back that could not be stored. */
  drop(id: string): Promise<void>;
  /** Those that need not be kept any more, and those that failed: they wait for a person. */
  settle(filed: readonly string[], failed: readonly string[]): Promise<void>;
  /** Those that are not in the remote, and the newest of the others, in the order in which they came. */
  list(): Promise<KeptUpdate[]>;
}
