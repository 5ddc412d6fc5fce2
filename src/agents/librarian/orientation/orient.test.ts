import { describe, expect, it } from 'vitest';
import { tempVault } from '../../../../test/support/temp-vault.js';
import { answerByRule } from '../answer-question.js';

const FILES = {
  'overview.md': '---\nabout: map\n---\n\n# Now\n\nTwo boats.\n\n- **ketch**: the big one\n',
  'profile.md': '---\nabout: me\n---\n',
  'tasks.md': '# Buy rope\nstatus: to-do | prio: low\n\n# Sell anchor\nstatus: done\ndeadline: 2025-07-13\n',
  'changelog.md': '# 2025-07-10\n\n## Rope snapped\nIn the harbour.\n',
  'projects/ketch/description.md': '# The Ketch\n\nA boat of wood.\n',
  'projects/ketch/state.md': '# Status\n\nIn dry dock.\n\n# Deadlines\n\n- 2025-07-22: survey\n',
  'projects/ketch/tasks.md':
    '# Paint hull\nstatus: in progress\ndeadline: 2025-07-20\n\n# Call surveyor\nstatus: to-do\ndeadline: 2025-07-11\n',
  'projects/ketch/changelog.md':
    '# 2025-07-11\n\n## [decision] Blue paint\nAs before.\n\n## Mast lifted\nBy crane.\n\n# 2025-06-30\n\n## Hauled out\n',
  'projects/dinghy/description.md': '# Dinghy\n\nA boat of rubber.\n',
  'journal/2025-07-09.md': 'Rain all day.\n',
};

async function ask(question: string, extra: object = {}, files: Record<string, string> = FILES) {
  const { context } = tempVault(files);
  return answerByRule(context, { question, asked_on: '2025-07-12', ...extra });
}
const shown = async (...asked: Parameters<typeof ask>) =>
  (await ask(...asked)).files.map(({ path, lines }) => `${path}:${lines}`);

