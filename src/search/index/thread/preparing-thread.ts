import { Worker } from 'node:worker_threads';
import { type PreparedFile, prepareFile } from '../prepare-file.js';
import { type Done, type ThreadTask, type ThreadWork, type Unprepared, unpack } from './messages.js';

/** Prepares files in a thread; in this one if no thread can be started. */
interface PreparingThread {
  prepare(files: Unprepared[]): Promise<PreparedFile[]>;
  close(): Promise<void>;
}

export function startPreparingThread(task: ThreadTask, module = HOST): PreparingThread {
  const worker = new Worker(module, { workerData: task, resourceLimits: LIMITS });
  const waiting = new Map<number, { files: Unprepared[]; resolve: (prepared: PreparedFile[]) => void }>();
  let last = 0;
  let isGone = false;

  worker.on('message', (done: Done) => {
    waiting.get(done.id)?.resolve(unpack(done));
    waiting.delete(done.id);
  });
  // Out of memory, or no threads on this system: nothing is lost but time.
  worker.on('error', () => {});
  worker.on('exit', () => {
    isGone = true;
    for (const { files, resolve } of waiting.values()) resolve(prepareHere(files));
    waiting.clear();
  });

  return {
    async prepare(files) {
      if (isGone) return prepareHere(files);
      const id = ++last;
      worker.postMessage({ id, files } satisfies ThreadWork);
      return new Promise((resolve) => waiting.set(id, { files, resolve }));
    },
    async close() {
      // The caller does not wait for the rest.
      waiting.clear();
      await worker.terminate();
    },
  };
}

function prepareHere(files: readonly Unprepared[]): PreparedFile[] {
  return files.map(({ path, text }) => prepareFile(path, text));
}

const HOST = new URL('./host.js', import.meta.url);
/** Little memory beside the rest; a file that needs more is prepared here. */
const LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 };
