import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { BIN, until } from './harness.js';

/** The way of one node to PostgreSQL, which can be cut: bytes are no longer passed on, and nothing is closed. */
export interface CuttableLink {
  url: string;
  isCut: boolean;
  close(): void;
}

/** `server`: the Unix socket of PostgreSQL. */
export async function openLink(server: string, folder: string): Promise<CuttableLink> {
  mkdirSync(folder, { recursive: true });
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const upstream = createConnection(server);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (part) => link.isCut || to.write(part));
      from.on('close', () => {
        sockets.delete(from);
        if (!link.isCut) to.destroy();
      });
      from.on('error', () => {});
    }
  });
  await new Promise<void>((resolve) => proxy.listen(join(folder, '.s.PGSQL.5432'), resolve));
  const link: CuttableLink = {
    url: `postgresql://postgres@${encodeURIComponent(folder)}/postgres`,
    isCut: false,
    close() {
      proxy.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return link;
}

export interface HubNode {
  url: string;
  isUp: boolean;
  child: ChildProcess;
  log(): string;
  kill(): Promise<void>;
  stop(): Promise<number | null>;
}

export async function startNode(vaults: string, env: NodeJS.ProcessEnv): Promise<HubNode> {
  const child = spawn(process.execPath, [BIN, 'hub', vaults, '--port', '0'], { env, cwd: dirname(vaults) });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      said += part;
    });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const url = await until('a node to start', 120_000, () => {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`it ended: ${said}`);
    return / at (http:\S+)\/v\/NAME\//.exec(said)?.[1];
  });
  const node: HubNode = {
    url,
    isUp: true,
    child,
    log: () => said,
    async kill() {
      node.isUp = false;
      child.kill('SIGKILL');
      await ended;
    },
    async stop() {
      node.isUp = false;
      child.kill('SIGTERM');
      return ended;
    },
  };
  return node;
}
