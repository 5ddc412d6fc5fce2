import type { Core } from '../service/core.js';
import { createKeptQuestions } from '../service/questions/kept-questions.js';
import { createQuestionFiles } from '../service/questions/question-files.js';
import type { Receipt } from '../service/receipts/receipt.js';
import { createReceiptFiles } from '../service/receipts/receipt-files.js';
import { RappelError } from '../shared/errors.js';
import type { Answers } from './answers.js';

/** More kept questions are not asked again at once. */
const MOST_LISTED = 200;

export function localAnswers(core: Core): Answers {
  const { root } = core.vault;
  const receipts = createReceiptFiles(root);
  const kept = createKeptQuestions(root);

  function find(id: string): Receipt {
    const found = id === 'last' ? receipts.list(1)[0] : receipts.find(id);
    if (found !== undefined && found !== null) return found;
    throw new RappelError(
      'not_found',
      id === 'last' ? 'nothing was asked yet' : `there is no answer "${id}"`,
      {
        hint: 'List the answers with: rappel explain',
      },
    );
  }

  /** Of an answer with a receipt, or of one that an earlier version gave. */
  function toKeep(id: string) {
    const receipt = id === 'last' ? find(id) : receipts.find(id);
    if (receipt !== null) {
      const refs = receipt.passages.map(({ ref }) => ref);
      return { ...receipt.asked, id: receipt.id, asked: receipt.time, refs };
    }
    const asked = createQuestionFiles(root).find(id);
    if (asked === null) return toKeep(find(id).id);
    if (asked.state === 'running') throw new RappelError('busy', 'this question has no answer yet');
    const { question, scopes, date_from, date_to, as_of } = asked;
    const refs = (asked.answer?.files ?? []).map(({ ref }) => ref);
    const time = new Date(asked.started).toISOString();
    const given = { question, scopes, date_from, date_to, as_of, asked_on: null, max_tokens: null };
    return { ...given, id, asked: time, refs };
  }

  const listKept = () => kept.list().reverse();

  return {
    async list(limit) {
      return receipts.list(Math.min(limit, MOST_LISTED)).map(({ id, time, asked, passages }) => ({
        id,
        time,
        question: asked.question,
        passages: passages.length,
      }));
    },
    async explain(id) {
      const receipt = find(id);
      const { head } = receipt.vault;
      const history = await core.history();
      const { entry } = await history.since({ head, time: new Date(receipt.time) });
      return { ...receipt, vault: { ...receipt.vault, entry: entry?.id ?? null } };
    },
    async replay(id) {
      const { replayAnswer } = await import('../service/receipts/replay.js');
      return replayAnswer(core, find(id));
    },
    kept: async () => listKept(),
    async keep(id) {
      const found = toKeep(id);
      if (found.refs.length === 0)
        throw new RappelError('invalid_input', 'this answer shows no passage that could be found again');
      kept.keep(found);
      return listKept();
    },
    async remove(id) {
      kept.remove(id === 'last' ? find(id).id : id);
      return listKept();
    },
    async check() {
      const { checkKept } = await import('../service/questions/check-kept.js');
      const questions = [];
      for (const one of kept.list()) questions.push(await checkKept(core, one));
      return { ok: questions.every(({ status }) => status !== 'lost'), questions };
    },
    async measure() {
      const { measureKept } = await import('../service/questions/measure-kept.js');
      return measureKept(core, kept.list());
    },
  };
}
