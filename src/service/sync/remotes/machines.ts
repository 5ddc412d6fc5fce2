import { z } from 'zod';
import { isId } from '../../../shared/ids.js';
import { printable } from '../../../vault/paths.js';
import { parseStored } from '../../state/stored-fields.js';
import type { MachineStatus } from './remote.js';

export const MOST_MACHINES = 200;
const MOST_NAME = 60;
const NAME = `a name of 1 to ${MOST_NAME} characters`;
const TIME = 'a local time, 2026-11-16T15:10:00';

export const machineSchema = z.object({
  id: z.string('the id of a machine').refine(isId, 'the id of a machine'),
  name: z.string(NAME).min(1, NAME).max(MOST_NAME, NAME),
  head: z
    .string()
    .regex(/^[0-9a-f]{40}$/)
    .nullable()
    .catch(null),
  time: z.string(TIME).regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/, TIME),
}) satisfies z.ZodType<MachineStatus>;

/** Null for what no machine wrote. */
export function readMachine(json: string): MachineStatus | null {
  const found = json.length > 1_000 ? null : parseStored(machineSchema, json);
  return found === null ? null : shownMachine(found);
}

/** Its name may be anything that another machine wrote. */
export function shownMachine(machine: MachineStatus): MachineStatus {
  return { ...machine, name: printable(machine.name) };
}
