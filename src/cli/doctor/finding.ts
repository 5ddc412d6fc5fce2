import type { Told } from '../../words/message.js';
/** The result of a check. `next` is the command to type if something is wrong or could be better. */
export interface DoctorFinding {
  area: string;
  ok: boolean;
  says: string;
  next: string | null;
  /** The error of which `says` is the English. */
  error?: Told;
}

export type DoctorResult = Omit<DoctorFinding, 'area'>;

export function well(says: string, next: string | null = null): DoctorResult {
  return { ok: true, says, next };
}

/** What failed is the finding. */
export function wrongBecause(error: Told, next: string): DoctorResult {
  return { ok: false, says: error.message, next, error };
}

export function wrong(says: string, next: string): DoctorResult {
  return { ok: false, says, next };
}
