import type { RunByName } from '../../src/operations/list.js';

/** Runs operations of the service at an address over HTTP, as any program does. Throws where the service refuses. */
export function runAt(url: string): RunByName {
  return (async (name: string, input: object = {}) => {
    const response = await fetch(`${url}/api/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${name} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  }) as RunByName;
}
