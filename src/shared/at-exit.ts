const actions = new Set<() => void>();

/**
 * Runs an action when this process exits, unless the returned function is called before. One listener serves all of them: Node warns of a
 * leak from the eleventh on.
 */
export function atExit(action: () => void): () => void {
  if (actions.size === 0) process.once('exit', runAll);
  actions.add(action);
  return () => {
    if (actions.delete(action) && actions.size === 0) process.off('exit', runAll);
  };
}

function runAll(): void {
  for (const action of actions) action();
}
