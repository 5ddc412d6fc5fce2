import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { parse } from 'hono/utils/cookie';
import { hashOf, isSame, type Sessions } from './sessions.js';

/** What a gate checks: everything known about a request before its body is read. */
export interface RequestHead {
  method: string;
  header(name: string): string | undefined;
}

/** Where a person finds the token. */
export const TOKEN_HINT = 'It is in the file .rappel/token of the vault, on the machine that serves it.';

export function headOf({ req }: Context): RequestHead {
  return { method: req.method, header: (name) => req.header(name) };
}

export type Gate = ReturnType<typeof createGate>;

/** Access with a token: lets in requests that carry it, and browsers that logged in with it. */
export function createGate(token: string, sessions: Sessions) {
  const codes = new Set<string>();
  return {
    sessions,
    admits(head: RequestHead): boolean {
      const given = /^Bearer (.+)$/.exec(head.header('authorization') ?? '')?.[1];
      if (given !== undefined) return isSame(given, token);
      const name = cookieName(head);
      const secret = parse(head.header('cookie') ?? '', name)[name];
      return secret !== undefined && saysItsOrigin(head) && sessions.has(secret);
    },
    isToken: (given: string) => isSame(given, token),
    /** A secret that logs one browser in, once, while the service runs: part of a login link. */
    issueCode(): string {
      const code = randomBytes(32).toString('base64url');
      codes.add(hashOf(code));
      return code;
    },
    /** True once for each code. */
    redeemCode: (code: string) => codes.delete(hashOf(code)),
  };
}

/** Cookies ignore ports: two services on one machine must not log out each other's users. */
export function cookieName(head: RequestHead): string {
  return `rappel_${/:(\d{1,5})$/.exec(head.header('host') ?? '')?.[1] ?? 'web'}`;
}

/**
 * A browser sends a cookie without asking its user. A request that changes something must name its origin, which
 * the guard checks.
 */
function saysItsOrigin({ method, header }: RequestHead): boolean {
  return /^(?:GET|HEAD)$/.test(method) || header('origin') !== undefined;
}
