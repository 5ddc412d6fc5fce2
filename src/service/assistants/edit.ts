import { RappelError } from '../../shared/errors.js';
import type { Words } from '../../words/message.js';

/** A change of a text: `length` characters at `offset` become `content`. Everything else stays as it is. */
export interface Edit {
  offset: number;
  length: number;
  content: string;
}

/** Applies edits that do not overlap; of several at one offset, the first comes first. */
export function applyTextEdits(text: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const { offset, length, content } of edits.toSorted((a, b) => a.offset - b.offset)) {
    result += text.slice(at, offset) + content;
    at = offset + length;
  }
  return result + text.slice(at);
}

/** The settings are in a form that an edit could break. */
export function unchangeable(reason: Words): RappelError {
  return new RappelError('invalid_input', 'client.unsafe_settings', { reason });
}
