import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Proxy {
  /** Where it serves the page: `http://…/rappel/`. */
  url: string;
  forwardTo(target: string): void;
  /** The next request of this path, below `/rappel/`, gets 502. Returns whether it has come. */
  refuseOnce(path: string): () => boolean;
  close(): Promise<void>;
}

/** A reverse proxy that serves an address under the path `/rappel/`, as nginx does by default; 502 while there is no service. */
export async function startProxy(): Promise<Proxy> {
  let target = '';
  const refused = new Set<string>();
  const server: Server = createServer((incoming, outgoing) => {
    if (!incoming.url!.startsWith('/rappel/')) return void outgoing.writeHead(404).end('another site');
    if (refused.delete(incoming.url!)) return void outgoing.writeHead(502).end();
    const forwarded = request(
      target + incoming.url!.slice('/rappel'.length),
      { method: incoming.method, headers: { ...incoming.headers, host: new URL(target).host } },
      (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(outgoing);
      },
    );
    forwarded.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/rappel/`,
    forwardTo(address) {
      target = address;
    },
    refuseOnce(path) {
      refused.add(`/rappel/${path}`);
      return () => !refused.has(`/rappel/${path}`);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
