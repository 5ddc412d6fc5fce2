/** An update as the keeper stores it, outside the vault. */
export interface KeptUpdate {
  id: string;
  digest: string;
  /** Local time. */
  accepted: string;
  /** The input, as `keptUpdate` writes it; null once the remote has its result. */
  content: string | null;
}

/**
 * Stores the updates of a vault before they are acknowledged, where the next leader finds them: nodes share no queue.
 * A port. Every call throws `busy` if the store can't be reached.
 */
export interface UpdateKeeper {
  /**
   * `known`: already stored and not filed; `filed`: another node has filed the update with this id; `other`: the id belongs to another
   * input. `again`: the update will be filed again, even if it was filed or failed before.
   */
  keep(
    update: KeptUpdate & { content: string },
    again?: boolean,
  ): Promise<'kept' | 'known' | 'filed' | 'other'>;
  /** Removes an update that could not be written to the disk. */
  drop(id: string): Promise<void>;
  /** Forgets the input of filed updates, and stops offering failed ones to new leaders: a person has to retry them. */
  settle(filed: readonly string[], failed: readonly string[]): Promise<void>;
  /** All updates that the remote does not have, and the newest of the others, in order of arrival. */
  list(): Promise<KeptUpdate[]>;
}
