import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { imageInfo } from '../src/vault/images.js';
import { countTokens, imageTokens } from '../src/vault/tokens.js';
import { createModelServer, type Turn } from '../test/support/model-server.js';
import { type Activity, type Call, QUESTIONS, UPDATES } from './agent-day.js';
import { type BenchRow, ratioOf } from './table.js';

/** What a model was sent for one activity; `cached` is the part that the provider's cache holds already. */
interface Spent {
  requests: number;
  tokens: number;
  cached: number;
  failedCalls: number;
  state: string;
}

/**
 * Replays one day of updates and questions with the same tool calls against this version and against a checkout of 0.1.0:
 * real services, real provider package, a model on loopback that follows the script. Counts the input tokens of every request.
 */
export async function benchAgentTokens(peerFolder: string | undefined): Promise<BenchRow[]> {
  const own = await replay(resolve('.'));
  const peer = peerFolder === undefined ? null : await replay(resolve(peerFolder));
  if (peer === null) {
    console.log(
      '\nagents: no other version to compare with. Name a built checkout of 0.1.0:\n' +
        '  git clone . ../rappel-0.1.0 && cd ../rappel-0.1.0 && git checkout 3c3f57a && npm ci\n' +
        '  npm run bench -- agents ../rappel-0.1.0',
    );
  }
  return [
    ...report('an update', UPDATES, own, peer),
    ...report('a question', QUESTIONS, own, peer),
    ...report('the whole day', [...UPDATES, ...QUESTIONS], own, peer, 'sum'),
  ];
}

type Replay = Map<string, Spent>;

