import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { serve } from '@hono/node-server';
import type { Service } from '../service/create-service.js';
import { RappelError } from '../shared/errors.js';
import { type AppOptions, createApp } from './app.js';
import { limitCrowd } from './crowd.js';

export interface HttpOptions extends AppOptions {
  /** 0 takes any free one. */
  port: number;
}

/** Listens until it is closed. Throws `busy` where the port is taken. */
export async function serveHttp(
  service: Service,
  options: HttpOptions,
): Promise<{ url: string; close(): Promise<void> }> {
  const app = createApp(service, options);
  const server = await new Promise<Server>((resolve, reject) => {
    const listening = serve(
      {
        fetch: app.fetch,
        hostname: options.host,
        port: options.port,
        createServer: ((settings: ServerOptions, answer: RequestListener) =>
          createServer(settings, limitCrowd(answer))) as typeof createServer,
      },
      () => resolve(listening as Server),
    );
    listening.on('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, options)));
  });
  server.maxConnections = 1_000;
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return {
    url: `http://${host}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function cannotListen(error: NodeJS.ErrnoException, { host, port }: HttpOptions): RappelError {
  const reason = error.code === 'EADDRINUSE' ? 'another program uses it' : (error.code ?? error.message);
  return new RappelError('busy', `can't listen on ${host}:${port}: ${reason}`, {
    hint: 'Choose another with --port N.',
  });
}
