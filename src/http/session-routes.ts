import type { IncomingMessage } from 'node:http';
import { type Context, Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { z } from 'zod';
import { parseInput } from '../tools/parse-input.js';
import { createAttempts } from './attempts.js';
import { cookieName, type Gate } from './gate.js';
import { jsonBody } from './json-body.js';
import { isSame, SESSION_SECONDS } from './sessions.js';

const body = z.strictObject({ token: z.string('the token') });

/** Lets a browser in with the token, and out again. `gate` is null where no token is wanted. */
export function sessionRoutes(gate: Gate | null) {
  const attempts = createAttempts();
  return new Hono()
    .get('/', (context) =>
      context.json({ needed: gate !== null, open: gate === null || gate.isOpenTo(context) }),
    )
    .post('/', async (context) => {
      const { token } = parseInput('session', body, await jsonBody(context));
      if (gate === null) return context.json({ needed: false, open: true });
      const from = addressOf(context);
      const wait = attempts.wait(from);
      if (wait > 0) {
        context.header('Retry-After', String(wait));
        return context.json(refusal('busy', `too many wrong tokens; wait ${wait} seconds`), 429);
      }
      if (!isSame(token.trim(), gate.token)) {
        attempts.failed(from);
        return context.json(refusal('outside_vault', 'this is not the token of this memory', WHERE), 401);
      }
      attempts.succeeded(from);
      setCookie(context, cookieName(context), gate.sessions.open(), cookieOf(context, SESSION_SECONDS));
      return context.json({ needed: true, open: true });
    })
    .delete('/', (context) => {
      const secret = getCookie(context, cookieName(context));
      if (gate !== null && secret !== undefined) gate.sessions.close(secret);
      deleteCookie(context, cookieName(context), cookieOf(context, 0));
      return context.json({ needed: gate !== null, open: gate === null });
    });
}

export const WHERE = 'It is in the file .rappel/token of the vault, on the machine that serves it.';

function cookieOf(context: Context, maxAge: number) {
  // Behind a proxy that speaks TLS the page itself says so.
  const secure = context.req.header('origin')?.startsWith('https://') ?? false;
  return { path: '/', httpOnly: true, sameSite: 'Strict' as const, secure, maxAge };
}

function addressOf(context: Context): string {
  const { incoming } = (context.env ?? {}) as { incoming?: IncomingMessage };
  return incoming?.socket?.remoteAddress ?? 'unknown';
}

function refusal(code: string, message: string, hint: string | null = null) {
  return { error: { code, message, hint } };
}
