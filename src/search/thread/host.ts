import { parentPort } from 'node:worker_threads';
import { prepareFile } from '../prepare-file.js';
import { pack, type Work } from './messages.js';

/** What runs in the thread: files come in, prepared ones go out, in the same order. */
parentPort!.on('message', ({ id, files }: Work) => {
  const done = pack(
    id,
    files.map(({ path, text, modified }) => prepareFile(path, text, modified)),
  );
  parentPort!.postMessage(done, [done.bytes]);
});
