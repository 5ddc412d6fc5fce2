import type { ServerResponse } from 'node:http';

/** Answers a request that no app of a vault sees. */
export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
