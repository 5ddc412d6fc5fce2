import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OlderStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OlderHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { onTestFinished } from 'vitest';
import { type Agents, createAgents } from '../../src/agents/create-agents.js';
import { type HttpOptions, serveHttp } from '../../src/http/serve.js';
import { type McpOverHttp, serveMcpHttp } from '../../src/mcp/serve-http.js';
import type { Memory } from '../../src/memory/memory.js';
import { createServedMemory } from '../../src/memory/served-memory.js';
import { ensureToken } from '../../src/service/connection/token.js';
import { createService, type Service } from '../../src/service/create-service.js';
import { openEngine } from '../../src/service/engine/open-engine.js';
import { systemClock } from '../../src/shared/clock.js';
import { createVault } from '../../src/vault/vault.js';
import { BIN } from './rappel.js';
import { shareCode } from './share-code.js';
import { tempFolder } from './temp-vault.js';

/** A real service with HTTP and MCP in this process, gone after the test. */
export async function serveVault(
  root: string,
  agents?: Agents,
  /** Where it listens, where it is reached from elsewhere, and its page. */
  reached: Pick<HttpOptions, 'port' | 'publicUrl' | 'pageFiles' | 'fetchOutside'> = { port: 0 },
): Promise<{ url: string; service: Service }> {
  const vault = createVault({ root, clock: systemClock });
  const env = { XDG_CACHE_HOME: tempFolder() };
  const service = await createService({
    vault,
    env,
    engine: await openEngine(vault, env, { watched: true }),
    agents: agents ?? createAgents({ model: null, key: null, language: 'en' }),
    language: 'en',
    log: () => {},
  });
  const opened: McpOverHttp[] = [];
  const openMcp = async (memory: Memory) => {
    const one = await serveMcpHttp(memory, { version: '0.0.0' });
    opened.push(one);
    return one;
  };
  const mcp = await openMcp(createServedMemory(service));
  const http = await serveHttp(createServedMemory(service), {
    host: '127.0.0.1',
    ...reached,
    signsIn: true,
    token: ensureToken(root).token,
    asksToken: false,
    version: '0.0.0',
    mcp: mcp.fetch,
    openMcp,
  });
  onTestFinished(async () => {
    await Promise.all(opened.map((one) => one.close()));
    await http.close();
    await service.stop();
  });
  return { url: http.url, service };
}

type Kind = 'v2 2026-07-28' | 'v2 2025-11-25' | 'v1 2025-11-25';
export const KINDS: readonly Kind[] = ['v2 2026-07-28', 'v2 2025-11-25', 'v1 2025-11-25'];

/** The calls that the tests use, alike in both SDKs. */
export type AnyClient = Pick<
  Client,
  | 'callTool'
  | 'listTools'
  | 'listResources'
  | 'readResource'
  | 'listResourceTemplates'
  | 'listPrompts'
  | 'getPrompt'
  | 'complete'
  | 'getInstructions'
  | 'close'
>;

export function stdioParameters(root: string, args: string[] = []) {
  const env = { PATH: process.env.PATH!, HOME: tempFolder(), TZ: process.env.TZ ?? 'UTC' };
  shareCode(env);
  return {
    command: process.execPath,
    args: [BIN, 'mcp', '--vault', root, ...args],
    env,
    // The repository of Rappel would be the wall.
    cwd: tempFolder(),
    stderr: 'pipe' as const,
  };
}

/** An official client, connected to a process of its own. */
export async function stdioClient(kind: Kind, root: string, args: string[] = []): Promise<AnyClient> {
  const parameters = stdioParameters(root, args);
  return connect(
    kind,
    kind.startsWith('v1') ? new OlderStdio(parameters) : new StdioClientTransport(parameters),
  );
}

/** An official client, connected to a service. */
export async function httpClient(kind: Kind, url: string, query = ''): Promise<AnyClient> {
  const address = new URL(`${url}/mcp${query}`);
  return connect(
    kind,
    kind.startsWith('v1') ? new OlderHttp(address) : new StreamableHTTPClientTransport(address),
  );
}

export const CLIENT_NAME = 'test';

async function connect(kind: Kind, transport: object): Promise<AnyClient> {
  const info = { name: CLIENT_NAME, version: '1.0.0' };
  if (kind.startsWith('v1')) {
    const client = new OlderClient(info);
    await client.connect(transport as OlderHttp);
    onTestFinished(() => client.close());
    return client as unknown as AnyClient;
  }
  const mode = kind === 'v2 2026-07-28' ? { pin: '2026-07-28' } : ('legacy' as const);
  const client = new Client(info, { versionNegotiation: { mode } });
  await client.connect(transport as StreamableHTTPClientTransport);
  onTestFinished(() => client.close());
  return client;
}

/** The texts of a result, block by block. */
/** The facts of an update that `update` and `update_status` give to programs. */
export function updateOf({ _meta }: { _meta?: Record<string, unknown> | undefined }): {
  id: string;
  state: string;
  files: string[];
  inbox: string;
  question: { choices: { id: string; label: string }[] } | null;
} {
  return _meta?.['rappel/update'] as ReturnType<typeof updateOf>;
}

export function textsOf(result: { content?: unknown }): string[] {
  const blocks = (result.content ?? []) as { type: string; text?: string }[];
  return blocks.filter(({ type }) => type === 'text').map(({ text }) => text!);
}

/** A small life to ask about. */
export const LIFE = {
  'overview.md': '# Overview\nOne project: startup-x.\n',
  'projects/startup-x/description.md': '# Startup X\nA marketplace for looms.\n',
  'projects/startup-x/changelog.md':
    "# 2025-07-14\n\n## [décision] Abandon de l'API externe\nLe prestataire Durand ne peut pas livrer avant juin.\n",
  'projects/startup-x/tasks.md': '# Valider les maquettes avec Marie\nstatus: à-faire | prio: haute\n',
} as const;

/** A promise that is settled from outside. */
export function deferred<Value>() {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
