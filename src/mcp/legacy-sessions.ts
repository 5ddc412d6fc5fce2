import { randomUUID } from 'node:crypto';
import {
  type LegacyHttpHandler,
  legacyStatelessFallback,
  type McpServerFactory,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { ChangeNotifier } from './file-changes.js';

interface Session {
  /** The name that the client gave itself; unknown after a restart. */
  client?: string;
  subscribed: Set<string>;
  /** Calls under way, by the id of their request. */
  calls: Map<string | number, AbortController>;
  streams: Set<EventSink>;
}

const MOST_SESSIONS = 1_000;
const MOST_ENDED = 10_000;
/** Of one request. */
const MOST_MESSAGES = 100;
const KEEP_ALIVE_MS = 15_000;
/** A client that does not read its stream is disconnected. */
const MOST_UNREAD = 5_000;
const HEADER = 'mcp-session-id';

export type LegacySessions = ReturnType<typeof createLegacySessions>;

/**
 * Clients of the older protocol over HTTP. Every request is answered on its own, so a restart of the service breaks
 * no client; the session id only connects a call with its cancellation and a stream with its subscriptions. An
 * unknown id (from before a restart) is accepted; one that its client ended is not.
 */
export function createLegacySessions(
  factory: McpServerFactory,
  options: { onerror: (error: Error) => void; maxRequestBodySize: number },
) {
  const serve: LegacyHttpHandler = legacyStatelessFallback(factory, options.onerror, options);
  const sessions = new Map<string, Session>();
  const ended = new Set<string>();

  function sessionOf(id: string): Session {
    const session = sessions.get(id) ?? { subscribed: new Set(), calls: new Map(), streams: new Set() };
    // Least recently used first.
    sessions.delete(id);
    sessions.set(id, session);
    if (sessions.size > MOST_SESSIONS) end(sessions.keys().next().value!);
    return session;
  }

  function end(id: string): void {
    const session = sessions.get(id);
    sessions.delete(id);
    for (const call of session?.calls.values() ?? []) call.abort();
    for (const stream of session?.streams ?? []) stream.close();
  }

  async function post(request: Request, session: Session | null): Promise<Response> {
    const body = await jsonOf(request);
    if (body === undefined) return serve(request);
    const all = [body].flat();
    if (all.length > MOST_MESSAGES) return refusal(413, `more than ${MOST_MESSAGES} messages in one request`);
    const messages = all.map((message) => messageSchema.parse(message));
    const cancelled = messages.filter(({ method }) => method === 'notifications/cancelled');
    for (const { params } of cancelled) session?.calls.get(params?.requestId ?? '')?.abort();

    const ids = messages.flatMap(({ id, method }) => (id !== undefined && method !== undefined ? [id] : []));
    const call = new AbortController();
    for (const id of ids) session?.calls.set(id, call);
    const signal = AbortSignal.any([request.signal, call.signal]);
    const { url, method, headers } = request;
    const response = await serve(new Request(url, { method, headers, body: '{}', signal }), {
      parsedBody: body,
    });
    const done = () => {
      for (const id of ids) if (session?.calls.get(id) === call) session.calls.delete(id);
    };
    const start = messages.find((message) => message.method === 'initialize');
    if (start === undefined || !response.ok) return withEnd(response, {}, done);
    const id = randomUUID();
    const client = start.params?.clientInfo?.name;
    if (client !== undefined) sessionOf(id).client = client;
    return withEnd(response, { [HEADER]: id }, done);
  }

  function stream(session: Session): Response {
    const sink = createEventSink(() => session.streams.delete(sink));
    session.streams.add(sink);
    return sink.response;
  }

  function tell(method: string, params: object | undefined, wants: (session: Session) => boolean): void {
    const message = JSON.stringify({ jsonrpc: '2.0', method, ...(params && { params }) });
    for (const session of sessions.values()) {
      // One stream is enough: no message is sent twice.
      if (wants(session)) [...session.streams].at(-1)?.send(message);
    }
  }

  const notifier: ChangeNotifier = {
    updated: (uri) =>
      tell('notifications/resources/updated', { uri }, ({ subscribed }) => subscribed.has(uri)),
    listChanged: () => tell('notifications/resources/list_changed', undefined, () => true),
  };

  return {
    async fetch(request: Request): Promise<Response> {
      const id = request.headers.get(HEADER);
      if (id !== null && ended.has(id)) return refusal(404, 'this session was ended');
      if (request.method === 'POST') return post(request, id === null ? null : sessionOf(id));
      if (id === null) return serve(request);
      if (request.method === 'GET') return stream(sessionOf(id));
      if (request.method !== 'DELETE') return serve(request);
      end(id);
      if (ended.size >= MOST_ENDED) ended.delete(ended.values().next().value!);
      ended.add(id);
      return new Response(null, { status: 200 });
    },
    /** What the client of this request subscribed to. */
    subscribed(request: Request | undefined): Set<string> | undefined {
      const id = request?.headers.get(HEADER);
      return id ? sessionOf(id).subscribed : undefined;
    },
    /** The name of the client of this request. */
    clientOf(request: Request | undefined): string | undefined {
      return sessions.get(request?.headers.get(HEADER) ?? '')?.client;
    },
    notifier,
    close(): void {
      for (const id of [...sessions.keys()]) end(id);
    },
  };
}

const id = z.union([z.string(), z.number()]).optional().catch(undefined);

/** The part of a message that sessions need. The protocol checks the rest. */
const messageSchema = z
  .object({
    id,
    method: z.string().optional().catch(undefined),
    params: z
      .object({
        requestId: id,
        clientInfo: z.object({ name: z.string() }).optional().catch(undefined),
      })
      .optional()
      .catch(undefined),
  })
  .catch({});

async function jsonOf(request: Request): Promise<unknown> {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) return undefined;
  try {
    const value: unknown = await request.clone().json();
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The same response with more headers; `done` is called when it was sent completely or its reader has gone. */
function withEnd(response: Response, more: Record<string, string>, done: () => void): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  const { status, statusText } = response;
  if (response.body === null) {
    done();
    return new Response(null, { status, statusText, headers });
  }
  const watched = response.body.pipeThrough(new TransformStream({ flush: done }));
  const reader = watched.getReader();
  const body = new ReadableStream({
    async pull(controller) {
      const { done: isEnd, value } = await reader.read();
      if (isEnd) controller.close();
      else controller.enqueue(value);
    },
    cancel(reason) {
      done();
      return reader.cancel(reason);
    },
  });
  return new Response(body, { status, statusText, headers });
}

interface EventSink {
  response: Response;
  send(message: string): void;
  close(): void;
}

/** A stream of server-sent events that stays open until either side ends it. */
function createEventSink(ended: () => void): EventSink {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const write = (text: string) => {
    if ((controller.desiredSize ?? 0) < -MOST_UNREAD) return close();
    controller.enqueue(encoder.encode(text));
  };
  const timer = setInterval(() => write(': alive\n\n'), KEEP_ALIVE_MS);
  timer.unref();
  const stop = () => {
    clearInterval(timer);
    ended();
  };
  const close = () => {
    stop();
    controller.close();
  };
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
      write(': open\n\n');
    },
    cancel: stop,
  });
  return {
    response: new Response(body, {
      headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform' },
    }),
    send: (message) => write(`event: message\ndata: ${message}\n\n`),
    close,
  };
}

function refusal(status: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }, { status });
}
