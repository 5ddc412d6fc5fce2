import type { Answerer, Question, RunOptions } from '../../agents/answer.js';
import type { AnswerTrace } from '../../agents/trace.js';
import { dayAsked } from '../../search/query/date-bounds.js';
import { RappelError } from '../../shared/errors.js';
import { newId } from '../../shared/ids.js';
import { version } from '../../shared/version.js';
import type { Vault } from '../../vault/vault.js';
import { engineSetting } from '../engine/engine-setting.js';
import { historyHead } from '../history/store.js';
import { makeReceipt } from './make-receipt.js';
import type { AskedWith, GivenAnswer } from './receipt.js';
import { createStoredReceipts } from './stored-receipts.js';

/** Answers and keeps a receipt. `id`: that of the answer, where it has one already. */
export type RecordingAnswerer = (
  question: Question,
  options?: RunOptions & { id?: string },
) => Promise<GivenAnswer>;

interface AnsweringDeps {
  vault: Vault;
  env: NodeJS.ProcessEnv;
  answer: Answerer;
  /** False while the disk of the vault is away, and for a folder that is only read: nothing is kept then. */
  isThere?(): boolean;
}

/** Makes every answer explain itself. */
export function recordAnswers({
  vault,
  env,
  answer,
  isThere = () => true,
}: AnsweringDeps): RecordingAnswerer {
  const files = createStoredReceipts(vault.root);
  let known: ReturnType<typeof programOf> | undefined;

  return async (question, { id = newId(), ...options } = {}) => {
    const trace: AnswerTrace = { searches: [], choice: null };
    const time = new Date();
    const asked = askedWith(question, vault.clock.now());
    const head = readableHead(vault.root);
    const began = performance.now();
    const made = await answer(question, { ...options, trace });
    const milliseconds = performance.now() - began;
    known ??= programOf(env);
    const facts = { id, time, asked, head, made_by: known, milliseconds };
    if (isThere()) files.write(makeReceipt(facts, made, trace));
    return { ...made, id };
  };
}

/** Null too where the history can't be read, as by another user: the files may be readable all the same. */
function readableHead(root: string): string | null {
  try {
    return historyHead(root);
  } catch (error) {
    if (error instanceof RappelError) return null;
    throw error;
  }
}

/** What answers, beside the files. */
function programOf(env: NodeJS.ProcessEnv) {
  return { rappel: version(), engine: engineSetting(env).engine as string };
}

function askedWith(given: Question, now: Date): AskedWith {
  const { question, scopes = null, date_from = null, date_to = null, max_tokens = null } = given;
  const asked_on = dayAsked(given.asked_on, now);
  return { question, scopes, date_from, date_to, asked_on, max_tokens };
}
