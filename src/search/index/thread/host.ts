import { parentPort, workerData } from 'node:worker_threads';
import { loadWords } from '../../models/static/static-embedder.js';
import { rememberManyWords } from '../../text/words.js';
import { prepareFile } from '../prepare-file.js';
import { pack, type ThreadTask, type ThreadWork } from './messages.js';

/** What runs in the thread: files come in, prepared ones go out, in the same order. */
const { withTokens } = workerData as ThreadTask;
rememberManyWords();
// Where the model can't be read, the first deep search will meet that again, and say so.
const loading = withTokens ? loadWords().catch(() => null) : null;

parentPort!.on('message', async ({ id, files }: ThreadWork) => {
  const pieces = await loading;
  const done = pack(
    id,
    files.map(({ path, text }) => prepareFile(path, text, pieces)),
  );
  parentPort!.postMessage(done, [done.bytes]);
});
