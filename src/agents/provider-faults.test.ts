import { describe, expect, it } from 'vitest';
import { png } from '../../test/support/images.js';
import { scriptedModel, type Turn, type Wire } from '../../test/support/scripted-model.js';
import { type TempVault, tempVault } from '../../test/support/temp-vault.js';
import { createAgents } from './create-agents.js';
import type { Provider, RunLimits } from './model-settings.js';

const notes = () =>
  tempVault({
    'projects/startup-x/state.md': '## Statut\n"actif" depuis mai\n',
    'projects/startup-x/changelog.md': '# 2025-07-01\n\n## Lancement\nDébut.\n',
    'overview.md': 'Startup X : paiement.\n',
    'profile.md': 'Camille, Nantes.\n',
  });

async function agentsFor(wire: Wire, provider: Provider, turns: Turn[], limits: Partial<RunLimits> = {}) {
  const { settings, requests } = await scriptedModel(wire, turns, provider);
  const agents = createAgents({
    model: settings,
    key: 'k',
    language: 'fr',
    limits: { retries: 0, ...limits },
  });
  const file = (vault: TempVault, text: string, inbox_ref: string | null = null) =>
    agents.file({
      id: 'u1',
      input: { text, images: [], inbox_ref },
      context: vault.context,
      takeBack: async () => null,
      onEvent: () => {},
      signal: new AbortController().signal,
    });
  const ask = (vault: TempVault, question: string) => agents.answer(vault.context, { question });
  return { file, ask, requests };
}

const READ = { name: 'read', input: { paths: 'vault/projects/startup-x/state.md' } };
const SEARCH = { name: 'search', input: { queries: ['statut actif'] } };
const LOG = {
  name: 'append',
  input: {
    path: 'vault/projects/startup-x/changelog.md',
    position: 'top',
    content: '# 2025-07-14\n\n## Bloqué',
  },
};
const done = (text: string) => ({ name: 'done', input: { text } });

