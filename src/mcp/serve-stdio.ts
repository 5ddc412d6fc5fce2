import { Transform } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Memory } from '../memory/memory.js';
import type { Wall } from '../vault/wall.js';
import { type BuiltServer, buildServer } from './build-server.js';
import type { Profile } from './profiles.js';
import { createToolList } from './tool-list.js';

interface StdioOptions {
  /** Opens the memory at first use. */
  memory(): Promise<Memory>;
  log(message: string): void;
  profile: Profile;
  wall?: Wall | null;
  version: string;
}

/** A message may contain images. */
const MOST_MESSAGE_BYTES = 64 * 1024 * 1024;
/** How long this process outlives its client to file the last update. */
const GRACE_MS = 30_000;
/** How long requests are still answered after the input ends: a script may write all its requests at once and close. */
const LONGEST_ANSWER_MS = 10_000;

/** Serves one client on standard input and output until it disconnects. Standard output carries only the protocol. */
export async function serveMcpStdio(options: StdioOptions): Promise<void> {
  let opened: Promise<Memory> | undefined;
  const memory = () => {
    opened ??= options.memory();
    // A vault that can't be opened now may be available at the next call.
    opened.catch(() => {
      opened = undefined;
    });
    return opened;
  };
  const tools = createToolList(options.profile);
  const servers = new Set<BuiltServer>();
  let watching = false;
  const watch = () => {
    if (watching) return;
    watching = true;
    void startWatching(memory, servers).catch((error: Error) => options.log(error.message));
  };

  const answers = createAnswerCount();
  const input = process.stdin.pipe(endingAfter(answers.done));
  const transport = new StdioServerTransport(input, process.stdout, { maxBufferSize: MOST_MESSAGE_BYTES });
  const handle = serveStdio(
    () => {
      const built = buildServer({ ...options, memory, tools, onSubscribe: watch });
      servers.add(built);
      built.server.onclose = () => servers.delete(built);
      return built.server;
    },
    { transport, onerror: (error) => options.log(error.message) },
  );
  const deliver = transport.onmessage;
  transport.onmessage = (message) => {
    // The SDK answers this request itself; with it, a modern client subscribes to notifications.
    if ('method' in message && message.method === 'subscriptions/listen') watch();
    deliver?.(message);
  };
  answers.watch(transport);

  const end = await new Promise<'hung up' | 'told to stop'>((resolve) => {
    const closed = transport.onclose;
    transport.onclose = () => {
      closed?.();
      resolve('hung up');
    };
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
      process.once(signal, () => resolve('told to stop'));
  });
  await handle.close();
  const open = await opened?.catch(() => undefined);
  await open?.close(end === 'hung up' ? GRACE_MS : 0);
  // Exit even if something (a request that can't be stopped) still keeps the process alive.
  process.exit(0);
}

/** Forwards everything, but its end only after `done`: the transport drops pending requests when its input ends. */
function endingAfter(done: () => Promise<void>): Transform {
  return new Transform({
    transform: (chunk, _, next) => next(null, chunk),
    flush(end) {
      const enough = new Promise<void>((resolve) => setTimeout(resolve, LONGEST_ANSWER_MS).unref());
      // Not before the last messages are read.
      setImmediate(() => void Promise.race([done(), enough]).then(() => end()));
    },
  });
}

/** Tracks whether every request has been answered. */
function createAnswerCount() {
  const open = new Set<unknown>();
  let tell = () => {};
  function close(id: unknown): void {
    open.delete(id);
    if (open.size === 0) tell();
  }
  return {
    done: () =>
      new Promise<void>((resolve) => {
        tell = resolve;
        if (open.size === 0) resolve();
      }),
    watch(transport: StdioServerTransport): void {
      const deliver = transport.onmessage;
      transport.onmessage = (message) => {
        // A subscription stays open, and a cancelled request gets no answer.
        const isCall = 'method' in message && 'id' in message && message.method !== 'subscriptions/listen';
        if (isCall) open.add(message.id);
        deliver?.(message);
        if ('method' in message && message.method === 'notifications/cancelled')
          close(message.params?.requestId);
      };
      const send = transport.send.bind(transport);
      transport.send = async (message) => {
        await send(message);
        if (!('method' in message)) close(message.id);
      };
    },
  };
}

async function startWatching(
  memory: () => Promise<Memory>,
  servers: ReadonlySet<BuiltServer>,
): Promise<void> {
  const [opened, { createChangeTeller }] = await Promise.all([memory(), import('./file-changes.js')]);
  const tell = await createChangeTeller(opened, {
    updated(uri) {
      for (const { notifier } of servers) notifier.updated(uri);
    },
    listChanged() {
      for (const { notifier } of servers) notifier.listChanged();
    },
  });
  await opened.run('files/watch', { tell });
}
