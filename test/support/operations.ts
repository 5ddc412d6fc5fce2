import { safeParse, type z } from 'zod';
import { allOperations } from '../../src/operations/list.js';
import type { Least } from '../../src/operations/operation.js';

/** Every operation as a request, with a name wherever its input takes one. */
export async function requestsNaming(
  name: string,
): Promise<{ address: string; role: Least; input: object }[]> {
  const candidates = [name, [name], { id: name }, undefined, 1, true, [], {}];
  const fitting = (schema: z.core.$ZodType) => candidates.find((one) => safeParse(schema, one).success);
  const offered = (await allOperations()).filter(([, { raw }]) => !raw);
  return offered.map(([operation, { role, input }]) => ({
    address: `/api/${operation}`,
    role,
    input: Object.fromEntries(Object.entries(input.shape).map(([key, schema]) => [key, fitting(schema)])),
  }));
}
