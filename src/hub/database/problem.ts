/** What to do about an address that is missing or malformed. */
export const ADDRESS_HINT = 'Set DATABASE_URL, for example postgresql://USER:PASSWORD@HOST:5432/DATABASE.';

/** Why PostgreSQL does not answer, in a sentence that holds no password. */
export class PostgresProblem extends Error {
  override name = 'PostgresProblem';
  constructor(
    message: string,
    /** What a person can do about it. */
    readonly hint = 'Try again. If it fails again, check the log of PostgreSQL.',
    /** It stays until a person does that: trying again does not help. */
    readonly isLasting = false,
  ) {
    super(message);
  }
}

/** The tables have steps that this version does not know. */
export class NewerTables extends PostgresProblem {
  constructor() {
    super('the tables in PostgreSQL were made by a newer Rappel', 'Update Rappel here.', true);
  }
}

/** For those who wait for an answer, who may not be the ones that run PostgreSQL. */
export function retryHint({ isLasting, hint }: PostgresProblem): string {
  return isLasting ? hint : 'Try again: Rappel goes on by itself when PostgreSQL is back.';
}

/** Turns what the server, the driver or the system says into a sentence. Null for an error of another kind. */
export function problemOf(error: unknown, url: string): PostgresProblem | null {
  if (error instanceof PostgresProblem) return error;
  if (!(error instanceof Error)) return null;
  const code = (error as { code?: unknown }).code;
  const place = databasePlace(url);
  if (typeof code === 'string') {
    if (UNREACHABLE.has(code))
      return new PostgresProblem(`PostgreSQL can't be reached at ${place} (${code})`, START_HINT);
    if (code === '57014') return new PostgresProblem('PostgreSQL took too long to answer');
    if (code.startsWith('28'))
      return new PostgresProblem(
        `PostgreSQL at ${place} refused the user or password`,
        'Correct the user and the password in DATABASE_URL.',
        true,
      );
    if (code === '3D000')
      return new PostgresProblem(
        `PostgreSQL has no database ${place}`,
        'Create it, or correct its name at the end of DATABASE_URL.',
        true,
      );
    if (code === '42501')
      return new PostgresProblem(
        `the user of DATABASE_URL has too few rights in ${place}`,
        'Name the user who owns the database in DATABASE_URL.',
        true,
      );
    if (code.startsWith('57P') || code.startsWith('08'))
      return new PostgresProblem(`PostgreSQL at ${place} closed the connection`);
    if (/^[0-9A-Z]{5}$/.test(code))
      return new PostgresProblem(`PostgreSQL: ${withoutPassword(error.message, url)}`);
  }
  if (/timeout|terminated|closed the connection|not queryable/i.test(error.message))
    return new PostgresProblem(`PostgreSQL can't be reached at ${place}`, START_HINT);
  return null;
}

const START_HINT = 'Start PostgreSQL, or correct DATABASE_URL.';

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
