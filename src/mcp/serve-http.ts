import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Service } from '../service/create-service.js';
import { buildServer } from './build-server.js';
import { createChangeTeller } from './file-changes.js';
import { PROFILES, type Profile } from './profiles.js';
import { createServiceApp } from './service-app.js';
import { createToolList } from './tool-list.js';

export interface McpOverHttp {
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

const MOST_BODY_BYTES = 32 * 1024 * 1024;

/** `/mcp` of a running service; `?profile=full` or `?profile=readonly` chooses other tools than those of `memory`. */
export async function serveMcpHttp(
  service: Service,
  { version, log }: { version: string; log?: (message: string) => void },
): Promise<McpOverHttp> {
  const app = createServiceApp(service);
  const tools = new Map(PROFILES.map((profile) => [profile, createToolList(profile)]));
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const profile = profileOf(requestInfo) ?? 'memory';
      return buildServer({ app: async () => app, profile, tools: tools.get(profile)!, version }).server;
    },
    { maxRequestBodySize: MOST_BODY_BYTES, onerror: (error) => log?.(error.message) },
  );
  const stopWatching = await app.watch(
    createChangeTeller(service.vault, {
      updated: (uri) => handler.notify.resourceUpdated(uri),
      listChanged: () => handler.notify.resourcesChanged(),
    }),
  );
  return {
    async fetch(request) {
      if (profileOf(request) === null) return unknownProfile();
      return handler.fetch(request);
    },
    async close() {
      stopWatching();
      await handler.close();
    },
  };
}

function profileOf(request: Request | undefined): Profile | null {
  const given = request === undefined ? null : new URL(request.url).searchParams.get('profile');
  return given === null ? 'memory' : (PROFILES.find((profile) => profile === given) ?? null);
}

function unknownProfile(): Response {
  const message = `there is no such profile; expected ${PROFILES.join(', ')}`;
  return Response.json({ error: { code: 'invalid_input', message, hint: null } }, { status: 400 });
}
