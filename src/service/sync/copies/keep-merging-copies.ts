import { inTurns } from '../../../shared/in-turns.js';
import { recordedPath } from '../../../vault/paths.js';
import type { TreeNode } from '../../../vault/tree.js';
import type { Problems } from '../../events/problems.js';
import { mayBeCopy } from './merge-copies.js';

/** The program that makes a copy may still be writing the file beside it. */
const SETTLE_MS = 2_000;

interface KeepMergingDeps {
  tree: { measured(): Promise<TreeNode> };
  merge(): Promise<unknown>;
  events: { subscribe(tell: (event: { type: string; data: unknown }) => void): () => void };
  problems: Problems;
  /** False while the vault is out of reach, or in the middle of changes that belong together. */
  isReady(): boolean;
}

/** Merges conflict copies a moment after another program made them, for as long as a service runs. */
export function keepMergingCopies({ tree, merge, events, problems, isReady }: KeepMergingDeps) {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<unknown> = Promise.resolve();
  const forget = events.subscribe(({ type, data }) => {
    if (type !== 'file') return;
    const { path, exists } = data as { path: string; exists: boolean };
    if (exists && mayBeCopy(recordedPath(path.replace(/^vault\//, '')))) lookSoon();
  });

  function lookSoon(): void {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(look, SETTLE_MS).unref();
  }

  function look(): void {
    if (!isReady()) {
      lookSoon();
      return;
    }
    running = running.then(() => problems.attempt('conflict copies', merge));
  }

  return {
    /** Those that are there already count too. */
    async start(): Promise<void> {
      if (await inTurns(hasCopies(await tree.measured()))) lookSoon();
    },
    async stop(): Promise<void> {
      forget();
      if (timer !== null) clearTimeout(timer);
      await running;
    },
  };
}

function* hasCopies({ path, children }: TreeNode): Generator<void, boolean> {
  if (children === null) return mayBeCopy(path);
  for (const child of children) {
    if (yield* hasCopies(child)) return true;
    yield;
  }
  return false;
}
