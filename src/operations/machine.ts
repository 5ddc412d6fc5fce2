import { z } from 'zod';
import { PROVIDERS } from '../agents/model-settings.js';
import { ENDPOINT_ROLES } from '../service/settings/config-file.js';
import { addressProblem } from '../shared/address.js';
import { RappelError } from '../shared/errors.js';
import { parsePath } from '../vault/paths.js';
import { LANGUAGES } from '../words/language.js';
import { createAssistants } from './assistants.js';
import { nothing } from './inputs.js';
import { serviceOperation } from './operation.js';

const NAME = 'the name of a model';
const MODEL = 'a model, or null';
const FOLDERS = 'files and folders of the vault';

const address = z.string('an address').superRefine((url, context) => {
  const message = addressProblem(url);
  if (message !== null) context.addIssue({ code: 'custom', message });
});
const modelName = z.string(NAME).trim().min(1, NAME).max(300, NAME);
const model = z.strictObject({
  provider: z.enum(PROVIDERS, `one of ${PROVIDERS.join(', ')}`),
  name: modelName,
  small: modelName.nullable().default(null),
  base_url: address.nullable().default(null),
  key: z.string('a key').nullable().default(null),
});
const chosen = z.strictObject({ model: z.union([model, z.null()], MODEL) });
const endpoint = z.strictObject({ url: address, model: modelName });
const client = z.strictObject({ name: z.string('the name of an assistant') });

/** What changes this machine rather than the vault: settings, keys, tokens, the settings of other programs. */
export const machineOperations = {
  /** `can_change`: asked for by the page on this machine. */
  'settings/read': serviceOperation({
    role: 'owner',
    input: nothing,
    run: async ({ settings }, _, { isOwnMachine = false }) => ({
      ...(await settings.read()),
      can_change: isOwnMachine,
    }),
  }),

  /** The language models that other programs serve on this machine. */
  'settings/local-models': serviceOperation({
    role: 'operator',
    ownPage: true,
    input: nothing,
    run: async ({ settings }) => ({ servers: await settings.localModels() }),
  }),

  /** Files a test note with this model, or with the one that is set. Saves nothing. Throws `busy` during another test. */
  'settings/test-model': serviceOperation({
    role: 'operator',
    ownPage: true,
    input: chosen,
    async run({ settings }, { model }) {
      const { canWork, lines } = await settings.testModel(checked(model));
      return { works: canWork, says: lines };
    },
  }),

  'settings/save-model': serviceOperation({
    role: 'operator',
    ownPage: true,
    input: chosen,
    run: async ({ settings }, { model }) => settings.saveModel(checked(model)),
  }),

  'settings/save-language': serviceOperation({
    role: 'operator',
    ownPage: true,
    input: z.strictObject({ language: z.enum(LANGUAGES, '"en" or "fr"') }),
    run: async ({ settings }, { language }) => settings.saveLanguage(language),
  }),

  /** Tries it first. Null takes the choice back. */
  'settings/save-search-endpoint': serviceOperation({
    role: 'operator',
    ownPage: true,
    input: z.strictObject({
      role: z.enum(ENDPOINT_ROLES, `one of ${ENDPOINT_ROLES.join(', ')}`),
      endpoint: z.union([endpoint, z.null()], 'the url and model of an endpoint, or null'),
    }),
    run: ({ settings }, { role, endpoint }) => settings.saveSearchEndpoint(role, endpoint),
  }),

  /** Drops the oldest entries of the history down to its limit, recent ones too. */
  'settings/trim-history': serviceOperation({
    role: 'operator',
    ownPage: true,
    input: nothing,
    run: ({ settings }) => settings.trimHistory(),
  }),

  'tokens/list': serviceOperation({
    role: 'owner',
    input: nothing,
    run: async ({ tokens }) => ({ tokens: tokens.list() }),
  }),

  /** A token can't make another: whoever has one loses it for good when it is revoked. */
  'tokens/create': serviceOperation({
    role: 'operator',
    ownPage: true,
    input: z.strictObject({
      name: z.string('a name of 1 to 60 characters'),
      folders: z.array(z.string(FOLDERS), FOLDERS).min(1, FOLDERS).max(100, FOLDERS).nullish(),
      read_only: z.boolean('true or false').default(false),
    }),
    run: ({ tokens }, { name, folders, read_only }) =>
      tokens.create(name, folders?.map(parsePath), read_only),
  }),

  'tokens/revoke': serviceOperation({
    role: 'operator',
    ownPage: true,
    input: z.strictObject({ id: z.string('the id of a token') }),
    async run({ tokens }, { id }) {
      await tokens.revoke(id);
    },
  }),

  /** The assistants that `rappel install` knows, and whether they use this memory. */
  'clients/list': serviceOperation({
    role: 'operator',
    input: nothing,
    run: async ({ vault, env }) => createAssistants(vault.root, env).list(),
  }),

  'clients/preview': serviceOperation({
    role: 'operator',
    ownPage: true,
    input: client,
    run: async ({ vault, env }, { name }) => createAssistants(vault.root, env).preview(name, 'in'),
  }),

  'clients/connect': serviceOperation({
    role: 'operator',
    ownPage: true,
    input: client.extend({ own_notes: z.boolean('true or false').default(false) }),
    run: async ({ vault, env }, { name, own_notes }) =>
      createAssistants(vault.root, env).change(name, 'in', { ownNotes: own_notes }),
  }),

  'clients/disconnect': serviceOperation({
    role: 'operator',
    ownPage: true,
    input: client,
    run: async ({ vault, env }, { name }) => createAssistants(vault.root, env).change(name, 'out'),
  }),
};

/** Not in the schema: the error about a parameter repeats what was given. */
function checked<Choice extends { key: string | null }>(choice: Choice | null): Choice | null {
  if (choice === null || choice.key === null || /^\S{1,500}$/.test(choice.key)) return choice;
  throw new RappelError('invalid_input', 'key.malformed');
}
