import type { OperationName, OutputOf, RunByName } from '../../../src/operations/list.js';
import { withBase } from './base.js';
import { send } from './send.js';

/** Runs an operation of the service. Throws `ApiError`. */
export const run = (async (name: string, input: object = {}, { signal }: { signal?: AbortSignal } = {}) => {
  const response = await send(withBase(`/api/${name}`), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
    ...(signal && { signal }),
  });
  return response.json();
}) as RunByName;

/** The same for one that reads and is given nothing: the browser may have loaded it ahead. */
export async function load<Name extends OperationName>(name: Name): Promise<OutputOf<Name>> {
  return (await send(withBase(`/api/${name}`))).json();
}
