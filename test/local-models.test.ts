import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type RunResult, rappel } from './support/rappel.js';
import { removeFolder } from './support/remove-folder.js';

/**
 * The real command line and the real process of local models, over a stand-in of the runtime that people install
 * themselves: a model is a small text file, and its vector counts three letters.
 */
const RUNTIME = `
export async function getLlama(options) {
  if (options.build !== 'never') throw new Error('it would compile');
  return {
    async loadModel({ modelPath }) {
      const { readFileSync } = await import('node:fs');
      const text = readFileSync(modelPath, 'utf8');
      if (text === 'crash') process.exit(11);
      if (!text.startsWith('model')) throw new Error('this is no model');
      const count = (tokens, letter) => tokens.filter((token) => token === letter).length;
      return {
        trainContextSize: 4096,
        tokenize: (text) => [...text],
        createEmbeddingContext: async () => ({
          getEmbeddingFor: async (tokens) => ({ vector: ['z', 'q', 'k'].map((letter) => count(tokens, letter)) }),
        }),
        createRankingContext: async () => ({ rank: async (_, tokens) => count(tokens, 'z') }),
        createContext: async () => ({ getSequence: () => ({ clearHistory: async () => {} }) }),
      };
    },
  };
}
export class LlamaChatSession {
  async prompt() { return 'lex: zèbre'; }
}
`;

let home: string;
let vault: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'rappel-models-'));
  vault = join(home, 'vault');
  const runtime = join(home, 'runtime', 'node_modules', 'node-llama-cpp', 'dist');
  mkdirSync(runtime, { recursive: true });
  writeFileSync(join(runtime, 'index.js'), RUNTIME);
  writeFileSync(join(runtime, '..', 'package.json'), '{"type":"module"}');
  writeFileSync(join(home, 'small.gguf'), 'model');
  return () => removeFolder(home);
});

function run(args: string[], env: NodeJS.ProcessEnv = {}): Promise<RunResult> {
  const all = { HOME: home, RAPPEL_LLAMA: join(home, 'runtime'), ...env };
  return rappel(args, { vault, env: all });
}

async function stagesOf(query: string): Promise<Record<string, { ran: boolean; reason: string | null }>> {
  const { out } = await run(['find', '--deep', '--json', query]);
  const { stages } = JSON.parse(out) as { stages: { name: string; ran: boolean; reason: string | null }[] };
  return Object.fromEntries(stages.map(({ name, ...stage }) => [name, stage]));
}

describe('Models on this machine', () => {
  it('are chosen with a command, tried at once, kept, and used by deep search', async () => {
    await run(['init']);
    for (const role of ['embeddings', 'rerank', 'expansion']) {
      const chosen = await run(['models', 'use', role, join(home, 'small.gguf')]);
      expect(chosen).toMatchObject({ code: 0, err: '' });
    }
    const config = JSON.parse(readFileSync(join(home, '.config', 'rappel', 'config.json'), 'utf8'));
    expect(config.search.embeddings).toEqual({ path: join(home, 'small.gguf'), dimensions: 3 });
    expect((await run(['models'])).out).toContain(`rerank      ${join(home, 'small.gguf')}`);

    writeFileSync(join(vault, 'projects', 'zoo.md'), '# Zoo\n\nLe zèbre mange du quinoa au kiosque.\n');
    const stages = await stagesOf('quiz zz kk');
    expect(stages).toMatchObject({
      expansion: { ran: true },
      vectors: { ran: true, reason: null },
      rerank: { ran: true },
    });
    // Its vectors are another's once it is gone; what came with Rappel does the work again.
    await run(['models', 'use', 'embeddings', 'none']);
    await run(['models', 'use', 'rerank', 'none']);
    expect(await stagesOf('zèbre')).toMatchObject({ vectors: { ran: true }, rerank: { ran: false } });
  });

  it('never keep a search from its answer: a crash, a lost file, no runtime are named', async () => {
    await run(['init']);
    writeFileSync(join(vault, 'projects', 'zoo.md'), '# Zoo\n\nLe zèbre mange du quinoa au kiosque.\n');
    await run(['models', 'use', 'rerank', join(home, 'small.gguf')]);
    writeFileSync(join(home, 'small.gguf'), 'crash');
    expect((await stagesOf('zèbre')).rerank).toEqual({
      ran: false,
      reason: 'the process of the local models ended with code 11',
    });
    rmSync(join(home, 'small.gguf'));
    expect((await stagesOf('zèbre')).rerank!.reason).toMatch(/^small\.gguf can't be loaded: ENOENT/);
    removeFolder(join(home, 'runtime'));
    const found = await run(['find', '--deep', 'zèbre']);
    expect(found.code).toBe(0);
    expect(found.out).toContain('zoo.md');
    expect((await stagesOf('zèbre')).rerank!.reason).toBe(
      'node-llama-cpp is not installed; install it with: npm install -g node-llama-cpp',
    );
  });

  it('are refused in one sentence where they are none, and nothing is kept', async () => {
    writeFileSync(join(home, 'other.gguf'), 'a poem');
    const broken = await run(['models', 'use', 'embeddings', join(home, 'other.gguf')]);
    expect(broken.code).toBe(1);
    expect(broken.err).toContain("[error] other.gguf can't be loaded: this is no model");
    expect((await run(['models', 'use', 'embeddings', join(home, 'none.gguf')])).err).toContain(
      'no such file',
    );
    expect((await run(['models', 'use', 'poetry', 'x'])).code).toBe(2);
    // Nobody is there to say yes: nothing is fetched.
    const url = await run(['models', 'use', 'rerank', 'http://127.0.0.1:9/x.gguf']);
    expect(url.code).toBe(1);
    expect((await run(['models'])).out).toContain('embeddings  the model that comes with Rappel');
  });
});
