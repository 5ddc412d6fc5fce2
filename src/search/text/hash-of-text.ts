import { hash } from 'node:crypto';

/** Sixteen bytes that stand for a text: two that differ never share them. */
export function hashOfText(text: string): Buffer {
  return hash('sha256', text, 'buffer').subarray(0, 16);
}
