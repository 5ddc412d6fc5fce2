import { describe, expect, it } from 'vitest';
import type { RappelError } from '../shared/errors.js';
import { lastOfTools, type OpenMemory } from './memory.contract.js';

const STATE = 'projects/halle-verte/state.md';
const QUESTION = { question: 'le permis est-il accordé ?' };

/** Written by a tool: stamped and recorded when the test begins. */
async function opened(open: OpenMemory) {
  const { memory } = await open({});
  const write = async (path: string, content: string) => {
    const calls = [
      { tool: 'read', input: { paths: path } },
      { tool: 'write', input: { path, content } },
    ];
    expect((await memory.call(calls)).outcomes[1]).toMatchObject({ ok: true });
  };
  await write(STATE, '# Statut\nLe permis de construire est accordé.\n');
  await write('projects/halle-verte/tasks.md', '# Appeler Marie\nstatus: à-faire\n');
  return { memory, write };
}

/** What every implementation of the port does with the answers it gave. */
export function answersContract(name: string, open: OpenMemory): void {
  describe(`${name}: its answers`, () => {
    it('explain themselves, by their id or as the last one', async () => {
      const { memory } = await opened(open);
      expect(await errorOf(memory.answers.explain('last'))).toMatchObject({ code: 'not_found' });
      const answer = await memory.ask(QUESTION);
      const receipt = await memory.answers.explain(answer.id);
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
      expect(await memory.answers.explain('last')).toEqual(receipt);
      expect(await memory.answers.list(5)).toMatchObject([{ id: answer.id, question: QUESTION.question }]);
      expect(await errorOf(memory.answers.explain('none'))).toMatchObject({ code: 'not_found' });
    });

    it('are replayed: the same at first, then with what changed', async () => {
      const { memory, write } = await opened(open);
      const { id, files } = await memory.ask(QUESTION);
      expect(await memory.answers.replay(id)).toMatchObject({ id, same: true, made_by: [] });
      await write(STATE, '# Statut\nLe permis de construire est accordé depuis hier.\n');
      const entry = await lastOfTools(memory);
      const replay = await memory.answers.replay(id);
      expect(replay.same).toBe(false);
      expect(replay.passages[0]).toMatchObject({
        status: 'changed',
        ref: files[0]!.ref,
        rank: 1,
        rank_now: 1,
        diff: expect.stringContaining('+Le permis de construire est accordé depuis hier.'),
        entries: [{ id: entry.id }],
      });
      // Asking again is no new answer.
      expect(await memory.answers.list(5)).toHaveLength(1);
    });

    it('are kept as questions that are checked and measured', async () => {
      const { memory, write } = await opened(open);
      expect(await memory.answers.check()).toEqual({ ok: true, questions: [] });
      const { id } = await memory.ask(QUESTION);
      expect(await memory.answers.keep('last')).toMatchObject([{ id, question: QUESTION.question }]);
      expect(await memory.answers.keep(id)).toHaveLength(1);
      expect(await memory.answers.check()).toMatchObject({
        ok: true,
        questions: [{ id, status: 'found', rank: 1 }],
      });
      const curve = await memory.answers.measure();
      expect(curve).toMatchObject({ questions: 1, without_lines: 0, made_by: { engine: 'own' } });
      for (const mode of ['fast', 'deep'] as const) {
        expect(curve.modes[mode].within).toEqual({ 1: 1, 2: 1, 3: 1, 5: 1, 10: 1 });
        expect(curve.modes[mode].evidence[1500]).toBe(1);
      }
      await write(STATE, '# Point\nLes façades sont peintes.\n');
      const { ok, questions } = await memory.answers.check();
      expect({ ok, questions }).toMatchObject({ ok: false, questions: [{ id, status: 'lost', rank: null }] });
      expect(await memory.answers.remove(id)).toEqual([]);
      expect(await errorOf(memory.answers.keep('none'))).toMatchObject({ code: 'not_found' });
    });
  });
}

async function errorOf(work: Promise<unknown>): Promise<RappelError> {
  return work.then(
    () => Promise.reject(new Error('it was expected to fail')),
    (error) => error,
  );
}
