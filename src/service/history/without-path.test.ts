import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VaultPath } from '../../vault/paths.js';
import { withoutPath } from './without-path.js';

const message = (reason: string, ...paths: string[]) => {
  const files = paths.map((path) => ({ path, change: 'added' }));
  return `${reason}\n\n${JSON.stringify({ id: reason, time: '', source: 'tool', reason, input: null, files })}\n`;
};
const data = (content: string | Buffer) =>
  Buffer.concat([Buffer.from(`data ${Buffer.byteLength(content)}\n`), Buffer.from(content)]);
const commit = (mark: number, text: string, ...lines: string[]) => [
  Buffer.from(`commit refs/heads/main\nmark :${mark}\nauthor R <r@x> 1 +0000\ncommitter R <r@x> 1 +0000\n`),
  data(text),
  Buffer.from(`${lines.join('\n')}\n\n`),
];

/** As git writes it; one file holds what looks like an export itself. */
const TRAP = Buffer.from([0, 0xff, 0x0a, ...Buffer.from('commit refs/heads/x\ndata 3\nM 100644 :1 a.md\n')]);
const EXPORTED = Buffer.concat([
  Buffer.from('blob\nmark :1\n'),
  data(TRAP),
  Buffer.from('\nblob\nmark :2\n'),
  data('hunter2'),
  Buffer.from('\nreset refs/heads/main\n'),
  ...commit(3, message('both', 'a.md', 'clés/x.md'), 'M 100644 :1 a.md', 'M 100644 :2 clés/x.md'),
  ...commit(4, message('Edited vault/clés/x.md', 'clés/x.md'), 'from :3', 'D clés/x.md'),
  ...commit(5, message('last', 'a.md'), 'from :4', 'M 100644 :1 "a \\"b\\".md"'),
]);

async function cleanedBy(cuts: readonly number[]): Promise<string> {
  async function* pieces() {
    let at = 0;
    for (const cut of cuts) {
      yield EXPORTED.subarray(at, at + cut);
      at += cut;
    }
    yield EXPORTED.subarray(at);
  }
  const kept: Buffer[] = [];
  for await (const part of withoutPath(pieces(), 'clés' as VaultPath)) kept.push(part);
  return Buffer.concat(kept).toString('latin1');
}

describe('an export without a path', () => {
  it('keeps what else there is, byte for byte, and ends with its end', async () => {
    const kept = Buffer.from(await cleanedBy([]), 'latin1').toString('utf8');
    expect(kept).toContain(`data ${TRAP.length}\n${TRAP.toString('utf8')}\n`);
    expect(kept).not.toContain('clés');
    expect(kept.match(/^commit refs\/heads\/main$/gm)).toHaveLength(2);
    expect(kept).toContain('M 100644 :1 "a \\"b\\".md"');
    expect(kept).toMatch(/\ndone\n$/);
  });

  it('does not depend on the pieces it comes in', async () => {
    const whole = await cleanedBy([]);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 40 }), async (cuts) => {
        expect(await cleanedBy(cuts)).toBe(whole);
      }),
    );
  });

  it('throws where a file is cut off, before the end is written', async () => {
    async function* half() {
      yield Buffer.from('blob\nmark :1\ndata 100\nabc');
    }
    const kept: Buffer[] = [];
    const reading = (async () => {
      for await (const part of withoutPath(half(), 'x' as VaultPath)) kept.push(part);
    })();
    await expect(reading).rejects.toThrow('97 bytes too early');
    expect(Buffer.concat(kept).toString()).not.toContain('done');
  });
});
