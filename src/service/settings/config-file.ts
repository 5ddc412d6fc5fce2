import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { PROVIDERS } from '../../agents/model-settings.js';
import { addressProblem } from '../../shared/address.js';
import { ioError, RappelError } from '../../shared/errors.js';
import { once } from '../../shared/once.js';
import { LANGUAGES } from '../../words/language.js';
import { type Message, message, type Words, words } from '../../words/message.js';
import { writeDurably } from '../state/durable.js';
import { configFile } from './config-path.js';
import { LIMITS, type LimitName, limitsSchema } from './limits.js';

/** The search engine: Rappel's own index, or QMD beside it. */
export const ENGINES = ['own', 'qmd'] as const;
export type EngineName = (typeof ENGINES)[number];

export const MEGABYTES = 'a number of megabytes';

/** The address of a model. Secrets are never stored here. */
const address = once(() =>
  z.string('an address').superRefine((url, context) => {
    const message = addressProblem(url);
    if (message !== null) context.addIssue({ code: 'custom', message });
  }),
);

/** The stages of `deep` that an endpoint can do. */
export const ENDPOINT_ROLES = ['embeddings', 'rerank'] as const;
export type EndpointRole = (typeof ENDPOINT_ROLES)[number];

const searchEndpoint = once(() =>
  z.strictObject(
    {
      url: address(),
      model: z.string('the name of a model').min(1, 'the name of a model'),
      dimensions: z.int("the length of the model's vectors").positive().optional(),
    },
    'url and model',
  ),
);

const schema = once(() =>
  z.strictObject({
    vault: z.string('a folder').min(1, 'a folder').optional(),
    language: z.enum(LANGUAGES, '"en" or "fr"').optional(),
    model: z
      .strictObject(
        {
          provider: z.enum(PROVIDERS, `one of ${PROVIDERS.join(', ')}`),
          name: z.string('the name of a model').min(1, 'the name of a model'),
          small: z.string('the name of a model').optional(),
          base_url: address().optional(),
          price: z
            .strictObject({ input: z.number('dollars'), output: z.number('dollars') }, 'input and output')
            .optional(),
        },
        'provider and name',
      )
      .optional(),
    search: z
      .strictObject(
        {
          engine: z.enum(ENGINES, '"own" or "qmd"').optional(),
          qmd: z.string('the folder of QMD').min(1, 'the folder of QMD').optional(),
          qmd_node: z.string('the path of a Node.js').min(1, 'the path of a Node.js').optional(),
          embeddings: searchEndpoint().optional(),
          rerank: searchEndpoint().optional(),
        },
        'engine, qmd, qmd_node, embeddings, rerank',
      )
      .optional(),
    limits: limitsSchema(),
    history: z
      .strictObject({ limit_mb: z.number(MEGABYTES).positive(MEGABYTES).optional() }, 'limit_mb')
      .optional(),
  }),
);

export type Config = z.infer<ReturnType<typeof schema>>;
export type SearchEndpoint = z.infer<ReturnType<typeof searchEndpoint>>;

/** The settings in the config file; none if there is no file. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  let path = '';
  let text: string;
  try {
    path = configFile(env);
    text = readFileSync(path, 'utf8');
  } catch (error) {
    // No home, no settings.
    if (error instanceof RappelError) return {};
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return {};
    throw broken(path, words`it can't be read`);
  }
  try {
    return schema().parse(JSON.parse(text));
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw broken(path, words`it is not valid JSON`);
    const issue = error.issues[0]!;
    if (issue.code === 'unrecognized_keys') {
      throw broken(
        path,
        words`unknown setting ${issue.keys[0]!}; the settings are ${Object.keys(schema().shape).join(', ')}`,
      );
    }
    const [room, name] = issue.path;
    const limit = room === 'limits' && Object.hasOwn(LIMITS, String(name)) ? LIMITS[name as LimitName] : null;
    throw broken(
      path,
      message('settings.expected', {
        setting: issue.path.length === 0 ? words`the whole file` : issue.path.join('.'),
        expected:
          limit === null
            ? { words: issue.message }
            : message('usage.between', { least: limit.least, most: limit.most }),
      }),
    );
  }
}

function broken(path: string, reason: Words | Message): RappelError {
  return new RappelError('invalid_input', 'settings.unusable', { file: path, reason });
}

/** Changes some settings, and removes those that are undefined; everything else in the file stays. */
export function saveConfig(
  changed: { [Key in keyof Config]: Config[Key] | undefined },
  env: NodeJS.ProcessEnv,
): void {
  writeSettingsFile(configFile(env), { ...readConfig(env), ...changed });
}

/**
 * Replaces one of the user's settings files atomically: after a full disk or a kill the old one is still there.
 * Readable by the user only. A link stays a link.
 */
export function writeSettingsFile(path: string, settings: object): void {
  const folder = dirname(path);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    writeDurably(existsSync(path) ? realpathSync(path) : path, `${JSON.stringify(settings, null, 2)}\n`);
  } catch (error) {
    throw ioError(error, path);
  }
}
