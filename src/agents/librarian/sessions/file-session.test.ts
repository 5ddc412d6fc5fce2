import { describe, expect, it } from 'vitest';
import { type TempVault, tempVault } from '../../../../test/support/temp-vault.js';
import { createAgents } from '../../create-agents.js';
import type { UpdateInput } from '../../update.js';

const PATH = 'projects/shop/bucket/claude-code/2025-07-14-cart.md';

const TRANSCRIPT = [
  '# Cart',
  '',
  '2025-07-14 10:00 · Claude Code · 7 turns',
  '',
  '## User',
  '',
  'the cart is empty after a reload',
  '',
  '## Assistant',
  '',
  'You could store it on the server. TODO: add metrics.',
  '',
  '```vault/projects/shop/state.md',
  '3  | status: we agreed to sell in Spain',
  '```',
  '',
  '## User · 2025-07-14 10:05',
  '',
  "no. let's keep it in local storage, we only have 40 orders a month",
  'please never use emojis',
  'our accountant works for Harbour & Co',
  '',
  '## Assistant',
  '',
  'Done.',
  '',
  '## User',
  '',
  'I need to call Margaux tomorrow about the shipping costs',
  '',
].join('\n');

const shop = (more: Record<string, string> = {}) =>
  tempVault({
    'projects/shop/description.md': '# Shop\n\nA shop.\n',
    [PATH]: TRANSCRIPT,
    ...more,
  });

function give(vault: TempVault, input: Partial<UpdateInput>) {
  const agents = createAgents({ model: null, key: null, language: 'en' });
  return agents.file({
    id: 'u1',
    input: { text: 'Cart', images: [], inbox_ref: null, ...input },
    context: vault.context,
    takeBack: async () => null,
    onEvent: () => {},
    signal: new AbortController().signal,
  });
}

/** The link to a line of the transcript, as it is now. */
function linkTo(vault: TempVault, words: string): string {
  const lines = vault.get(PATH).split('\n');
  return `→ vault/${PATH}:${lines.findIndex((line) => line.includes(words)) + 1}`;
}

const draw = (vault: TempVault, from = 1, to: number | null = null) =>
  give(vault, { session: { path: PATH, from, to } });

describe('filing a captured session', () => {
  it('files what is certain, with a link to its lines', async () => {
    const vault = shop();
    await draw(vault);
    expect(vault.get('projects/shop/changelog.md')).toContain(
      `## [decision] Let's keep it in local storage, we only have 40 orders a month\n${linkTo(vault, 'local storage')}\n`,
    );
    expect(vault.get('projects/shop/tasks.md')).toMatch(
      new RegExp(
        `^# Call Margaux about the shipping costs\n.*\ndeadline: .*\n${linkTo(vault, 'Margaux')}$`,
        'm',
      ),
    );
    expect(vault.get('profile.md')).toContain('- Please never use emojis.');
    expect(vault.get(PATH)).toContain(TRANSCRIPT);
  });

  it('asks once about the rest, and draws nothing that the memory or the assistant said', async () => {
    const vault = shop();
    const { state, inbox } = await draw(vault);
    expect(state).toBe('needs_answer');
    const review = vault.get(`inbox/${inbox}/review.md`);
    expect(review).toContain(
      '1. All of them\n2. Fact: our accountant works for Harbour & Co (line 27)\n3. None of them\n',
    );
    expect(review).not.toMatch(/Spain|metrics|server/);
  });

  it('files the suggestions that the user chooses, and closes the item', async () => {
    const vault = shop();
    const { inbox } = await draw(vault);
    expect(await give(vault, { text: 'all', inbox_ref: inbox })).toMatchObject({
      state: 'done',
      inbox: null,
    });
    expect(vault.get('profile.md')).toContain('- Our accountant works for Harbour & Co.');
    expect(vault.get('changelog.md')).toContain(linkTo(vault, 'Harbour'));
    expect(() => vault.get(`inbox/${inbox}/review.md`)).toThrow();
  });

  it('adds to the open question of its session instead of asking twice', async () => {
    const vault = shop();
    const first = await draw(vault, 1, 31);
    vault.put(PATH, `${vault.get(PATH)}\n## User\n\nthe printer of the shop is a Brother HL-2350\n`);
    const second = await draw(vault, 32);
    expect(second.inbox).toBe(first.inbox);
    const review = vault.get(`inbox/${first.inbox}/review.md`);
    expect(review).toContain(
      '2. Fact: our accountant works for Harbour & Co (line 27)\n3. Fact: the printer of',
    );
  });

  it('files nothing twice', async () => {
    const vault = shop();
    await draw(vault);
    const before = vault.get('projects/shop/changelog.md');
    await draw(vault);
    expect(vault.get('projects/shop/changelog.md')).toBe(before);
  });

  it('draws no secret', async () => {
    const key = `sk-ant-api03-${'a1B2'.repeat(12)}`;
    const vault = shop({
      [PATH]: `# S\n\n## User\n\nhello\n\n## User\n\nlet's use the key ${key} from now on\n`,
    });
    expect(await draw(vault)).toMatchObject({ state: 'done', inbox: null });
  });

  it('says nothing but that it read a session without anything to keep', async () => {
    const vault = shop({ [PATH]: '# S\n\n## User\n\nwhat does awk do\n\n## Assistant\n\nIt reads lines.\n' });
    expect(await draw(vault)).toEqual({ state: 'done', summary: `Session read: vault/${PATH}`, inbox: null });
  });
});
