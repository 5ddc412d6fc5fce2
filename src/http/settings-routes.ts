import { Hono } from 'hono';
import { z } from 'zod';
import { PROVIDERS } from '../agents/model-settings.js';
import type { ServedMemory } from '../memory/served-memory.js';
import { MODEL_ROLES } from '../search/models/local/local-models.js';
import { addressProblem } from '../shared/address.js';
import { RappelError } from '../shared/errors.js';
import { LANGUAGES } from '../words/language.js';
import type { Gate } from './gate.js';
import { isOnThisMachine, ownPageOnly } from './own-page.js';
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

const SOURCE = 'the path of a model file, or its address';
const searchModel = z.strictObject({
  source: z.string(SOURCE).trim().min(1, SOURCE).max(2_000, SOURCE).nullable(),
  model: z.string(NAME).trim().min(1, NAME).max(300, NAME).nullable().default(null),
});
const role = z.enum(MODEL_ROLES, `one of ${MODEL_ROLES.join(', ')}`);

/** What the page shows of the settings, and changes where it runs on the machine that serves it. */
export function settingsRoutes({ settings }: ServedMemory, gate: Gate | null) {
  return new Hono()
    .get('/', async (context) =>
      context.json({ ...(await settings.read()), can_change: isOnThisMachine(context, gate) }),
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
    .post('/search-models/size', jsonBody('model', z.strictObject({ url: address })), async (context) =>
      context.json({ bytes: await settings.sizeOf(context.req.valid('json').url) }),
    )
    .put(
      '/search-models',
      query('model', z.object({ role })),
      jsonBody('model', searchModel),
      async (context) => {
        const { source, model: name } = context.req.valid('json');
        const choice = source === null ? null : { source: checkedSource(source), model: name };
        await settings.chooseSearchModel(context.req.valid('query').role, choice, context.req.raw.signal);
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

function checkedSource(source: string): string {
  return /^https?:\/\//.test(source) ? address.parse(source) : source;
}
