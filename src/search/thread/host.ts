import { parentPort, workerData } from 'node:worker_threads';
import { meaningOf } from '../embed/passage-meaning.js';
import { createStaticEmbedder } from '../embed/static-embedder.js';
import { type Embed, prepareFile } from '../prepare-file.js';
import { pack, type Task, type Work } from './messages.js';

/** What runs in the thread: files come in, prepared ones go out, in the same order. */
const { withVectors } = workerData as Task;
const embed = withVectors ? await openEmbed() : null;

parentPort!.on('message', ({ id, files }: Work) => {
  const done = pack(
    id,
    files.map(({ path, text, modified }) => prepareFile(path, text, modified, embed)),
  );
  parentPort!.postMessage(done, [done.bytes]);
});

/** Null where the model can't be read: the first deep search will meet that again, and say so. */
async function openEmbed(): Promise<Embed | null> {
  try {
    const model = await createStaticEmbedder().model();
    return (headings, text) => meaningOf(model, headings, text);
  } catch {
    return null;
  }
}
