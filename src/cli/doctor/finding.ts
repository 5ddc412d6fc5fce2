/** The result of a check. `next` is the command to type if something is wrong or could be better. */
export interface Finding {
  area: string;
  ok: boolean;
  says: string;
  next: string | null;
}

export type Found = Omit<Finding, 'area'>;

export function well(says: string, next: string | null = null): Found {
  return { ok: true, says, next };
}

export function wrong(says: string, next: string): Found {
  return { ok: false, says, next };
}