describe('An orientation question', () => {
  it('about a project shows its state, its newest days and its tasks', async () => {
    expect(await shown('Where were we on the ketch?')).toEqual([
      'vault/projects/ketch/state.md:1-7',
      'vault/projects/ketch/changelog.md:1-11',
      'vault/projects/ketch/tasks.md:1-7',
    ]);
    expect((await ask('Où en est-on du ketch ?')).overview).toMatch(
      /^The Ketch : In dry dock\.\nÀ venir : Call surveyor \(pour le 2025-07-11\) · Paint hull .* · 2025-07-22: survey\nDernière entrée : 2025-07-11, \[decision\] Blue paint/,
    );
  });

  it('about what to do shows open tasks, those that are due first', async () => {
    expect(await shown('What should I do next?')).toEqual([
      'vault/projects/ketch/tasks.md:1-7',
      'vault/tasks.md:1-2',
    ]);
    expect(await shown('Quelles sont mes tâches en cours ?')).toEqual(['vault/projects/ketch/tasks.md:1-3']);
  });

  it('about deadlines shows those of tasks and states', async () => {
    const files = ['vault/projects/ketch/tasks.md:1-7', 'vault/projects/ketch/state.md:7-7'];
    expect(await shown('When is the ketch due?')).toEqual(files);
    expect((await ask('Quelles sont les prochaines échéances ?')).overview).toContain('2025-07-22: survey');
  });

  it('does without files of another project that are no text', async () => {
    const broken = ['description', 'state', 'tasks', 'changelog'].map((name) => `projects/broken/${name}.md`);
    const files = { ...FILES, ...Object.fromEntries(broken.map((path) => [path, '\0\u0001'])) };
    for (const question of ['Where were we?', 'What should I do next?', 'What did we do last week?', 'ketch'])
      expect(await shown(question, {}, files), question).toEqual(await shown(question));
    expect((await ask('Where are we on broken?', {}, files)).verdict).toBe('nothing');
  });

  it('about deadlines of very many projects shows the soonest', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 28 }, (_, at) => [
        `projects/p${at}/state.md`,
        `# Deadlines\n\n- 2025-08-${String(28 - at).padStart(2, '0')}: survey\n`,
      ]),
    );
    const { overview, files: named } = await ask('Quelles sont les prochaines échéances ?', {}, files);
    expect(overview).toContain('2025-08-01: survey · 2025-08-02: survey');
    expect(named[0]!.path).toBe('vault/projects/p27/state.md');
    expect(named).toHaveLength(8);
  });

  it('about deadlines of a time shows those, in tasks and states', async () => {
    expect(await shown('What is due next week?')).toEqual(['vault/projects/ketch/tasks.md:1-3']);
    expect(await shown('What is due in the next 10 days?')).toEqual([
      'vault/projects/ketch/tasks.md:1-7',
      'vault/projects/ketch/state.md:7-7',
    ]);
    expect((await ask('What is due on 22 July 2025?')).overview).toMatch(/^Next: 2025-07-22: survey\n/);
    expect((await ask('What is due tomorrow?')).overview).toMatch(/^Nothing is due on 2025-07-13\./);
  });

  it('about what is due before a day leaves out what happened on a day, and shows a deadline that passed', async () => {
    const state =
      '# Validated\n\n- Charts drawn (final, 2025-07-01).\n\n## Deadlines\n\n- 2025-07-08: sails\n\n# Focus\n\n- Varnish by 2025-07-13\n';
    const files = { ...FILES, 'projects/ketch/state.md': state };
    const { overview } = await ask('What must I do before Monday?', {}, files);
    expect(overview).toContain(
      'Next: 2025-07-08: sails · Call surveyor (due 2025-07-11) · Varnish by 2025-07-13',
    );
  });

  it('about what is due before, by or after a day means the coming one', async () => {
    const asked = { asked_on: '2025-07-15' }; // a Tuesday; one task is late, one is due on Sunday
    const both = ['vault/projects/ketch/tasks.md:1-7'];
    for (const question of [
      'What must I do before Monday?',
      'Que faire d’ici dimanche ?',
      'Que faut-il faire avant lundi ?',
      'What is due by Sunday?',
    ])
      expect(await shown(question, asked), question).toEqual(both);
    expect(await shown('What is due after Sunday?', asked)).toEqual(['vault/projects/ketch/state.md:7-7']);
    expect((await ask('Que dois-je faire avant dimanche ?', { asked_on: '2025-07-01' })).overview).toMatch(
      /^Aucune échéance jusqu’au 2025-07-05\./,
    );
  });

  it('about a past or future day shows what is due then if nothing is recorded', async () => {
    const asked = { asked_on: '2025-07-18' };
    expect(await shown('Quoi de prévu dimanche ?', asked)).toEqual(['vault/projects/ketch/tasks.md:1-3']);
    expect(await shown('Sunday', asked)).toEqual(['vault/projects/ketch/tasks.md:1-3']);
    expect((await ask('Sunday', asked)).overview).toMatch(
      /^1 of 3 open tasks.*\nNext: Paint hull \(due 2025-07-20\)/,
    );
    expect(await shown('Friday', asked)).toEqual(['vault/projects/ketch/changelog.md:1-7']);
  });

  it('about a time shows its days and its dated notes', async () => {
    expect(await shown('What did we do this week?')).toEqual([
      'vault/projects/ketch/changelog.md:1-7',
      'vault/changelog.md:1-4',
      'vault/journal/2025-07-09.md:1-1',
    ]);
    expect(await shown("Qu'a-t-on décidé hier ?")).toEqual(['vault/projects/ketch/changelog.md:1-4']);
  });

  it('may name its time by an entry of a changelog', async () => {
    const files = {
      'changelog.md':
        '# 2025-07-10\n\n## After\n\n# 2025-07-08\n\n## Boat launched\n\n# 2025-07-01\n\n## Launch moved to July\n',
    };
    expect(await shown('What have we done since the launch?', {}, files)).toEqual(['vault/changelog.md:1-7']);
    expect(await shown('What happened before the launch?', {}, files)).toEqual(['vault/changelog.md:9-11']);
    const { stages } = await ask('Who called about paint since the launch?', {}, files);
    expect(stages).toContainEqual({ name: 'time', ran: true, reason: '2025-07-08..2025-07-12' });
  });

  it('about a time without entries says so and shows the last one before', async () => {
    const { overview, files } = await ask('What did we do on 8 July?');
    expect(overview).toMatch(
      /^Nothing is recorded on 2025-07-08\.\nLast entry: 2025-06-30, ketch: Hauled out/,
    );
    expect(files).toMatchObject([{ path: 'vault/projects/ketch/changelog.md', lines: '9-11' }]);
    const { stages } = await ask('What happened in 1942?');
    expect(stages.map(({ name }) => name)).toContain('bm25');
  });

  it('about the projects shows how the overview and the descriptions present them', async () => {
    expect(await shown('Which projects do I have?')).toEqual([
      'vault/overview.md:9-9',
      'vault/projects/dinghy/description.md:1-3',
    ]);
  });

  it('may take its project from the only scope', async () => {
    expect(await shown('What is blocked?', { scopes: ['ketch'] })).toContain(
      'vault/projects/ketch/state.md:1-7',
    );
  });

  it('says that a scope is nowhere, and which folder is nearest', async () => {
    const { overview } = await ask('Which paint is blue?', { scopes: ['ketsch-x'] });
    expect(overview).toContain('ketsch-x (not found; the nearest is vault/projects/ketch/)');
    const { overview: french } = await ask('Quelle est la couleur ?', { scopes: ['ketsch-x'] });
    expect(french).toContain('ketsch-x (introuvable ; le plus proche est vault/projects/ketch/)');
  });

  it('keeps to the budget', async () => {
    const { text } = await ask('Where were we on the ketch?', { max_tokens: 200 });
    expect(text.length / 4).toBeLessThanOrEqual(200);
  });

  it('is searched like any other where no file holds its answer', async () => {
    const { stages } = await ask('What are my preferences?');
    expect(stages.map(({ name }) => name)).toContain('bm25');
    const { stages: inChats } = await ask(
      'What did we do yesterday?',
      {},
      { 'bucket/chat.md': 'We sailed.\n' },
    );
    expect(inChats.map(({ name }) => name)).toContain('bm25');
  });
});
