import { ENGLISH } from '../../shared/errors.js';
import { type Message, message, messageSays, nextStepOf } from '../../words/message.js';
/** Why PostgreSQL does not answer, in a sentence that holds no password. */
export class PostgresProblem extends Error {
  override name = 'PostgresProblem';
  constructor(
    readonly says: Message,
    /** It stays until a person does what the next step says: trying again does not help. */
    readonly isLasting = false,
  ) {
    super(messageSays(ENGLISH, says) ?? says.reason);
  }

  get hint(): string {
    return nextStepOf(ENGLISH, this.says, 'terminal') ?? '';
  }
}

/** The tables have steps that this version does not know. */
export class NewerTables extends PostgresProblem {
  constructor() {
    super(message('postgres.newer'), true);
  }
}

/** For those who wait for an answer, who may not be the ones that run PostgreSQL. */
export function stepFor({ isLasting, says }: PostgresProblem): Message {
  return isLasting ? says : message('postgres.retry');
}

/** Turns what the server, the driver or the system says into a sentence. Null for an error of another kind. */
export function problemOf(error: unknown, url: string): PostgresProblem | null {
  if (error instanceof PostgresProblem) return error;
  if (!(error instanceof Error)) return null;
  const code = (error as { code?: unknown }).code;
  const place = databasePlace(url);
  if (typeof code === 'string') {
    if (UNREACHABLE.has(code))
      return new PostgresProblem(message('postgres.unreachable', { place, error: code }));
    if (code === '57014') return new PostgresProblem(message('postgres.slow'));
    if (code.startsWith('28')) return new PostgresProblem(message('postgres.login', { place }), true);
    if (code === '3D000') return new PostgresProblem(message('postgres.no_database', { place }), true);
    if (code === '42501') return new PostgresProblem(message('postgres.rights', { place }), true);
    if (code.startsWith('57P') || code.startsWith('08'))
      return new PostgresProblem(message('postgres.closed', { place }));
    if (/^[0-9A-Z]{5}$/.test(code))
      return new PostgresProblem(message('postgres.said', { problem: withoutPassword(error.message, url) }));
  }
  if (/timeout|terminated|closed the connection|not queryable/i.test(error.message))
    return new PostgresProblem(message('postgres.gone', { place }));
  return null;
}

const UNREACHABLE = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ENOTFOUND', 'EACCES', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'],
  ...['ENETUNREACH', 'EAI_AGAIN', 'SELF_SIGNED_CERT_IN_CHAIN', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
]);

/** False for what the driver would reject with an error that holds the whole address. */
export function isAddress(url: string): boolean {
  return parse(url) !== null;
}

/** Host, port and database of an address; never its user or password. */
export function databasePlace(url: string): string {
  const parsed = parse(url);
  if (parsed === null) return 'DATABASE_URL';
  const host = parsed.searchParams.get('host') ?? decodeURIComponent(parsed.hostname);
  return `${host || 'localhost'}${parsed.port && `:${parsed.port}`}${parsed.pathname}`;
}

function withoutPassword(message: string, url: string): string {
  const parsed = parse(url);
  const secrets = [parsed?.password, parsed && decodeURIComponent(parsed.password)];
  return secrets.reduce<string>((text, secret) => (secret ? text.replaceAll(secret, '…') : text), message);
}

function parse(url: string): URL | null {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  // Without a scheme, what looks like the path may be the password.
  return parsed !== null && /^postgres(ql)?:$/.test(parsed.protocol) ? parsed : null;
}
