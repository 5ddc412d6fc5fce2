import { Hono } from 'hono';
import { z } from 'zod';
import { RappelError } from '../../shared/errors.js';
import { parsePath } from '../../vault/paths.js';
import { refusal } from '../errors.js';
import { type Gate, headOf } from '../gate.js';
import { jsonBody } from '../parameters.js';
import type { Oauth } from './oauth.js';

const FOLDERS = 'files and folders of the vault, or null for everything';
const body = z.strictObject({
  allow: z.boolean('true or false'),
  folders: z.array(z.string(FOLDERS), FOLDERS).min(1, FOLDERS).max(100, FOLDERS).nullish(),
});

/** A client asks, and the owner of the memory answers in the page. A program with a token can't answer for a person. */
export function consentRoutes(oauth: Oauth | null, gate: Gate | null) {
  const needOauth = (): Oauth => {
    if (oauth === null) throw new RappelError('not_found', 'no assistant signs in here');
    return oauth;
  };
  return new Hono()
    .use(async (context, next) => {
      if (gate?.isOwner(headOf(context))) return next();
      return context.json(refusal('protected', NOT_OWNER, NOT_OWNER_HINT), 403);
    })
    .get('/:uid', async (context) => context.json(await needOauth().asking(context.req.param('uid'))))
    .post('/:uid', jsonBody('consent', body), async (context) => {
      const uid = context.req.param('uid');
      const { allow, folders } = context.req.valid('json');
      const redirect = allow
        ? await needOauth().allow(uid, folders?.map(parsePath) ?? null)
        : await needOauth().refuse(uid);
      return context.json({ redirect });
    });
}

const NOT_OWNER = 'only the owner of this memory can let an assistant in';
const NOT_OWNER_HINT = "Log in with the vault's own token: rappel serve prints a link that does it.";
