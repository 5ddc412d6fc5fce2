import { deflateSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pdf } from '../../../../test/support/import-fixtures.js';
import { createReaderThread, type ReaderLimits } from './document-reader.js';

/** Threads run compiled code. */
const host = new URL('../../../../dist/exchange/import/documents/worker.js', import.meta.url);

const job = (bytes: Buffer) => ({ format: 'pdf' as const, bytes, name: 'a.pdf', place: null });

function threadWith(limits: Partial<ReaderLimits>) {
  const { mostMs = () => 60_000, mostBytes = 2 ** 30 } = limits;
  const thread = createReaderThread({ host, limits: { mostMs, mostBytes } });
  onTestFinished(thread.close);
  return thread;
}

describe('a PDF', () => {
  it('is read page by page, one after the other', async () => {
    const thread = threadWith({});
    expect(await thread.read(job(pdf(['Price 6200', ''])))).toMatchObject({
      text: '# a\n\n## Page 1\n\nPrice 6200\n',
    });
    expect(await thread.read(job(Buffer.from('no')))).toEqual({
      problem: 'unreadable',
      reason: 'not a PDF that can be read',
    });
    expect(await thread.read(job(pdf(['again'])))).toMatchObject({ text: '# a\n\n## Page 1\n\nagain\n' });
  });

  it('that takes too long is stopped, and the next one is read', async () => {
    const endless = job(pdf([{ packed: deflateSync('(a) Tj\n'.repeat(5_000_000)) }]));
    // A busy machine takes its time for the next one too.
    const thread = threadWith({ mostMs: (size) => (size === endless.bytes.length ? 1_000 : 60_000) });
    expect(await thread.read(endless)).toEqual({ problem: 'time' });
    expect(await thread.read(job(pdf(['next'])))).toMatchObject({ text: expect.stringContaining('next') });
  });

  it('that needs too much memory is stopped', async () => {
    const thread = threadWith({ mostBytes: 80 * 2 ** 20 });
    const answer = await thread.read(job(pdf([{ packed: deflateSync(Buffer.alloc(300 * 2 ** 20)) }])));
    expect(answer).toEqual({ problem: 'memory' });
  });

  it('may wait for a busy machine, but not for ever', async () => {
    const waiting = (ms: number) =>
      `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => setTimeout(() => parentPort.postMessage({ text: 'late' }), ${ms}));`;
    const readBy = (program: string, mostMs: number) => {
      const host = new URL(`data:text/javascript,${encodeURIComponent(program)}`);
      const thread = createReaderThread({ host, limits: { mostMs: () => mostMs, mostBytes: 2 ** 30 } });
      onTestFinished(thread.close);
      return thread.read(job(pdf(['once'])));
    };
    expect(await readBy(waiting(3_000), 2_000)).toEqual({ text: 'late' });
    expect(await readBy(waiting(3_600_000), 100)).toEqual({ problem: 'time' });
  });

  it.each([
    ['throws', "throw new Error('a fault of the reader')"],
    ['ends', 'process.exit(0)'],
  ])('of which the reader %s is answered all the same', async (_how, fault) => {
    const program = `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { ${fault} });`;
    const host = new URL(`data:text/javascript,${encodeURIComponent(program)}`);
    const thread = createReaderThread({ host, limits: { mostMs: () => 60_000, mostBytes: 2 ** 30 } });
    onTestFinished(thread.close);
    expect(await thread.read(job(pdf(['once'])))).toEqual({ problem: 'crash' });
    expect(await thread.read(job(pdf(['again'])))).toEqual({ problem: 'crash' });
  });
});
