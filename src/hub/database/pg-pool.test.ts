import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createPgPool } from './pg-pool.js';
import { transactionIn } from './sql.js';

let server: Server | null = null;
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server?.close();
});

/** A PostgreSQL that lets everyone in, and from then on says nothing: that is how a cut network looks. */
async function silentServer(): Promise<string> {
  const welcome = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');
  server = createServer((socket) => {
    sockets.add(socket);
    socket.once('data', () => socket.write(welcome));
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return `postgresql://someone@127.0.0.1:${(server.address() as { port: number }).port}/db`;
}

it('gives a connection up that is silent, also in a transaction, and can be closed', async () => {
  const pool = createPgPool(await silentServer(), { statementMs: 100, lateMs: 50 });
  const began = performance.now();
  const asking = [1, 2, 3].map(() => transactionIn(pool, 'BEGIN', (client) => client.query('SELECT 1')));
  for (const result of await Promise.allSettled(asking)) expect(result).toMatchObject({ status: 'rejected' });
  await pool.close();
  expect(performance.now() - began).toBeLessThan(2_000);
});
