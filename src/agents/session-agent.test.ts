import { expect, it } from 'vitest';
import { scriptedModel } from '../../test/support/scripted-model.js';
import { tempVault } from '../../test/support/temp-vault.js';
import { createAgents } from './create-agents.js';

const PATH = 'projects/shop/bucket/claude-code/2025-07-14-cart.md';
const KEY = `sk-ant-api03-${'a1B2'.repeat(12)}`;
const TRANSCRIPT = `---
created: 2025-07-14T18:30:00
updated: 2025-07-14T18:30:00
tokens: 55
---

# Cart

## User

the cart is empty after a reload, my key is ${KEY}

## Assistant

I propose local storage for the cart.

## User

ok go. Nora pays the hosting
`;

it('files what a model draws from a session, and asks once about its suggestions', async () => {
  const reply = [
    'certain decision 15,19: local storage for the cart',
    'suggest fact 19: Nora pays the hosting',
    'certain task 19: buy a second server in Oslo',
    'certain decision 15: I propose local storage',
  ].join('\n');
  const model = await scriptedModel('openai', [{ text: reply }]);
  const agents = createAgents({ model: model.settings, key: 'k', language: 'en', limits: { retries: 0 } });
  const vault = tempVault({ 'projects/shop/description.md': '# Shop\n', [PATH]: TRANSCRIPT });
  const outcome = await agents.file({
    id: 'u1',
    input: { text: 'Cart', images: [], inbox_ref: null, session: { path: PATH, from: 1, to: null } },
    context: vault.context,
    takeBack: async () => null,
    onEvent: () => {},
    signal: new AbortController().signal,
  });
  expect(outcome).toMatchObject({ state: 'needs_answer', usage: { model: 'scripted', steps: 1 } });
  expect(vault.get('projects/shop/changelog.md')).toContain(
    `## [decision] local storage for the cart\n→ vault/${PATH}:15\n→ vault/${PATH}:19\n`,
  );
  const review = vault.get(`inbox/${outcome.inbox}/review.md`);
  expect(review).toContain('1. All of them\n2. Fact: Nora pays the hosting (line 19)\n3. None of them\n');
  // Its words are in no line, or no line of the user says it.
  expect(() => vault.get('projects/shop/tasks.md')).toThrow();
  expect(vault.get('projects/shop/changelog.md')).not.toContain('propose');
  expect(model.requests[0]).toContain('19 | ok go. Nora pays the hosting');
  expect(model.requests[0]).not.toContain(KEY);
});
