import { describe, expect, it, onTestFinished } from 'vitest';
import { loadWords } from '../../models/static/static-embedder.js';
import { type PreparedFile, prepareFile } from '../prepare-file.js';
import { pack, unpack } from './messages.js';
import { startPreparingThread } from './preparing-thread.js';

const FILES = [
  {
    path: 'bucket/a.md',
    text: '# Chaudière\n\nLe chauffagiste passe mardi à Nîmes.\n',
  },
  { path: 'bucket/empty.md', text: '' },
  { path: 'projects/x/tasks.md', text: '# [ ] One\n\nText.\n\n# [x] Two\n' },
];
const PREPARED = FILES.map(({ path, text }) => prepareFile(path, text));
const BUILT = new URL('../../../../dist/search/index/thread/host.js', import.meta.url);

/** Plain arrays compare by what they hold, whatever they are views of. */
const plain = (files: readonly PreparedFile[]) =>
  files.map(({ hash, chunks }) => ({
    hash: [...hash],
    chunks: chunks.map((chunk) => ({
      ...chunk,
      hash: [...chunk.hash],
      stems: [...chunk.stems],
      words: [...chunk.words],
      tokens: chunk.tokens && [...chunk.tokens],
    })),
  }));

function start(module: URL, withTokens = false) {
  const thread = startPreparingThread({ withTokens }, module);
  onTestFinished(() => thread.close());
  return thread;
}

describe('files prepared by a thread', () => {
  it('come out of their message as they went in', () => {
    const sent = structuredClone(pack(1, PREPARED));
    expect(plain(unpack(sent))).toEqual(plain(PREPARED));
  });

  it('are what this thread would have made of them', async () => {
    const thread = start(BUILT);
    const [first, second] = await Promise.all([thread.prepare(FILES), thread.prepare(FILES.slice(1))]);
    expect(plain(first)).toEqual(plain(PREPARED));
    expect(plain(second)).toEqual(plain(PREPARED.slice(1)));
    // One message: nothing of it was made here.
    expect(first[0]!.hash.buffer).toBe(first[2]!.chunks[0]!.words.buffer);
  });

  it('bring their tokens along where that is asked for', async () => {
    const pieces = await loadWords();
    const read = FILES.map(({ path, text }) => prepareFile(path, text, pieces));
    expect(plain(await start(BUILT, true).prepare(FILES))).toEqual(plain(read));
    expect(read[0]!.chunks[0]!.tokens!.length).toBeGreaterThan(5);
  });

  it('are prepared here where no thread can be had', async () => {
    const thread = start(new URL('./missing.js', import.meta.url));
    expect(plain(await thread.prepare(FILES))).toEqual(plain(PREPARED));
    expect(plain(await thread.prepare(FILES))).toEqual(plain(PREPARED));
  });
});
