import {
  type Door,
  type FieldsOf,
  type Message,
  type MessageFields,
  type Messages,
  message,
  messageSays,
  nextStepOf,
  type Reason,
  type Told,
} from '../words/message.js';
import { englishMessages } from '../words/messages/english.js';

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
export interface ItemError extends Message {
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
 * The one error of Rappel: a code for programs, and a reason with its fields, of which the tables of `src/words/messages`
 * make what happened and the next step, in the language and for the door of who reads it. `path` is set where the error is
 * about one file, so that the sentence need not repeat it.
 */
export class RappelError<R extends Reason = Reason> extends Error {
  override readonly name: string = 'RappelError';
  readonly code: ErrorCode;
  readonly reason: Reason;
  readonly fields: MessageFields;
  readonly path: string | null;
  readonly data: ErrorData | null;

  constructor(code: ErrorCode, reason: R, ...[given]: AboutError<R>) {
    const { cause, data, ...fields }: About = given ?? {};
    super(
      messageSays(ENGLISH, { reason, fields: fields as MessageFields }) ?? reason,
      cause === undefined ? undefined : { cause },
    );
    this.code = code;
    this.reason = reason;
    this.fields = fields as MessageFields;
    this.path = fields.path ?? null;
    this.data = data ?? null;
  }

  /** The next step at a terminal. */
  get hint(): string | null {
    return nextStepOf(ENGLISH, this, 'terminal');
  }
}

/** The fields of its sentence, and what else is known. */
export type AboutError<R extends Reason> = keyof FieldsOf<R> extends never
  ? [given?: About]
  : [given: FieldsOf<R> & About];

/** What an error may have beside the fields of its sentence. */
interface About {
  path?: string | undefined;
  data?: ErrorData | undefined;
  cause?: unknown;
}

/** The sentences as the code has them. */
export const ENGLISH: Messages = { language: 'en', table: englishMessages, catalogue: {} };

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

/** The form in which every door gives an error to a program: a value, and what it says in English. */
export function errorFacts(error: RappelError, door: Door = 'page'): ErrorFacts {
  const { code, reason, fields, data } = error;
  const hint = nextStepOf(ENGLISH, error, door);
  return { code, reason, fields, message: errorMessage(error), hint, ...(data && { data }) };
}

export interface ErrorFacts extends Message {
  code: ErrorCode;
  message: string;
  hint: string | null;
  data?: ErrorData;
}

/** The reverse, from another process, which may be of another version or no Rappel at all. */
export function errorFromFacts({ code, reason, fields, message, hint, data }: ErrorFacts): RappelError {
  const known = ERROR_CODES.find((one) => one === code) ?? 'io';
  const isKnown = messageSays(ENGLISH, { reason, fields: Object(fields) }) !== null;
  if (isKnown) return new RappelError<never>(known, reason as never, { ...fields, data } as never);
  return new RappelError(known, 'other', { message, hint: hint ?? '', data });
}

/** What `errorMessage` says, as a value. */
export function messageOf(error: unknown): Message {
  if (!(error instanceof RappelError)) return message('other', { message: errorMessage(error), hint: '' });
  const { reason, fields, path } = error;
  return path ? message('item.at', { item: path, problem: { reason, fields } }) : { reason, fields };
}

/** What is kept of a failure: its value, and what it says in English. */
export function toldOf(error: unknown): Told {
  const { reason, fields } = error instanceof RappelError ? error : messageOf(error);
  const hint = nextStepOf(ENGLISH, { reason, fields }, 'page');
  return { reason, fields, message: errorMessage(error), hint };
}

/** The same error, about a file. */
export function errorAt({ code, reason, fields, data, cause }: RappelError, path: string): RappelError {
  return new RappelError(code, reason, { ...fields, path, data, cause } as never);
}

/** A defect, or what a library says. */
export function unexpected(code: ErrorCode, error: unknown): RappelError {
  return new RappelError(code, 'other', { message: errorMessage(error), hint: '', cause: error });
}

/** Every item of a list failed: the call fails, its message the items' lines. */
export function allFailed(errors: readonly ItemError[]): RappelError {
  const each = errors.map(({ path, reason, fields }) =>
    message('item.failed', { item: path, problem: { reason, fields } }),
  );
  return new RappelError(errors[0]!.code, 'list', { items: { each, between: '\n' } });
}

/** A text longer than JavaScript allows, in words; any other error as it is. */
export function sizeError(cause: unknown): unknown {
  if (!(cause instanceof RangeError) || !cause.message.includes('string length')) return cause;
  return new RappelError('invalid_input', 'answer.too_large', { cause });
}

/** The error of a file operation, in words; anything that is not a known system error is passed on as it is. */
export function ioError(cause: unknown, path: string): RappelError {
  if (cause instanceof RappelError) return cause;
  const code = (cause as NodeJS.ErrnoException)?.code;
  if (code === undefined) throw cause;
  if (code === 'ENOENT') return new RappelError('not_found', 'file.missing', { path, cause });
  if (code === 'ENOTDIR') return new RappelError('not_found', 'file.inside_file', { path, cause });
  if (code === 'EEXIST' || code === 'ENOTEMPTY')
    return new RappelError('exists', 'file.exists', { path, cause });
  const reason = SYSTEM_REASONS[code];
  if (reason !== undefined) return new RappelError('io', reason, { path, cause });
  return new RappelError('io', 'system.other', { error: code, path, cause });
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
  return !(cause instanceof RappelError) && Object.hasOwn(SYSTEM_REASONS, code) ? ioError(cause, '') : cause;
}

const SYSTEM_REASONS: Record<string, Exclude<Extract<Reason, `system.${string}`>, 'system.other'>> = {
  ENOSPC: 'system.disk_full',
  EDQUOT: 'system.disk_full',
  EFBIG: 'system.file_too_large',
  EACCES: 'system.denied',
  EPERM: 'system.denied',
  EROFS: 'system.read_only',
  EISDIR: 'system.is_folder',
  ENAMETOOLONG: 'system.name_too_long',
  EMFILE: 'system.too_many_open',
  ELOOP: 'system.links_in_circle',
  EBUSY: 'system.in_use',
};
