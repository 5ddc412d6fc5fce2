import { type ErrorCode, RappelError } from '../shared/errors.js';
import type { ToolResult } from '../tools/define-tool.js';
import type { SeenVersions } from '../tools/session.js';
import type { CallReport, Outcome } from './memory.js';

/** Bytes travel as base64; everything else as it is. */
export interface WireImage {
  path: string;
  media_type: string;
  data: string;
}

export interface WireResult {
  text: string;
  images: WireImage[];
  errors: ToolResult['errors'];
  data?: object;
}

export interface WireError {
  code: ErrorCode;
  message: string;
  hint: string | null;
  path: string | null;
}

export type WireOutcome = { ok: true; result: WireResult } | { ok: false; error: WireError };

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

export function encodeResult({ text, images, errors, data }: ToolResult): WireResult {
  const encoded = images.map((image) => ({ path: image.path, ...encodeImage(image) }));
  return { text, images: encoded, errors, ...(data !== undefined && { data }) };
}

export function encodeError({ code, message, hint, path }: RappelError): WireError {
  return { code, message, hint, path };
}

export function decodeError({ code, message, hint, path }: WireError): RappelError {
  return new RappelError(code, message, { ...(hint !== null && { hint }), ...(path && { path }) });
}

export function encodeImage({ mediaType, bytes }: { mediaType: string; bytes: Buffer }) {
  return { media_type: mediaType, data: bytes.toString('base64') };
}

function encodeOutcome(outcome: Outcome): WireOutcome {
  return outcome.ok
    ? { ok: true, result: encodeResult(outcome.result) }
    : { ok: false, error: encodeError(outcome.error) };
}

function decodeOutcome(outcome: WireOutcome): Outcome {
  if (!outcome.ok) return { ok: false, error: decodeError(outcome.error) };
  const { images, data, ...rest } = outcome.result;
  const decoded = images.map(({ path, media_type, data: bytes }) => ({
    path,
    mediaType: media_type,
    bytes: Buffer.from(bytes, 'base64'),
  }));
  return { ok: true, result: { ...rest, images: decoded, data } };
}