async function replay(folder: string): Promise<Replay> {
  const program = join(folder, 'bin', 'rappel.js');
  if (!existsSync(program)) throw new Error(`${folder} is not a checkout of Rappel`);
  console.log(`agents: replaying ${UPDATES.length} updates and ${QUESTIONS.length} questions …`);
  const scratch = mkdtempSync(join(tmpdir(), 'rappel-bench-'));
  const vault = join(scratch, 'vault');
  cpSync(resolve('examples', 'vault'), vault, { recursive: true });
  const script = createScript();
  const model = await createModelServer('anthropic', script.next);
  const service = spawn(process.execPath, [program, 'serve', '--vault', vault, '--port', '0', '--no-open'], {
    env: {
      ...process.env,
      RAPPEL_MODEL: 'anthropic:scripted',
      RAPPEL_BASE_URL: model.url,
      ANTHROPIC_API_KEY: 'scripted',
      XDG_CONFIG_HOME: join(scratch, 'config'),
      XDG_CACHE_HOME: join(scratch, 'cache'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = await addressOf(service);
    const spent: Replay = new Map();
    // Questions first: updates change the lines they quote.
    for (const [index, activity] of [...QUESTIONS, ...UPDATES].entries()) {
      script.begin(activity);
      const state = index < QUESTIONS.length ? await ask(url, activity) : await update(url, activity);
      spent.set(activity.name, { ...script.end(), state });
    }
    return spent;
  } finally {
    service.kill('SIGTERM');
    await once(service, 'exit');
    model.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function addressOf(service: ChildProcess): Promise<string> {
  for await (const part of service.stdout!) {
    const address = /http:\/\/[\d.:]+/.exec(String(part))?.[0];
    if (address !== undefined) return address;
  }
  throw new Error('the service did not start');
}

async function ask(url: string, { text }: Activity): Promise<string> {
  const answer = (await request(`${url}/api/search`, { question: text })) as {
    stages: { name: string; ran: boolean; reason: string | null }[];
  };
  const agent = answer.stages.find(({ name }) => name === 'agent');
  return agent?.ran ? 'answered' : `without the model: ${agent?.reason}`;
}

async function update(url: string, { text, image, inboxRef }: Activity): Promise<string> {
  const { id } = (await request(`${url}/api/update`, {
    text,
    images: image ? [{ name: 'photo.png', media_type: 'image/png', data: image.toString('base64') }] : [],
    ...(inboxRef && { inbox_ref: inboxRef }),
  })) as { id: string };
  for (;;) {
    const status = (await request(`${url}/api/updates/find`, { id })) as {
      state: string;
      reason: string | null;
    };
    if (status.state !== 'accepted' && status.state !== 'running')
      return status.reason === null ? status.state : `${status.state}: ${status.reason}`;
    await wait(50);
  }
}

async function request(url: string, body?: object): Promise<unknown> {
  const response = await fetch(
    url,
    body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    },
  );
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

/** Follows one activity at a time, counting what each request sends. */
function createScript() {
  let turns: Turn[] | null = null;
  let activity: Activity;
  let spent = { requests: 0, tokens: 0, cached: 0, failedCalls: 0 };
  const cache = createPromptCache();
  return {
    begin(next: Activity) {
      activity = next;
      turns = null;
      spent = { requests: 0, tokens: 0, cached: 0, failedCalls: 0 };
    },
    end: () => spent,
    next(body: string): Turn {
      const sent = JSON.parse(body) as AnthropicRequest;
      turns ??= turnsFor(activity, sent);
      const tokens = tokensOf(sent);
      const cached = cache.read(sent);
      const turn = turns[spent.requests] ?? { text: activity.says };
      spent = {
        requests: spent.requests + 1,
        tokens: spent.tokens + tokens,
        cached: spent.cached + cached,
        failedCalls: JSON.stringify(sent.messages).split('[error]').length - 1,
      };
      return turn;
    },
  };
}

interface AnthropicTool {
  name: string;
  description: string;
  input_schema: object;
}

interface AnthropicRequest {
  tools?: AnthropicTool[];
  system: { text: string }[];
  messages: { content: object[] }[];
}

/** The calls in the form that the version understands which sent the request. */
function turnsFor({ turns, says }: Activity, { tools = [], system }: AnthropicRequest): Turn[] {
  const has = (tool: string) => tools.some(({ name }) => name === tool);
  // Numbered, the files of the start count as read.
  const hasRead = system.some(({ text }) => /^\d+ +\| # Où j'en suis/m.test(text));
  const inForm = (call: Call) => {
    if ('readInput' in call) return has('keep') ? [{ name: 'read', input: { paths: 'input/text.md' } }] : [];
    if (!('keep' in call)) return call.ifUnread && hasRead ? [] : [{ name: call.name, input: call.input }];
    if (has('keep')) return [{ name: 'keep', input: { to: call.keep } }];
    return call.retyped === null
      ? []
      : [{ name: 'write', input: { path: call.keep, content: call.retyped } }];
  };
  const calls = turns.map((turn) => turn.flatMap(inForm)).filter((turn) => turn.length > 0);
  const done = { name: 'done', input: { text: says } };
  if (!has('done')) return [...calls.map((turn) => ({ calls: turn })), { text: says }];
  // A model that only looked must see the result before it ends.
  if (calls.at(-1)!.some(({ name }) => LOOKS.includes(name))) calls.push([]);
  return calls.map((turn, index) => ({ calls: index === calls.length - 1 ? [...turn, done] : turn }));
}

const LOOKS = ['tree', 'read', 'search'];

/** Text by characters, tools as JSON, pictures by their size. */
function tokensOf({ tools = [], system, messages }: AnthropicRequest): number {
  const blocks = [...system, ...messages.flatMap(({ content }) => content)];
  const toolTokens = tools.reduce((sum, tool) => sum + tokensOfTool(tool), 0);
  return blocks.reduce((sum, block) => sum + blockTokens(block), toolTokens);
}

/** Flags beside these three are for the provider, not for the model. */
function tokensOfTool({ name, description, input_schema }: AnthropicTool): number {
  return countTokens(JSON.stringify({ name, description, input_schema }));
}

function blockTokens(block: object): number {
  const { type, source, input, content } = block as {
    type: string;
    source?: { data: string };
    input?: object;
    content?: string | object[];
  };
  if (type === 'image') {
    const info = imageInfo(Buffer.from(source!.data, 'base64'))!;
    return imageTokens(info.width, info.height);
  }
  if (type === 'tool_use') return countTokens(JSON.stringify(input));
  if (type !== 'tool_result') return countTokens((block as { text: string }).text);
  if (typeof content === 'string') return countTokens(content);
  return content!.reduce((sum, inner) => sum + blockTokens(inner), 0);
}

/** Anthropic's rule: what was sent before, up to a block with a cache mark, is read from the cache. */
function createPromptCache() {
  const known = new Set<string>();
  return {
    read({ tools = [], system, messages }: AnthropicRequest): number {
      const hash = createHash('sha256');
      let before = 0;
      let cached = 0;
      const marked: string[] = [];
      const add = (block: object, tokens: number) => {
        hash.update(JSON.stringify(block, withoutCacheMark));
        before += tokens;
        const prefix = hash.copy().digest('hex');
        if (known.has(prefix)) cached = before;
        if (JSON.stringify(block).includes('"cache_control"')) marked.push(prefix);
      };
      for (const tool of tools) add(tool, tokensOfTool(tool));
      for (const block of [...system, ...messages.flatMap(({ content }) => content)])
        add(block, blockTokens(block));
      for (const prefix of marked) known.add(prefix);
      return cached;
    },
  };
}

function withoutCacheMark(key: string, value: unknown): unknown {
  return key === 'cache_control' ? undefined : value;
}

function report(
  what: string,
  activities: readonly Activity[],
  own: Replay,
  peer: Replay | null,
  form: 'mean' | 'sum' = 'mean',
): BenchRow[] {
  // An activity that one version settles without its model says nothing about tokens.
  const compared = activities.filter(
    ({ name }) => own.get(name)!.requests > 0 && (peer === null || peer.get(name)!.requests > 0),
  );
  const total = (of: Replay, key: 'tokens' | 'cached') =>
    Math.round(
      compared.reduce((sum, { name }) => sum + of.get(name)![key], 0) /
        (form === 'sum' ? 1 : compared.length),
    );
  const ours = total(own, 'tokens');
  const theirs = peer === null ? null : total(peer, 'tokens');
  if (form === 'mean') showDetails(what, activities, own, peer);
  return [
    {
      figure: `input tokens of ${what}, scripted model`,
      value: `${number(ours)}, of which ${number(total(own, 'cached'))} from a prompt cache`,
      peer: theirs === null ? '' : `0.1.0, ${number(theirs)}`,
      ratio: theirs === null ? '' : ratioOf(ours, theirs),
      wanted: 'at most 0.33×',
    },
  ];
}

function showDetails(what: string, activities: readonly Activity[], own: Replay, peer: Replay | null): void {
  console.log(
    `\n| ${what} | requests | tokens | cached | 0.1.0 | ratio | outcome |\n|---|---|---|---|---|---|---|`,
  );
  for (const { name } of activities) {
    const ours = own.get(name)!;
    const theirs = peer?.get(name);
    const failed = [ours, theirs].map((spent) => spent?.failedCalls ?? 0);
    const outcome = `${ours.state}${theirs ? ` / ${theirs.state}` : ''}${failed.some((count) => count > 0) ? `, failed calls ${failed.join(' / ')}` : ''}`;
    console.log(
      `| ${name} | ${ours.requests}${theirs ? ` / ${theirs.requests}` : ''} | ${number(ours.tokens)} | ${number(ours.cached)} | ${theirs ? number(theirs.tokens) : ''} | ${theirs && ours.requests > 0 ? ratioOf(ours.tokens, theirs.tokens) : ''} | ${outcome} |`,
    );
  }
}

function number(value: number): string {
  return value.toLocaleString('en');
}
