import type { AskedQuestion, QuestionStatus } from '../service/questions/question.js';
import type { Step } from '../service/updates/steps.js';
import type { UpdateStatus } from '../service/updates/update-status.js';

/** What was told or asked, as a list shows it. */
export type Activity = ({ kind: 'update' } & UpdateStatus) | ({ kind: 'question' } & QuestionStatus);

/** The same with its steps and, for a question, its answer. */
export type LoadedActivity =
  | ({ kind: 'update'; run: readonly Step[] } & UpdateStatus)
  | ({ kind: 'question' } & AskedQuestion);