/** Every text of a request. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

describe.each<[Provider, Wire]>([
  ['anthropic', 'anthropic'],
  ['openai', 'openai'],
  ['mistral', 'mistral'],
  ['google', 'google'],
  ['openai-compatible', 'openai'],
])('behind the package of %s', (provider, wire) => {
  it.each<[string, Turn, RegExp]>([
    ['cut off', { text: 'Je vais', ends: 'too long' }, /was cut off/],
    ['refused', { ends: 'refused' }, /refused to answer|gave no answer/],
    ['silent', { text: '' }, /gave no answer|No output/],
  ])('an update whose model is %s fails, and its input is not lost', async (_, turn, message) => {
    const { file } = await agentsFor(wire, provider, [{ calls: [READ] }, turn]);
    await expect(file(notes(), 'startup-x est bloqué')).rejects.toMatchObject({
      code: 'model',
      message: expect.stringMatching(message),
    });
  });

  it('an update that reaches a limit before it filed anything fails', async () => {
    const turns = [{ calls: [READ] }, { calls: [SEARCH] }, { text: 'Il reste tout à faire.' }];
    for (const limits of [{ steps: 2 }, { tokens: 150 }]) {
      const { file } = await agentsFor(wire, provider, turns, limits);
      await expect(file(notes(), 'startup-x est bloqué')).rejects.toThrow(
        'reached the limit of steps or tokens',
      );
    }
    const { file } = await agentsFor(wire, provider, [...turns.slice(0, 2), { calls: [SEARCH] }], {
      steps: 2,
    });
    await expect(file(notes(), 'startup-x est bloqué')).rejects.toThrow(
      'reached the limit of steps or tokens',
    );
  });

  it('uses its last step to file what is left', async () => {
    const turns = [{ calls: [READ] }, { calls: [LOG, done('Noté.')] }];
    const { file, requests } = await agentsFor(wire, provider, turns, { steps: 1 });
    expect(await file(notes(), 'startup-x est bloqué')).toMatchObject({ state: 'done', summary: 'Noté.' });
    expect(requests.at(-1)).toContain('This is your last step');
  });

  it('gives results of tools as plain text, and the request at a limit not as a message after them', async () => {
    const turns = [{ calls: [READ] }, { calls: [SEARCH] }, { text: 'Actif.' }];
    const { ask, requests } = await agentsFor(wire, provider, turns, { steps: 2 });
    await ask(notes(), 'Quel est le statut ?');
    const sent = JSON.parse(requests[2]!) as { messages?: { role: string }[]; contents?: { role: string }[] };
    const result = textsOf(sent).find((text) => text.includes('source="read"'));
    expect(result).toMatch(/^<vault-data-\w+ source="read">\n```vault\/projects\/startup-x\/state\.md\n/);
    expect(result).toContain('| "actif" depuis mai\n');
    expect(textsOf(sent).join('\n')).toContain('Write the overview now');
    if (sent.messages && wire !== 'anthropic') expect(sent.messages.at(-1)!.role).toBe('tool');
  });

  it('still answers with passages at the limit of tokens', async () => {
    const turns = [{ calls: [SEARCH] }, { text: 'Actif depuis mai.' }];
    const { ask } = await agentsFor(wire, provider, turns, { tokens: 50 });
    const answer = await ask(notes(), 'Quel est le statut de startup-x ?');
    expect(answer.overview).toBe('Actif depuis mai.');
    expect(answer.files.length).toBeGreaterThan(0);
  });

  it('shows an image of the vault as an image, or says that it can not', async () => {
    const vault = notes();
    vault.put('bucket/photo.png', png(40, 30));
    const turns = [{ calls: [{ name: 'read', input: { paths: 'bucket/photo.png' } }] }, { text: 'Vu.' }];
    const { ask, requests } = await agentsFor(wire, provider, turns);
    await ask(vault, 'Que montre la photo ?');
    const bytes = png(40, 30).toString('base64');
    const holders = textsOf(JSON.parse(requests[1]!)).filter((text) => text.includes(bytes));
    expect(requests[1]).toContain('[image] vault/bucket/photo.png (image/png, 40×30)');
    if (provider === 'mistral') {
      expect(holders).toEqual([]);
      expect(requests[1]).toContain("can't show images");
    } else expect(holders).toEqual([wire === 'openai' ? `data:image/png;base64,${bytes}` : bytes]);
  });

  it('ends in the request of its last calls, once all of them succeed', async () => {
    const vault = notes();
    const wrong = {
      name: 'edit',
      input: { path: 'vault/projects/startup-x/state.md', old_content: 'absent', new_content: 'x' },
    };
    const right = { ...wrong, input: { ...wrong.input, old_content: '"actif"', new_content: '"bloqué"' } };
    const { file, requests } = await agentsFor(wire, provider, [
      { calls: [READ] },
      { calls: [LOG, wrong, done('Bloqué.')] },
      { calls: [right, done('Startup X est bloqué.')] },
    ]);
    expect(await file(vault, 'startup-x est bloqué')).toMatchObject({ summary: 'Startup X est bloqué.' });
    expect(requests).toHaveLength(3);
    const last = textsOf(JSON.parse(requests[2]!)).join('\n');
    expect(last).toContain('old_content does not occur in the file');
    expect(last).toContain(
      'The other calls of this step succeeded: append vault/projects/startup-x/changelog.md',
    );
    expect(last).toContain('Not ended: correct the call that failed first.');
    expect(vault.get('projects/startup-x/state.md')).toContain('"bloqué"');
  });

  it('counts what came from the prompt cache', async () => {
    const turns = [{ calls: [SEARCH] }, { text: 'Actif.', cached: 80 }];
    const { ask } = await agentsFor(wire, provider, turns);
    const { usage } = await ask(notes(), 'Quel est le statut ?');
    expect(usage).toMatchObject({ inputTokens: 200, cachedTokens: 80 });
  });
});

describe('the prompt cache of Anthropic', () => {
  it('is asked to keep what stays the same, and each request begins with the one before', async () => {
    const turns = [{ calls: [SEARCH] }, { calls: [READ] }, { text: 'Actif.' }];
    const { ask, requests } = await agentsFor('anthropic', 'anthropic', turns);
    await ask(notes(), 'Quel est le statut ?');
    const sent = requests.map((body) => JSON.parse(body));
    for (const { system, messages } of sent) {
      expect(system.map((part: object) => 'cache_control' in part)).toEqual([true, true]);
      expect(messages.at(-1).content.at(-1)).toHaveProperty('cache_control');
    }
    const unmarked = (value: unknown) =>
      JSON.stringify(value, (key, inner) => (key === 'cache_control' ? undefined : inner));
    expect(unmarked(sent[2].system)).toBe(unmarked(sent[0].system));
    expect(unmarked(sent[2].messages.slice(0, 3))).toBe(unmarked(sent[1].messages));
  });
});

describe('the start of a run', () => {
  it('shows overview and profile numbered, and lets the run edit them at once', async () => {
    const vault = notes();
    const change = {
      name: 'edit',
      input: {
        path: 'vault/profile.md',
        old_content: '1  | Camille, Nantes.',
        new_content: 'Camille, Brest.',
      },
    };
    const { file, requests } = await agentsFor('anthropic', 'anthropic', [
      { calls: [change, done('Profil changé.')] },
    ]);
    expect(await file(vault, 'Je vis à Brest')).toMatchObject({ state: 'done' });
    expect(vault.get('profile.md')).toContain('Camille, Brest.');
    const start = textsOf(JSON.parse(requests[0]!)).join('\n');
    expect(start).toContain('vault/overview.md:\n1  | Startup X : paiement.');
    expect(start).toContain('Today is Monday, 2025-07-14.');
    expect(start).toContain('A file keeps its language, a new one takes the profile');
    for (const noise of ['$schema', '9007199254740991', 'additionalProperties'])
      expect(requests[0]).not.toContain(noise);
  });

  it('names no tool that the agent does not have', async () => {
    const ofUpdate = await agentsFor('anthropic', 'anthropic', [{ text: 'Rien.' }]);
    await ofUpdate.file(notes(), 'rien');
    const ofSearch = await agentsFor('anthropic', 'anthropic', [{ text: 'Rien.' }]);
    await ofSearch.ask(notes(), 'rien ?');
    const promptOf = ({ requests }: { requests: string[] }) =>
      JSON.parse(requests[0]!).system[0].text as string;
    expect(promptOf(ofUpdate)).not.toMatch(/\bconcat\b/);
    expect(promptOf(ofSearch)).not.toMatch(/\b(append|keep|delete|edit)\b/);
  });

  it('does not repeat a file that was read and has not changed', async () => {
    const { ask, requests } = await agentsFor('anthropic', 'anthropic', [
      { calls: [READ] },
      { calls: [READ] },
      { text: 'Actif.' },
    ]);
    await ask(notes(), 'Quel est le statut ?');
    const last = textsOf(JSON.parse(requests[2]!)).filter((text) => text.includes('source="read"'));
    expect(last.map((text) => text.includes('depuis mai'))).toEqual([true, false]);
    expect(last[1]).toContain('[unchanged] vault/projects/startup-x/state.md: shown above');
  });
});

describe('an answer to the inbox that does not settle its question', () => {
  it('leaves the update waiting for another one', async () => {
    const vault = notes();
    vault.put('inbox/2025-07-14-devis/review.md', '# Quel projet ?\n');
    const { file } = await agentsFor('anthropic', 'anthropic', [
      { calls: [done('La réponse ne dit pas quel projet.')] },
    ]);
    expect(await file(vault, 'je ne sais pas', '2025-07-14-devis')).toMatchObject({
      state: 'needs_answer',
      summary: 'La réponse ne dit pas quel projet.',
      inbox: '2025-07-14-devis',
    });
  });
});
