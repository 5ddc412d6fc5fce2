import { z } from 'zod';
import type { Service } from '../service/create-service.js';
import type { AskedQuestion, QuestionStatus } from '../service/questions/question.js';
import type { Queue } from '../service/updates/queue.js';
import type { Step } from '../service/updates/steps.js';
import type { UpdateStatus } from '../service/updates/update-status.js';
import { localTimestamp } from '../shared/clock.js';
import { RappelError } from '../shared/errors.js';
import { accepted, listLimit } from './inputs.js';
import { serviceOperation } from './operation.js';
import { questionRequest } from './question-request.js';

/** What was told or asked, as a list shows it. */
type Activity = ({ kind: 'update' } & UpdateStatus) | ({ kind: 'question' } & QuestionStatus);

/** The same with its steps and, for a question, its answer. */
type LoadedActivity =
  | ({ kind: 'update'; run: readonly Step[] } & UpdateStatus)
  | ({ kind: 'question' } & AskedQuestion);

const one = z.strictObject({ id: z.string('the id of what was told or asked') });

/** What was told and asked. Behind a wall: what was told there. */
export const activitiesOperations = {
  /** Newest first. */
  'activities/list': serviceOperation({
    role: 'reader',
    input: z.strictObject({ limit: listLimit(200) }),
    async run({ queue, questions }, { limit }): Promise<{ activities: Activity[] }> {
      const asked = questions.list(limit).map((question) => ({ kind: 'question' as const, ...question }));
      const activities: Activity[] = [...updatesOf(queue, limit), ...asked];
      return { activities: activities.sort((a, b) => timeOf(b).localeCompare(timeOf(a))).slice(0, limit) };
    },
    behindWall: async ({ queue }, { limit }) => ({ activities: updatesOf(queue, limit) }),
  }),

  'activities/find': serviceOperation({
    role: 'reader',
    input: one,
    async run(service, { id }): Promise<LoadedActivity> {
      const question = questionOf(service, id);
      return question === null ? updateOf(service.queue, service, id) : { kind: 'question', ...question };
    },
    behindWall: async ({ queue }, { id }, _, service) => updateOf(queue, service, id),
  }),

  /** Begins a question that goes on by itself. The same id again is the same question. */
  'questions/ask': serviceOperation({
    role: 'reader',
    get input() {
      return questionRequest().extend({ id: z.string('a text').nullish() });
    },
    run: async ({ questions }, { id, ...question }) => accepted(questions.ask(question, id ?? undefined)),
  }),

  'questions/stop': serviceOperation({
    role: 'reader',
    input: one,
    async run({ questions }, { id }) {
      questions.stop(id);
      return accepted(id);
    },
  }),
};

function updatesOf(queue: Queue, limit: number): Activity[] {
  const updates = queue.list().reverse().slice(0, limit);
  return updates.map((update) => ({ kind: 'update' as const, ...update }));
}

function updateOf(queue: Queue, { stepsOf }: Service, id: string): LoadedActivity {
  return { kind: 'update', ...queue.find(id), run: stepsOf(id) };
}

function questionOf({ questions }: Service, id: string): AskedQuestion | null {
  try {
    return questions.find(id);
  } catch (error) {
    if (error instanceof RappelError && error.code === 'not_found') return null;
    throw error;
  }
}

function timeOf(activity: Activity): string {
  return activity.kind === 'update' ? activity.accepted : localTimestamp(new Date(activity.started));
}
