import { searchWithOptions } from '../tools/search.js';
import { createSession } from '../tools/session.js';
import { operation } from './operation.js';
import { parseQuestion, questionRequest } from './question-request.js';

/** Questions are answered at once: they never wait for updates. */
export const searchOperations = {
  /** The whole answer: an overview and the passages. */
  search: operation({
    role: 'reader',
    get input() {
      return questionRequest();
    },
    parse: parseQuestion,
    run: (core, question, { onEvent, signal }) =>
      core.answer(question, { ...(onEvent && { onEvent }), ...(signal && { signal }) }),
  }),

  /** The chunks that match. */
  'tools/search': operation({
    role: 'reader',
    input: searchWithOptions.input,
    async run({ vault, engine }, request, { signal, complete }) {
      const options = { ...(signal && { signal }), ...(complete && { complete }) };
      const found = await searchWithOptions.call(request, {
        vault,
        engine,
        session: createSession(),
        ...options,
      });
      return found.data;
    },
  }),
};
