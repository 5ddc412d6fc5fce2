import type { Context } from 'hono';
import { parse } from 'hono/utils/cookie';
import type { Role } from '../operations/role.js';
import type { NamedTokens } from '../service/connection/named-tokens.js';
import { newSecret, secretHash } from '../shared/login-secrets.js';
import type { Wall } from '../vault/wall.js';
import { isSame, type Sessions } from './sessions.js';

/** What a gate checks: everything known about a request before its body is read. */
export interface RequestHead {
  method: string;
  path: string;
  header(name: string): string | undefined;
}

/** Where a person finds the token. */
export function headOf({ req }: Context): RequestHead {
  return { method: req.method, path: req.path, header: (name) => req.header(name) };
}

export type Gate = ReturnType<typeof createGate>;

/** Access with a token, the vault's own or a named one: lets in requests that carry it, and browsers that logged in with it. */
export function createGate(
  token: string,
  sessions: Sessions,
  tokens: Tokens = NO_TOKENS,
  /** Of a vault that shares its address with others: a browser may be logged in to several. */
  vault: string | null = null,
  /** Knows the tokens that clients got by signing in. */
  oauth: Pick<NamedTokens, 'identify'> = NO_TOKENS,
) {
  const cookieName = (head: RequestHead) => `${cookieOf(head)}${vault === null ? '' : `_${vault}`}`;
  const codes = new Set<string>();
  const isToken = (given: string) => isSame(given, token) || tokens.identify(given) !== null;

  /** The named token that a request carries, or that its token stands for. A client that signed in did so for `/mcp` alone. */
  function identify({ path }: RequestHead, given: string): string | null {
    return tokens.identify(given) ?? (path === '/mcp' ? oauth.identify(given) : null);
  }

  function secretOf(head: RequestHead): string | undefined {
    const name = cookieName(head);
    return parse(head.header('cookie') ?? '', name)[name];
  }

  /** By the cookie of a browser that logged in. */
  function hasSession(head: RequestHead): boolean {
    const secret = secretOf(head);
    return secret !== undefined && saysItsOrigin(head) && sessions.has(secret, tokens.has);
  }

  function limitsFor(head: RequestHead): Limits {
    const given = bearerOf(head);
    return limitsOf(
      tokens,
      given === undefined ? sessions.openedBy(secretOf(head) ?? '') : identify(head, given),
    );
  }

  return {
    sessions,
    cookieName,
    admits(head: RequestHead): boolean {
      const given = bearerOf(head);
      if (given === undefined) return hasSession(head);
      return isSame(given, token) || identify(head, given) !== null;
    },
    /** By a browser that logged in with the vault's own token. */
    isOwner: (head: RequestHead): boolean =>
      bearerOf(head) === undefined && hasSession(head) && sessions.openedBy(secretOf(head) ?? '') === null,
    /** What the token of a request opens, or of the session of its browser. */
    limitsOf: limitsFor,
    /** What a client may do, for the page. */
    roleOf: (head: RequestHead): Role => (limitsFor(head).readOnly ? 'reader' : 'owner'),
    isToken,
    /** Logs a browser in; its session ends with the named token that it gave. Returns the secret that it sends from then on. */
    openSession: (given: string) => sessions.open(isSame(given, token) ? null : tokens.identify(given)),
    hasSession: (head: RequestHead) => bearerOf(head) === undefined && hasSession(head),
    /** A secret that logs one browser in, once, while the service runs: part of a login link. */
    issueCode(): string {
      const code = newSecret();
      codes.add(secretHash(code));
      return code;
    },
    /** True once for each code. */
    redeemCode: (code: string) => codes.delete(secretHash(code)),
  };
}

type Tokens = Pick<NamedTokens, 'identify' | 'has' | 'wallOf' | 'isReadOnly'>;
const NO_TOKENS: Tokens = {
  identify: () => null,
  has: () => false,
  wallOf: () => null,
  isReadOnly: () => false,
};

/** How much of a vault a token opens. */
export interface Limits {
  /** Null for the whole vault. */
  wall: Wall | null;
  readOnly: boolean;
}

/** `id`: of a named token; null for the vault's own, which has no limits. */
function limitsOf(tokens: Tokens, id: string | null): Limits {
  return id === null
    ? { wall: null, readOnly: false }
    : { wall: tokens.wallOf(id), readOnly: tokens.isReadOnly(id) };
}

export function limitsOfToken(tokens: Tokens, given: string | undefined): Limits {
  return limitsOf(tokens, given === undefined ? null : tokens.identify(given));
}

export function bearerOf(head: RequestHead): string | undefined {
  return /^Bearer (.+)$/.exec(head.header('authorization') ?? '')?.[1];
}

/** Cookies ignore ports: two services on one machine must not log out each other's users. */
function cookieOf(head: RequestHead): string {
  return `rappel_${/:(\d{1,5})$/.exec(head.header('host') ?? '')?.[1] ?? 'web'}`;
}

/**
 * A browser sends a cookie without asking its user. A request that changes something must name its origin, which
 * the guard checks.
 */
export function saysItsOrigin({ method, header }: RequestHead): boolean {
  return /^(?:GET|HEAD)$/.test(method) || header('origin') !== undefined;
}
