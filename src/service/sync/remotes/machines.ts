import { z } from 'zod';
import { isId } from '../../../shared/ids.js';
import { printable } from '../../../vault/paths.js';
import { parseRecord } from '../../state/stored-fields.js';
import type { MachineStatus } from './remote.js';

export const MOST_MACHINES = 200;
const MOST_NAME = 60;

const schema: z.ZodType<MachineStatus> = z.object({
  id: z.string().refine(isId),
  name: z.string().min(1).max(MOST_NAME),
  time: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
});

/** Null for what no machine wrote. */
export function readMachine(json: string): MachineStatus | null {
  const found = json.length > 1_000 ? null : parseRecord(schema, json);
  return found === null ? null : { ...found, name: printable(found.name) };
}
