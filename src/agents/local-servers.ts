import { z } from 'zod';

/** A program on this machine that serves language models, and the models it offers. */
export interface LocalServer {
  name: string;
  /** The base of its OpenAI-compatible interface. */
  baseUrl: string;
  models: string[];
}

interface KnownServer {
  name: string;
  port: number;
  /** Where it lists its models. */
  list: string;
  parse: (reply: unknown) => string[] | null;
}

const LOOK_MS = 2_000;
const MOST_BYTES = 1024 * 1024;
const MOST_MODELS = 200;

const tags = z.object({ models: z.array(z.object({ name: z.string().min(1).max(300) })) });
const models = z.object({
  object: z.literal('list').optional(),
  data: z.array(z.object({ id: z.string().min(1).max(300) })),
});

/** The servers that people run, at their usual ports; Ollama's own variable may name another. */
export function knownServers(env: NodeJS.ProcessEnv): KnownServer[] {
  const parseModels = (reply: unknown) => models.safeParse(reply).data?.data.map(({ id }) => id) ?? null;
  return [
    {
      name: 'Ollama',
      port: Number(/:(\d{1,5})\/?$/.exec(env.OLLAMA_HOST ?? '')?.[1] ?? 11_434),
      list: '/api/tags',
      parse: (reply) => tags.safeParse(reply).data?.models.map(({ name }) => name) ?? null,
    },
    { name: 'LM Studio', port: 1_234, list: '/v1/models', parse: parseModels },
    { name: 'llama.cpp', port: 8_080, list: '/v1/models', parse: parseModels },
  ];
}

/**
 * The servers that answer on loopback with their list of models. Whatever else listens at these ports is left out: its
 * reply is read only up to a limit of time and size, and must have the form of such a list.
 */
export async function findLocalServers(known: readonly KnownServer[]): Promise<LocalServer[]> {
  const found = await Promise.all(known.map(askServer));
  return found.filter((server) => server !== null);
}

async function askServer({ name, port, list, parse }: KnownServer): Promise<LocalServer | null> {
  const origin = `http://127.0.0.1:${port}`;
  try {
    const signal = AbortSignal.timeout(LOOK_MS);
    const response = await fetch(origin + list, { signal, redirect: 'error' });
    const listed = response.ok ? parse(JSON.parse(await boundedText(response))) : null;
    if (listed === null) return null;
    // Models that only embed texts can't answer.
    const answering = listed.filter((model) => !/embed/i.test(model)).slice(0, MOST_MODELS);
    return { name, baseUrl: `${origin}/v1`, models: answering };
  } catch {
    return null;
  }
}

async function boundedText(response: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true });
    if (text.length > MOST_BYTES) throw new Error('more than a list of models');
  }
  return text;
}
