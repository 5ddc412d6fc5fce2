import { describe, expect, it } from 'vitest';
import { scriptedModel, type Turn, type Wire } from '../../test/support/scripted-model.js';
import { type TempVault, tempVault } from '../../test/support/temp-vault.js';
import type { AgentEvent, Answer } from './answer.js';
import { createAgents } from './create-agents.js';
import type { RunLimits } from './model-settings.js';

const CHANGELOG = `---
created: 2025-01-10T10:00:00
updated: 2025-07-14T18:30:00
tokens: 50
---

# 2025-07-14

## [décision] Abandon de l'API externe
Le prestataire ne peut pas livrer avant juin.
`;

const notes = () =>
  tempVault({
    'projects/startup-x/changelog.md': CHANGELOG,
    'projects/startup-x/state.md': '## Statut global\nactif\n',
    'profile.md': 'Camille, Nantes.\n',
    'overview.md': 'Startup X : paiement.\n',
  });

const SEARCH = { name: 'search', input: { queries: ['abandon API externe'], mode: 'fast' } };
const CONCAT = {
  name: 'concat',
  input: { files: [{ path: 'vault/projects/startup-x/changelog.md', lines: '9-10' }] },
};
const OVERVIEW =
  "L'API externe a été abandonnée le 14 juillet 2025.\nLe prestataire ne livrait pas avant juin.";

async function ask(
  vault: TempVault,
  wire: Wire,
  turns: Parameters<typeof scriptedModel>[1],
  limits: Partial<RunLimits> = {},
  max_tokens: number | null = null,
) {
  const model = await scriptedModel(wire, turns);
  const agents = createAgents({ model: model.settings, key: 'k', language: 'fr', limits });
  const events: AgentEvent[] = [];
  const run = agents.answer(
    vault.context,
    { question: "Pourquoi l'API externe a-t-elle été abandonnée ?", max_tokens },
    { onEvent: (event) => events.push(event) },
  );
  return { answer: await run, events, requests: model.requests };
}

