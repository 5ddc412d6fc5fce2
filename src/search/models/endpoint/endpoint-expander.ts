import { z } from 'zod';
import { once } from '../../../shared/once.js';
import { createTextExpander, type Expander } from '../expander.js';
import { type Endpoint, post } from './endpoint.js';

/** Any OpenAI-compatible `/chat/completions` endpoint; `url` is its base, like `http://localhost:11434/v1`. */
export function createEndpointExpander(endpoint: Endpoint): Expander {
  return createTextExpander(endpoint.model, async (prompt, { signal }) => {
    const body = { model: endpoint.model, messages: [{ role: 'user', content: prompt }], max_tokens: 400 };
    return (await post(endpoint, '/chat/completions', body, answer(), signal)).choices[0]!.message.content;
  });
}

const answer = once(() =>
  z.object({
    choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
  }),
);
