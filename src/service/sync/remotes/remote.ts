import type { Repository } from '../../history/private-git-dir.js';

/** When a machine last had everything, by its own clock. */
export interface MachineStatus {
  id: string;
  name: string;
  /** Local time, `2026-11-16T15:10:00`. */
  time: string;
  /** The newest commit that it had then; null if an older Rappel wrote this. */
  head: string | null;
}

export interface PushRequest {
  /** Where the commits are. */
  from: Repository;
  head: string;
  /** The newest commit that the remote must still have; `from` has it too. */
  expected: string | null;
  machine: MachineStatus;
}

export interface Waiting {
  /** What is known already. */
  unlike: string | null;
  signal: AbortSignal;
}

/** The place through which machines exchange their history. A port: a folder, a git server, another service. */
export interface Remote {
  /** How a person knows it. */
  readonly name: string;
  /** How often a service asks it for news. */
  readonly askEveryMs: number;
  /**
   * The newest commit; null if nothing was ever sent. With `waiting`, a remote that can tell when it has news answers later; others
   * answer at once.
   */
  head(waiting?: Waiting): Promise<string | null>;
  machines(): Promise<MachineStatus[]>;
  /**
   * Copies the commits up to `head` into `into.objects`, without those that `into` has up to `known`. They are unchecked:
   * anyone may have written them.
   */
  fetch(head: string, known: string | null, into: Repository): Promise<void>;
  /** Sends commits and moves the head, in one step, and tells that `machine` has them; false if another machine moved the head first. */
  push(request: PushRequest): Promise<boolean>;
  /** Tells that this machine has everything. */
  report(machine: MachineStatus): Promise<void>;
}

/** A remote that has not answered a question by then, or is not done with an exchange, is out of reach, whatever it sends. */
export const LONGEST_ANSWER_MS = 60_000;
export const LONGEST_EXCHANGE_MS = 60 * 60_000;

export interface RemoteLimits {
  answerWithinMs?: number;
  exchangeWithinMs?: number;
  /** Ends every call. */
  signal?: AbortSignal;
}
