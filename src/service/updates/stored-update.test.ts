import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePath } from '../../vault/paths.js';
import { parseStatus, parseStoredInput } from './stored-update.js';
import type { UpdateStatus } from './update-status.js';

const STATUS: UpdateStatus = {
  id: 'u1',
  state: 'done',
  accepted: '2025-07-14T18:30:00',
  title: 'Remember',
  steps: ['read vault/tasks.md'],
  summary: 'Filed.',
  files: ['vault/tasks.md'],
  inbox: null,
  reason: null,
  history: '0123456789',
  usage: { model: null, inputTokens: 1, cachedTokens: 1, outputTokens: 2, steps: 3, cost: null },
};
/** A record in which one field is anything that JSON can say, or missing. */
function withOneFieldChanged(record: object): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...Object.keys(record)), fc.option(fc.jsonValue(), { nil: undefined }))
    .map(([key, value]) => JSON.stringify({ ...record, [key]: value }));
}

describe('stored state', () => {
  it('comes back as it was written', () => {
    expect(parseStatus(JSON.stringify(STATUS), 'u1')).toEqual(STATUS);
  });

  it('always has fields of the right kind, whatever one of them says', () => {
    fc.assert(
      fc.property(withOneFieldChanged(STATUS), (json) => {
        const status = parseStatus(json, 'u1');
        if (status === null) return;
        expect(status.id).toBe('u1');
        for (const file of status.files) expect(parsePath(file)).not.toBe('');
        for (const step of status.steps) expect(step).toBeTypeOf('string');
        for (const text of [status.summary, status.inbox, status.reason, status.history])
          expect(text === null || typeof text === 'string').toBe(true);
      }),
    );
  });

  it('loses a wrong field, not the record', () => {
    const json = JSON.stringify({ ...STATUS, files: null, steps: [1, 'read'], usage: 'free', summary: {} });
    const { usage: _, ...rest } = STATUS;
    expect(parseStatus(json, 'u1')).toEqual({ ...rest, files: [], steps: ['read'], summary: null });
  });

  it('names no file outside the vault', () => {
    const files = ['vault/../../etc/passwd', '/etc/passwd', 'vault/.rappel/token', 'vault/tasks.md'];
    expect(parseStatus(JSON.stringify({ ...STATUS, files }), 'u1')?.files).toEqual(['vault/tasks.md']);
    const image = { name: 'a.png', mediaType: 'image/png', file: '../../../secret' };
    expect(() => parseStoredInput(JSON.stringify({ text: '', inboxRef: null, images: [image] }))).toThrow(
      /images\.0\.file/,
    );
  });

  it('that is no JSON, or something else, is no record', () => {
    for (const json of ['', '{', 'null', '[]', '7', '{"state":"flying"}']) {
      expect(parseStatus(json, 'u1')).toBeNull();
      expect(() => parseStoredInput(json)).toThrow(/damaged/);
    }
  });
});
