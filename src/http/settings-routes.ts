import { Hono } from 'hono';
import { z } from 'zod';
import { PROVIDERS } from '../agents/model-settings.js';
import type { ServedMemory } from '../memory/served-memory.js';
import { ENDPOINT_ROLES } from '../service/settings/config-file.js';
import { addressProblem } from '../shared/address.js';
import { RappelError } from '../shared/errors.js';
import { LANGUAGES } from '../words/language.js';
import type { Gate } from './gate.js';
import { isAskedFromThisMachine, ownPageOnly } from './own-page.js';
import { jsonBody, query } from './parameters.js';

const NAME = 'the name of a model';

const address = z.string('an address').superRefine((url, context) => {
  const message = addressProblem(url);
  if (message !== null) context.addIssue({ code: 'custom', message });
});

const model = z.strictObject({
  provider: z.enum(PROVIDERS, `one of ${PROVIDERS.join(', ')}`),
  name: z.string(NAME).trim().min(1, NAME).max(300, NAME),
  small: z.string(NAME).trim().min(1, NAME).max(300, NAME).nullable().default(null),
  base_url: address.nullable().default(null),
  key: z.string('a key').nullable().default(null),
});
const MODEL = 'a model, or null';
const chosen = z.strictObject({ model: z.union([model, z.null()], MODEL) });

const searchEndpoint = z.strictObject({
  url: address,
  model: z.string(NAME).trim().min(1, NAME).max(300, NAME),
});
const chosenEndpoint = z.strictObject({
  endpoint: z.union([searchEndpoint, z.null()], 'the url and model of an endpoint, or null'),
});
const role = z.enum(ENDPOINT_ROLES, `one of ${ENDPOINT_ROLES.join(', ')}`);

/** What the page shows of the settings, and changes where it runs on the machine that serves it. */
export function settingsRoutes({ settings }: ServedMemory, gate: Gate | null) {
  return new Hono()
    .get('/', async (context) =>
      context.json({ ...(await settings.read()), can_change: isAskedFromThisMachine(context, gate) }),
    )
    .use(ownPageOnly(gate))
    .post('/local-models', async (context) => context.json({ servers: await settings.localModels() }))
    .post('/model/test', jsonBody('model', chosen), async (context) => {
      const { canWork, lines } = await settings.testModel(checked(context.req.valid('json').model));
      return context.json({ works: canWork, says: lines });
    })
    .put('/model', jsonBody('model', chosen), (context) => {
      settings.saveModel(checked(context.req.valid('json').model));
      return context.json({});
    })
    .put(
      '/language',
      jsonBody('language', z.strictObject({ language: z.enum(LANGUAGES, '"en" or "fr"') })),
      (context) => {
        settings.saveLanguage(context.req.valid('json').language);
        return context.json({});
      },
    )
    .put(
      '/search-endpoints',
      query('endpoint', z.object({ role })),
      jsonBody('endpoint', chosenEndpoint),
      async (context) => {
        await settings.saveSearchEndpoint(
          context.req.valid('query').role,
          context.req.valid('json').endpoint,
        );
        return context.json({});
      },
    )
    .post('/history/trim', async (context) => context.json(await settings.trimHistory()));
}

/** Not in the schema: the error about a parameter repeats what was given. */
function checked<Choice extends { key: string | null }>(choice: Choice | null): Choice | null {
  if (choice === null || choice.key === null || /^\S{1,500}$/.test(choice.key)) return choice;
  throw new RappelError('invalid_input', 'the key has spaces in it or is too long', {
    hint: 'Copy it again from the page of the provider.',
  });
}
