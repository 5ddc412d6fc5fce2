import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type Running, until } from './harness.js';

export interface Attempt {
  what: string;
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** The status it must be answered with. */
  expect: number;
}

export const JSON_TYPE = { 'content-type': 'application/json' };

/** Raw, because `fetch` sets Host and tidies paths up. */
export function send(
  service: Running,
  { method = 'GET', path, headers = {}, body }: Omit<Attempt, 'what' | 'expect'>,
): Promise<{ status: number; text: string; headers: IncomingMessage['headers'] }> {
  const { hostname, port } = new URL(service.url);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, method, path, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode!, text, headers: response.headers }));
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Sends a huge body until the service answers or hangs up; says how it ended. */
export function flood(service: Running, bytes: number, announced: boolean): Promise<string> {
  const { hostname, port, host } = new URL(service.url);
  return new Promise((resolve) => {
    const piece = Buffer.alloc(1024 * 1024, 0x20);
    let sent = 0;
    const request = httpRequest(
      {
        hostname,
        port,
        method: 'POST',
        path: '/api/update',
        headers: { host, ...JSON_TYPE, ...(announced && { 'content-length': String(bytes) }) },
        agent: false,
      },
      (response) => {
        response.resume();
        resolve(`${response.statusCode} after ${Math.ceil(sent / 1024 / 1024)} MB:`);
        request.destroy();
      },
    );
    request.on('error', () => resolve(`hung up after ${Math.ceil(sent / 1024 / 1024)} MB:`));
    const pump = () => {
      while (sent < bytes && !request.destroyed) {
        sent += piece.length;
        if (!request.write(piece)) {
          request.once('drain', pump);
          return;
        }
      }
      request.end();
    };
    pump();
  });
}

export async function idleStreams(service: Running, count: number) {
  const { hostname, port, host } = new URL(service.url);
  const sockets: Socket[] = [];
  let accepted = 0;
  let refused = 0;
  for (let n = 0; n < count; n++) {
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    let isAnswered = false;
    socket.on('data', (part) => {
      if (isAnswered) return;
      isAnswered = true;
      if (part.toString('latin1').startsWith('HTTP/1.1 200')) accepted++;
      else refused++;
    });
    socket.on('close', () => {
      if (!isAnswered) refused++;
      isAnswered = true;
    });
    socket.on('error', () => {});
    socket.write(`GET /api/events HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    if (n % 50 === 49) await until('answers', 30_000, () => accepted + refused > n - 100);
  }
  await until('every stream to be answered', 60_000, () => accepted + refused >= count);
  return {
    accepted,
    refused,
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Writes bytes as they are, and gives back what came until the other side closed or nothing came for a while. */
export function sendBytes(service: Running, bytes: string): Promise<string> {
  const { hostname, port } = new URL(service.url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (part) => {
      text += part.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
    socket.setTimeout(1_000, () => socket.destroy());
    socket.write(bytes);
  });
}

/** Leaves requests and heads unfinished. */
export async function stall(service: Running, count: number): Promise<() => void> {
  const { hostname, port, host } = new URL(service.url);
  const head = `POST /api/session HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n`;
  const sockets = Array.from({ length: count }, (_, at) => {
    const socket = connect(Number(port), hostname).on('error', () => {});
    socket.write(at % 2 === 0 ? `${head}content-length: 100\r\n\r\n{` : head);
    return socket;
  });
  await Promise.all(
    sockets.map((socket) => new Promise((done) => socket.once('connect', done).once('close', done))),
  );
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}
