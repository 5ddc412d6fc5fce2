import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { servedApp } from './served-app.js';

/** The HTTP app of a vault with these files, once the history has begun with them. */
export async function served(files: Record<string, string>) {
  const app = await servedApp(files);
  const { service, root } = app;
  await service.caughtUp;
  await service.job.idle();
  const ask = (method: string, path: string, body?: unknown) =>
    app.ask(method, path, { ...(body !== undefined && { body }) });
  return {
    root,
    ask,
    text: (path: string) => readFileSync(join(root, path), 'utf8'),
    /** Newest first. */
    async entries(path: string) {
      await service.job.idle();
      const { json } = await ask('POST', '/api/history/list', { path });
      return json.entries as { id: string; source: string; reason: string }[];
    },
    idle: () => service.job.idle(),
  };
}
