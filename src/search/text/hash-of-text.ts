import { hash } from 'node:crypto';

/** Sixteen bytes that identify a text: different texts have different bytes. */
export function hashOfText(text: string): Buffer {
  return hash('sha256', text, 'buffer').subarray(0, 16);
}
