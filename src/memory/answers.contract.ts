import { describe, expect, it } from 'vitest';
import type { RappelError } from '../shared/errors.js';
import type { OpenMemory } from './memory.contract.js';
import type { Memory } from './memory.js';

const STATE = 'projects/halle-verte/state.md';
const QUESTION = { question: 'le permis est-il accordé ?' };

/** Written by a tool: stamped and recorded when the test begins. */
async function opened(open: OpenMemory): Promise<Memory> {
  const { memory } = await open({});
  const write = async (path: string, content: string) => {
    const calls = [
      { tool: 'read', input: { paths: path } },
      { tool: 'write', input: { path, content } },
    ];
    expect((await memory.run('calls', { calls })).outcomes[1]).toMatchObject({ ok: true });
  };
  await write(STATE, '# Statut\nLe permis de construire est accordé.\n');
  await write('projects/halle-verte/tasks.md', '# Appeler Marie\nstatus: à-faire\n');
  return memory;
}

/** What every implementation of the port does with the answers it gave. */
export function answersContract(name: string, open: OpenMemory): void {
  describe(`${name}: its answers`, () => {
    it('explain themselves, by their id or as the last one', async () => {
      const memory = await opened(open);
      expect(await errorOf(memory.run('answers/explain', { id: 'last' }))).toMatchObject({
        code: 'not_found',
      });
      const answer = await memory.run('search', QUESTION);
      const receipt = await memory.run('answers/explain', { id: answer.id });
      expect(receipt).toMatchObject({
        id: answer.id,
        asked: {
          question: QUESTION.question,
          scopes: null,
          asked_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        },
        vault: { index_behind: false },
        made_by: { engine: 'own', mode: 'deep', model: null, rappel: expect.any(String) },
        stages: answer.stages,
        times: { answer: expect.any(Number), bm25: expect.any(Number), passages: expect.any(Number) },
      });
      expect(receipt.passages.map(({ ref }) => ref)).toEqual(answer.files.map(({ ref }) => ref));
      const [first] = receipt.passages;
      expect(first).toMatchObject({ by: 'search', words: expect.arrayContaining(['permis']) });
      expect(first!.evidence!.ranks.bm25).toBe(1);
      expect(receipt.candidates[0]).toMatchObject({ path: `vault/${STATE}`, shown: true });
      expect(await memory.run('answers/explain', { id: 'last' })).toEqual(receipt);
      expect((await memory.run('answers/list', { limit: 5 })).answers).toMatchObject([
        { id: answer.id, question: QUESTION.question },
      ]);
      expect(await errorOf(memory.run('answers/explain', { id: 'none' }))).toMatchObject({
        code: 'not_found',
      });
    });
  });
}

async function errorOf(work: Promise<unknown>): Promise<RappelError> {
  return work.then(
    () => Promise.reject(new Error('it was expected to fail')),
    (error) => error,
  );
}
