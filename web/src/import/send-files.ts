import { withBase } from '../api/base.js';
import { run } from '../api/run.js';
import { send } from '../api/send.js';
import type { IncomingFile } from './incoming.js';

/** Sends files one after the other; returns the id of the import. Aborting throws, and leaves nothing at the service. */
export async function sendFiles(
  files: readonly IncomingFile[],
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<string> {
  const { id } = await run('imports/begin');
  try {
    for (const [at, { path, file }] of files.entries()) {
      onProgress(at + 1);
      const query = new URLSearchParams({ path, modified: String(file.lastModified) });
      await send(withBase(`/api/imports/${id}/files?${query}`), {
        method: 'PUT',
        headers: { 'content-type': 'application/octet-stream' },
        body: file,
        signal,
      });
    }
    return id;
  } catch (error) {
    await run('imports/cancel', { id }).catch(() => {});
    throw error;
  }
}
