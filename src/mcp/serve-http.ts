import {
  createMcpHandler,
  isLegacyRequest,
  type McpServerFactory,
  type Server,
} from '@modelcontextprotocol/server';
import type { Memory } from '../memory/memory.js';
import { buildServer } from './build-server.js';
import { createChangeTeller } from './file-changes.js';
import { createLegacySessions, type LegacySessions } from './legacy-sessions.js';
import { PROFILES, type Profile } from './profiles.js';
import { createToolList } from './tool-list.js';

export interface McpOverHttp {
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

interface McpOverHttpOptions {
  version: string;
  log?: (message: string) => void;
  /** Extends every server; the conformance suite adds its own tools. */
  extend?: (server: Server) => void;
}

const limits = { maxRequestBodySize: 32 * 1024 * 1024 };

/** `/mcp` of a running service; `?profile=full` or `?profile=readonly` replaces the profile `memory`. */
export async function serveMcpHttp(
  memory: Memory,
  { version, log, extend }: McpOverHttpOptions,
): Promise<McpOverHttp> {
  const tools = new Map(PROFILES.map((profile) => [profile, createToolList(profile)]));
  const onerror = (error: Error) => log?.(error.message);
  const factory: McpServerFactory = ({ era, requestInfo }) => {
    const profile = profileOf(requestInfo) ?? 'memory';
    const isLegacy = era === 'legacy';
    const subscribed = isLegacy ? legacy.subscribed(requestInfo) : undefined;
    const { server } = buildServer({
      memory: async () => memory,
      profile,
      tools: tools.get(profile)!,
      version,
      subscribed,
      client: isLegacy ? legacy.clientOf(requestInfo) : undefined,
    });
    extend?.(server);
    return server;
  };
  const legacy: LegacySessions = createLegacySessions(factory, { ...limits, onerror });
  const modern = createMcpHandler(factory, { ...limits, onerror, legacy: 'reject' });
  let telling: Promise<() => void> | null = null;
  /** From the first client on: it takes a list of all files. */
  async function tellOfChanges(): Promise<() => void> {
    const tell = await createChangeTeller(memory, {
      updated(uri) {
        modern.notify.resourceUpdated(uri);
        legacy.notifier.updated(uri);
      },
      listChanged() {
        modern.notify.resourcesChanged();
        legacy.notifier.listChanged();
      },
    });
    return memory.run('files/watch', { tell });
  }
  return {
    async fetch(request) {
      if (profileOf(request) === null) return unknownProfile();
      telling ??= tellOfChanges().catch((error) => {
        telling = null;
        throw error;
      });
      await telling;
      const isLegacy = await isLegacyRequest(request, undefined, limits);
      return isLegacy ? legacy.fetch(request) : modern.fetch(request);
    },
    async close() {
      (await telling)?.();
      legacy.close();
      await modern.close();
    },
  };
}

function profileOf(request: Request | undefined): Profile | null {
  const given = request === undefined ? null : new URL(request.url).searchParams.get('profile');
  return given === null ? 'memory' : (PROFILES.find((profile) => profile === given) ?? null);
}

function unknownProfile(): Response {
  const message = `no such profile; expected ${PROFILES.join(', ')}`;
  return Response.json({ error: { code: 'invalid_input', message, hint: null } }, { status: 400 });
}
