import { z } from 'zod';
import { listInbox, readInboxItem } from '../service/updates/inbox.js';
import { RappelError } from '../shared/errors.js';
import { accepted, nothing } from './inputs.js';
import { operation } from './operation.js';

const ITEM = 'the name of an inbox item, like 2025-07-14-vocal-meeting-client';
const item = z.string(ITEM);

/** The questions that wait for the user. */
export const inboxOperations = {
  'inbox/list': operation({
    role: 'reader',
    input: nothing,
    run: async ({ vault }) => ({ items: listInbox(vault) }),
  }),

  'inbox/read': operation({
    role: 'reader',
    input: z.strictObject({ item }),
    run: async ({ vault }, { item }) => readInboxItem(vault, item),
  }),

  /** An update that answers it. */
  'inbox/answer': operation({
    role: 'editor',
    input: z.strictObject({
      item,
      choice: z.string('the number or label of a choice').nullish(),
      text: z.string('a text').nullish(),
      id: z.string('a text').nullish(),
    }),
    async run({ vault, queue, update }, { item, choice, text, id }) {
      // Sent again because no answer came: it may be filed already, and its item gone.
      if (id && queue.has(id)) return accepted(id);
      const { item: inbox_ref } = readInboxItem(vault, item);
      const answer = choice ?? text ?? '';
      if (answer.trim() === '') throw new RappelError('invalid_input', 'answer.empty');
      return accepted((await update({ text: answer, images: [], inbox_ref }, id ?? undefined)).id);
    },
  }),
};
