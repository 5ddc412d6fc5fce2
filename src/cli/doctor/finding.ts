/** The result of a check. `next` is the command to type if something is wrong or could be better. */
export interface DoctorFinding {
  area: string;
  ok: boolean;
  says: string;
  next: string | null;
}

export type DoctorResult = Omit<DoctorFinding, 'area'>;

export function well(says: string, next: string | null = null): DoctorResult {
  return { ok: true, says, next };
}

export function wrong(says: string, next: string): DoctorResult {
  return { ok: false, says, next };
}
