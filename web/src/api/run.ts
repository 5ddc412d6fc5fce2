import type { OperationName, OutputOf, RunByName } from '../../../src/operations/list.js';
import { withBase } from './base.js';
import { send } from './send.js';

/** Runs an operation of the service. Throws `ApiError`. */
export const run = ((name: string, input: object = {}, { signal }: { signal?: AbortSignal } = {}) =>
  request(`/api/${name}`, 'POST', input, signal)) as RunByName;

/** The same for one that reads and is given nothing: the browser may have loaded it ahead. */
export function load<Name extends OperationName>(name: Name): Promise<OutputOf<Name>> {
  return request(`/api/${name}`);
}

/** Sends and receives JSON, where it is no operation: the login. */
export async function request<Answer>(
  path: string,
  method: 'GET' | 'POST' | 'DELETE' = 'GET',
  body?: object,
  signal?: AbortSignal,
): Promise<Answer> {
  const response = await send(withBase(path), {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  return response.json();
}
