import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { RappelError } from '../../shared/errors.js';
import { parsePath, type VaultPath } from '../../vault/paths.js';
import { jsonBody } from '../parameters.js';
import type { Asking, HttpExchange } from './authorization-options.js';

/** What a person lets a client do. */
interface Consented {
  /** Null for everything that the person sees. */
  folders: readonly VaultPath[] | null;
  readOnly: boolean;
}

/** The answers of people to clients that ask to be let in. */
export interface Consents {
  /** Throws where a request is not of a person who may answer. */
  demand(context: Context): void | Promise<void>;
  /** The vault in its hub; null for the only one of a service. */
  vault: string | null;
  /** Throws `not_found`. */
  asking(context: Answered, uid: string): Promise<Asking>;
  /** Returns where the browser goes next. */
  allow(context: Answered, uid: string, consented: Consented): Promise<string>;
  refuse(context: Answered, uid: string): Promise<string>;
}

type Answered = Context<{ Bindings: HttpExchange & object }>;

const FOLDERS = 'files and folders of the vault, or null for everything';
const body = z.strictObject({
  allow: z.boolean('true or false'),
  folders: z.array(z.string(FOLDERS), FOLDERS).min(1, FOLDERS).max(100, FOLDERS).nullish(),
  read_only: z.boolean('true or false').default(false),
});

/** A client asks, and a person answers in the page. A program with a token can't answer for a person. */
export function consentRoutes(consents: Consents | null) {
  const needConsents = (): Consents => {
    if (consents === null) throw new RappelError('not_found', 'oauth.no_assistant');
    return consents;
  };
  return new Hono<{ Bindings: HttpExchange & object }>()
    .use(async (context, next) => {
      await needConsents().demand(context);
      await next();
    })
    .get('/:uid', async (context) => {
      const { vault, asking } = needConsents();
      const { client, site, returnsTo, readOnly } = await asking(context, context.req.param('uid'));
      return context.json({ client, site, returnsTo, vault, read_only: readOnly });
    })
    .post('/:uid', jsonBody('consent', body), async (context) => {
      const uid = context.req.param('uid');
      const { allow, folders: given, read_only: readOnly } = context.req.valid('json');
      const folders = given?.map(parsePath) ?? null;
      const redirect = allow
        ? await needConsents().allow(context, uid, { folders, readOnly })
        : await needConsents().refuse(context, uid);
      return context.json({ redirect });
    });
}
