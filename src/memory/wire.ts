import type { CallReport, Outcome } from '../operations/run-calls.js';
import { encodeImage } from '../operations/updates.js';
import { type ErrorCode, RappelError } from '../shared/errors.js';
import type { ToolImage, ToolResult } from '../tools/define-tool.js';
import type { SeenVersions } from '../tools/session.js';
import type { Quotation } from '../vault/citation.js';

interface WireResult {
  text: string;
  images: (Omit<ToolImage, 'bytes'> & { data: string })[];
  errors: ToolResult['errors'];
  quotations?: Quotation[];
  data?: object;
}

export interface WireError {
  code: ErrorCode;
  message: string;
  hint: string | null;
  path: string | null;
}

type WireOutcome = { ok: true; result: WireResult } | { ok: false; error: WireError };

export interface WireReport {
  outcomes: WireOutcome[];
  seen: SeenVersions;
  shown: SeenVersions;
  warning: string | null;
}

export function encodeReport({ outcomes, seen, shown, warning }: CallReport): WireReport {
  return { outcomes: outcomes.map(encodeOutcome), seen, shown, warning };
}

export function decodeReport({ outcomes, ...rest }: WireReport): CallReport {
  return { outcomes: outcomes.map(decodeOutcome), ...rest };
}

export function encodeResult({ text, images, errors, quotations, data }: ToolResult): WireResult {
  return {
    text,
    images: images.map(encodeImage),
    errors,
    ...(quotations !== undefined && { quotations }),
    ...(data !== undefined && { data }),
  };
}

function encodeError({ code, message, hint, path }: RappelError): WireError {
  return { code, message, hint, path };
}

export function decodeError({ code, message, hint, path }: WireError): RappelError {
  return new RappelError(code, message, { ...(hint !== null && { hint }), ...(path && { path }) });
}

function encodeOutcome(outcome: Outcome): WireOutcome {
  return outcome.ok
    ? { ok: true, result: encodeResult(outcome.result) }
    : { ok: false, error: encodeError(outcome.error) };
}

function decodeOutcome(outcome: WireOutcome): Outcome {
  if (!outcome.ok) return { ok: false, error: decodeError(outcome.error) };
  const { images, data, ...rest } = outcome.result;
  const decoded = images.map(({ data: encoded, ...about }) => ({
    ...about,
    bytes: Buffer.from(encoded, 'base64'),
  }));
  return { ok: true, result: { ...rest, images: decoded, data } };
}
