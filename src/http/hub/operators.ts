import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Hub } from '../../hub/create-hub.js';

export type Operators = ReturnType<typeof createOperators>;

/** How requests were answered since the start. */
type Counts = Record<'here' | 'forwarded' | 'unreachable', number>;

/**
 * `/health` and `/metrics` for those who run a hub. They name no vault. A request that came through the proxy in front of the hub, or
 * through any other, finds no metrics, and does not learn where the database is.
 */
export function createOperators(hub: Hub, { publicUrl, open }: { publicUrl: string | null; open(): number }) {
  const counts: Counts = { here: 0, forwarded: 0, unreachable: 0 };
  const publicHost = publicUrl === null ? null : new URL(publicUrl).host;

  function health(request: IncomingMessage, response: ServerResponse): void {
    const found = hub.cluster?.problem() ?? null;
    const problem = found !== null && isProxied(request) ? 'PostgreSQL does not answer' : found;
    response.writeHead(problem === null ? 200 : 503, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ status: problem === null ? 'ok' : 'degraded', problem }));
  }

  function metrics(response: ServerResponse): void {
    const { user, system } = process.cpuUsage();
    const lines = [
      ...gauge('rappel_hub_vaults', 'Vaults in the folder of the hub.', hub.names().length),
      ...gauge('rappel_hub_open_vaults', 'Vaults that this node has open.', open()),
      ...gauge(
        'rappel_hub_database_up',
        'Whether PostgreSQL answers; 1 without one.',
        hub.cluster?.problem() ? 0 : 1,
      ),
      ...gauge('process_resident_memory_bytes', 'Memory of this node.', process.memoryUsage.rss()),
      '# HELP process_cpu_seconds_total Processor time of this node.',
      '# TYPE process_cpu_seconds_total counter',
      `process_cpu_seconds_total ${(user + system) / 1e6}`,
      '# HELP rappel_hub_requests_total Requests for vaults, by where they were answered.',
      '# TYPE rappel_hub_requests_total counter',
      ...Object.entries(counts).map(
        ([where, count]) => `rappel_hub_requests_total{answered="${where}"} ${count}`,
      ),
    ];
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
    response.end(`${lines.join('\n')}\n`);
  }

  function isProxied({ headers }: IncomingMessage): boolean {
    return headers.host?.toLowerCase() === publicHost || PROXIED.some((name) => headers[name] !== undefined);
  }

  return {
    count(where: keyof Counts): void {
      counts[where]++;
    },
    /** False for an address that is none of theirs. */
    answer(request: IncomingMessage, response: ServerResponse): boolean {
      if (request.method !== 'GET') return false;
      if (request.url === '/health') health(request, response);
      else if (request.url === '/metrics' && !isProxied(request)) metrics(response);
      else return false;
      return true;
    },
  };
}

const PROXIED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

function gauge(name: string, help: string, value: number): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${value}`];
}
