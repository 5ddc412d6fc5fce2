/** Why one file keeps an entry from being undone. */
export interface Obstacle {
  path: string;
  /** In the words of the service. */
  why: string;
}

/** Reads `this can't be undone: vault/a.md was changed since; vault/b.md …`; empty where a refusal says something else. */
export function obstaclesIn(message: string): Obstacle[] {
  const said = /^this can't be undone: (.+)$/s.exec(message)?.[1];
  if (said === undefined) return [];
  return said.split(/; (?=vault\/)/).flatMap((part) => {
    const match = /^vault\/(.+) (was (?:changed|deleted) since.*|is a folder now)$/.exec(part);
    return match ? [{ path: match[1]!, why: match[2]! }] : [];
  });
}
