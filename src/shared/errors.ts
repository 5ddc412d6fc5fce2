/** The closed set of error codes. Every door has one table from these to its own form. */
export const ERROR_CODES = [
  'invalid_input',
  'not_found',
  'outside_vault',
  'not_text',
  'bad_range',
  'not_read',
  'stale',
  'no_match',
  'several_matches',
  'exists',
  'protected',
  'busy',
  'model',
  'io',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** What went wrong with one item of a list; `path` is normalised where it could be. */
export interface ItemError {
  path: string;
  code: ErrorCode;
  message: string;
}

/**
 * Why a model did not do its work. The first four pass with time or after a change of the settings; the others concern
 * this one input: the next try would end in the same way.
 */
export type ModelFailure =
  /** No connection, no reply at all, or an error of the provider's own. */
  | 'unreachable'
  /** The provider limits how often it answers. */
  | 'limited'
  /** The key, the name of the model or its address is wrong, or the account is empty. */
  | 'settings'
  /** It answered, but not within the time limit. */
  | 'slow'
  /** The provider can't use the request. */
  | 'rejected'
  /** Its answer ended at the provider's limit of output. */
  | 'cut_off'
  /** The model or its filter refused to answer. */
  | 'refused'
  /** The run reached its limit of steps or tokens before it was done. */
  | 'limit';

/** Facts of an error for programs, which must not read its sentence. */
export interface ErrorData {
  /** Of an error with the code `model`. */
  model?: { failure: ModelFailure; retryAfterMs?: number };
  /** The text to be saved holds a suspected secret that the file does not hold yet. A person may save it all the same. */
  secret?: true;
  /** The files that keep an entry from being undone, and the parts of them that were changed since. */
  obstacles?: {
    path: string;
    reason: 'changed' | 'changed_units' | 'moved' | 'replaced' | 'folder';
    units?: {
      id: string;
      headings: string[];
      base: string | null;
      ours: string | null;
      theirs: string | null;
    }[];
  }[];
}

/**
 * The one error of Rappel: a message for a person, a hint for the next step.
 * `path` is set where the error is about one file, so that the message need not repeat it.
 */
export class RappelError extends Error {
  override readonly name = 'RappelError';
  readonly code: ErrorCode;
  readonly hint: string | null;
  readonly path: string | null;
  readonly data: ErrorData | null;

  constructor(
    code: ErrorCode,
    message: string,
    options: { hint?: string; path?: string; data?: ErrorData; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint ?? null;
    this.path = options.path ?? null;
    this.data = options.data ?? null;
  }
}

/** `[error] vault/x.md: no such file or folder`: the form in which every tool and door shows a failure. */
export function errorLine(error: { path: string | null; message: string }): string {
  if (error.message.startsWith('[error] ')) return error.message;
  return error.path === null || error.path === ''
    ? `[error] ${error.message}`
    : `[error] ${error.path}: ${error.message}`;
}

/** What went wrong, in one text, with the file it is about. */
export function errorMessage(error: unknown): string {
  if (error instanceof RappelError && error.path) return `${error.path}: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
}

/** The form in which every door gives an error to a program. */
export function errorFacts(error: RappelError) {
  const { code, hint, data } = error;
  return { code, message: errorMessage(error), hint, ...(data && { data }) };
}

/** The reverse, from another process; `io` for a code that this one does not know. */
export function errorFromFacts({ code, message, hint, data }: ReturnType<typeof errorFacts>): RappelError {
  const known = ERROR_CODES.find((one) => one === code) ?? 'io';
  return new RappelError(known, message, { ...(hint !== null && { hint }), ...(data && { data }) });
}

/** Every item of a list failed: the call fails, its message the items' lines. */
export function allFailed(errors: readonly ItemError[]): RappelError {
  return new RappelError(errors[0]!.code, errors.map(errorLine).join('\n'));
}

/** A text longer than JavaScript allows, in words; any other error as it is. */
export function sizeError(cause: unknown): unknown {
  if (!(cause instanceof RangeError) || !cause.message.includes('string length')) return cause;
  return new RappelError('invalid_input', 'the answer is too large', {
    hint: 'Ask for less: fewer files, head or tail, or a range of lines.',
    cause,
  });
}

/** The error of a file operation, in words; anything that is not a known system error is passed on as it is. */
export function ioError(cause: unknown, path: string): RappelError {
  if (cause instanceof RappelError) return cause;
  const code = (cause as NodeJS.ErrnoException)?.code;
  if (code === undefined) throw cause;
  if (code === 'ENOENT') return new RappelError('not_found', 'no such file or folder', { path, cause });
  if (code === 'ENOTDIR') {
    return new RappelError('not_found', 'a part of this path is a file, not a folder', { path, cause });
  }
  if (code === 'EEXIST' || code === 'ENOTEMPTY')
    return new RappelError('exists', 'already exists', { path, cause });
  const [message, hint] = SYSTEM_MESSAGES[code] ?? [
    `the system reported ${code}`,
    'Check the disk and try again.',
  ];
  return new RappelError('io', message, { path, hint, cause });
}

/** Whether a write failed because this user may not write there, or the disk takes nothing more. */
export function isReadOnly(error: unknown): boolean {
  const { code } = ((error instanceof RappelError ? error.cause : error) ?? {}) as NodeJS.ErrnoException;
  return ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'].includes(code ?? '');
}

/** An error of the system, in words, with its file where that is known; any other error as it is. */
export function systemError(cause: unknown): unknown {
  const { code = '', path } = (cause ?? {}) as NodeJS.ErrnoException;
  if (typeof path === 'string' && /^E[A-Z0-9]+$/.test(code)) return ioError(cause, path);
  return !(cause instanceof RappelError) && Object.hasOwn(SYSTEM_MESSAGES, code) ? ioError(cause, '') : cause;
}

const DISK_FULL = ['the disk is full', 'Free some space and try again.'] as const;
const DENIED = ['permission denied', 'Check who owns the file and its folder.'] as const;

const SYSTEM_MESSAGES: Record<string, readonly [message: string, hint: string]> = {
  ENOSPC: DISK_FULL,
  EDQUOT: DISK_FULL,
  EFBIG: ['the file would be larger than the system allows', 'Free some space or raise the limit.'],
  EACCES: DENIED,
  EPERM: DENIED,
  EROFS: ['the disk is read-only', 'Make it writable and try again.'],
  EISDIR: ['is a folder', 'Name a file.'],
  ENAMETOOLONG: ['the name is too long', 'Choose a shorter one.'],
  EMFILE: ['too many open files', 'Close some programs and try again.'],
  ELOOP: ['links lead in a circle', 'Remove one of them.'],
  EBUSY: ['the file is in use', 'Close the program that holds it and try again.'],
};