describe.each<Wire>(['openai', 'anthropic'])('the search agent over the %s wire', (wire) => {
  it('searches, reads, assembles, and writes the two-part answer', async () => {
    const turns: Turn[] = [
      { thinking: 'Je cherche.', calls: [SEARCH] },
      { calls: [{ name: 'read', input: { paths: 'vault/projects/startup-x/state.md' } }] },
      { calls: [CONCAT] },
      { text: OVERVIEW },
    ];
    const { answer, events, requests } = await ask(notes(), wire, turns);
    expect(answer.text).toBe(`${OVERVIEW}

---

\`\`\`vault/projects/startup-x/changelog.md (lines 9-10)
9  | ## [décision] Abandon de l'API externe
10 | Le prestataire ne peut pas livrer avant juin.
\`\`\``);
    expect(answer.overview).toBe(OVERVIEW);
    expect([answer.verdict, answer.confidence]).toEqual(['answers', null]);
    expect(answer.files).toMatchObject([{ path: 'vault/projects/startup-x/changelog.md', lines: '9-10' }]);
    expect(answer.usage).toEqual({
      model: 'scripted',
      inputTokens: 400,
      cachedTokens: 0,
      outputTokens: 40,
      steps: 4,
      cost: (400 + 80) / 1e6,
    });
    expect(
      events.filter(({ type }) => type === 'tool-call').map((event) => (event as { tool: string }).tool),
    ).toEqual(['search', 'read', 'concat']);
    expect(
      events.filter(({ type }) => type === 'tool-result').every((event) => (event as { ok: boolean }).ok),
    ).toBe(true);
    expect(events.some(({ type }) => type === 'thinking')).toBe(true);
    expect(events.at(-1)).toEqual({ type: 'done' });
    // The first request carries date, overview, tree and profile as data, and no writing tool.
    expect(requests[0]).toContain('Today is Monday, 2025-07-14');
    expect(requests[0]).toContain('Camille, Nantes.');
    for (const tool of ['write', 'edit', 'append', 'move', 'delete'])
      expect(requests[0]).not.toContain(`"name":"${tool}"`);
    expect(requests[1]).toContain('vault-data');
  });

  it('refuses lines that never appeared, and lets the model mend it', async () => {
    const invented = {
      name: 'concat',
      input: { files: [{ path: 'vault/projects/startup-x/changelog.md', lines: '9-10' }] },
    };
    const { answer, requests } = await ask(notes(), wire, [
      { calls: [{ name: 'read', input: { paths: 'vault/projects/startup-x/state.md' } }] },
      { calls: [invented] },
      { calls: [SEARCH] },
      { calls: [invented] },
      { text: OVERVIEW },
    ]);
    expect(requests[2]).toContain('was neither found nor read in this run');
    expect(answer.files).toHaveLength(1);
  });

  it('refuses a document over the budget, and lets the clerk choose where the model gives up', async () => {
    const vault = notes();
    const long = Array.from({ length: 80 }, (_, day) => `Note ${day} : rien de neuf pour le prestataire.`);
    vault.put('projects/startup-x/bucket/long.md', `# Journal\n\n${long.join('\n\n')}\n`);
    const whole = { name: 'concat', input: { files: [{ path: 'vault/projects/startup-x/bucket/long.md' }] } };
    const reading = { name: 'read', input: { paths: 'vault/projects/startup-x/bucket/long.md' } };
    const turns = [{ calls: [reading] }, { calls: [whole] }, { text: OVERVIEW }];
    const { answer, requests } = await ask(vault, wire, turns, {}, 400);
    expect(requests[0]).toContain('at most 250 tokens');
    expect(requests[2]).toMatch(/files: got \d+ tokens, expected at most 250/);
    expect(answer.text).toContain("## [décision] Abandon de l'API externe");
    expect(answer.text.length / 4).toBeLessThan(400);
  });

  it('goes on after wrong arguments, an unknown tool and a tool that fails', async () => {
    const { answer, requests } = await ask(notes(), wire, [
      { calls: [{ name: 'read', input: { file: 'x.md' } }] },
      { calls: [{ name: 'delete', input: { path: 'profile.md' } }] },
      { calls: [{ name: 'read', input: { paths: 'vault/nothing.md' } }] },
      { text: 'Rien trouvé.' },
    ]);
    expect(requests[1]).toContain('unknown parameter file');
    expect(requests[2]).toContain('delete');
    expect(requests[3]).toContain('no such file or folder');
    expect(answer.text).toBe('Rien trouvé.');
  });

  it.each([
    [[CONCAT], `${OVERVIEW}\n\nverdict: may_answer`, 'may_answer'],
    [[CONCAT], `${OVERVIEW}\n**Verdict:** answers`, 'answers'],
    [[CONCAT], `${OVERVIEW}\nverdict: nothing`, 'may_answer'],
    [[], `${OVERVIEW}\nverdict: answers`, 'nothing'],
  ])(
    'takes the verdict from the last line, unless the passages contradict it',
    async (calls, text, verdict) => {
      const { answer } = await ask(notes(), wire, [
        { calls: [SEARCH] },
        ...calls.map((call) => ({ calls: [call] })),
        { text },
      ]);
      expect(answer.verdict).toBe(verdict);
      expect(answer.overview).toBe(OVERVIEW);
    },
  );

  it('ends an endless loop with one last call without tools', async () => {
    const vault = notes();
    const { answer, requests } = await ask(
      vault,
      wire,
      (_, call) => (call < 3 ? { calls: [SEARCH] } : { text: 'Voici ce que je sais.' }),
      { steps: 3 },
    );
    expect(requests).toHaveLength(4);
    expect(requests[3]).toContain('Write the overview now');
    expect(answer.overview).toBe('Voici ce que je sais.');
    expect(answer.text).toContain("Abandon de l'API externe");
  });

  it('retries where the provider asks to wait', async () => {
    const { answer, requests } = await ask(notes(), wire, [
      { status: 429 },
      { status: 529 },
      { calls: [SEARCH] },
      { calls: [CONCAT] },
      { text: OVERVIEW },
    ]);
    expect(requests).toHaveLength(5);
    expect(answer.overview).toBe(OVERVIEW);
  });

  it.each<[string, Turn[], Partial<RunLimits>]>([
    ['a refused key', [{ status: 401 }], {}],
    ['a refusal without a word', [{ ends: 'refused' }], {}],
    ['a stream that is cut', [{ text: 'Voici le début de la réponse', cut: true }], { retries: 0 }],
    ['a model that never answers', [{ hang: true }], { answerMilliseconds: 300 }],
    ['a server that keeps failing', [{ status: 500 }, { status: 500 }], { retries: 1 }],
  ])('lets the clerk answer after %s, and says why', async (_, turns, limits) => {
    const { answer } = await ask(notes(), wire, turns, limits);
    expect(answer.text).toContain("## [décision] Abandon de l'API externe");
    expect(answer.overview).toContain('Le modèle n’a pas répondu');
    const stage = answer.stages.find(({ name }) => name === 'agent');
    expect(stage).toMatchObject({ ran: false });
    expect(stage!.reason).not.toBe('');
  });
});

describe('while the model works', () => {
  it('streams what the clerk finds', async () => {
    const model = await scriptedModel('openai', [{ hang: true }]);
    const agents = createAgents({ model: model.settings, key: null, language: 'en' });
    const stop = new AbortController();
    const drafts: Answer[] = [];
    const onEvent = (event: AgentEvent) => {
      if (event.type !== 'draft') return;
      drafts.push(event.answer);
      stop.abort();
    };
    const question = "Pourquoi l'API externe a-t-elle été abandonnée ?";
    const run = agents.answer(notes().context, { question }, { onEvent, signal: stop.signal });
    await expect(run).rejects.toMatchObject({ code: 'model' });
    expect(drafts).toHaveLength(1);
    expect(drafts[0]!.text).toContain("## [décision] Abandon de l'API externe");
    expect(drafts[0]!.overview).toContain('Le modèle travaille encore');
  });
});

describe('cancelling', () => {
  it('stops the run and gives no answer', async () => {
    const model = await scriptedModel('openai', [{ hang: true }]);
    const agents = createAgents({ model: model.settings, key: null, language: 'en' });
    const stop = new AbortController();
    const run = agents.answer(notes().context, { question: 'x' }, { signal: stop.signal });
    stop.abort();
    await expect(run).rejects.toMatchObject({ code: 'model', message: 'the run was cancelled' });
  });
});
