import { AsyncLocalStorage } from 'node:async_hooks';
import processes from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { onTestFinished } from 'vitest';
import type { SqlPool } from '../../src/hub/database/sql.js';

type Call = (...given: unknown[]) => unknown;

/** What a piece of work asks of the disk, of other programs and of the database, in order: what it does there takes time that others can measure. */
export function traceWork() {
  const current = new AsyncLocalStorage<string[]>();
  const everything: string[] = [];
  const restore = [fs, fs.promises, processes].map((module) => traceAll(module as never, note));
  syncBuiltinESMExports();
  onTestFinished(() => {
    for (const undo of restore) undo();
    syncBuiltinESMExports();
  });

  function note(line: string): void {
    everything.push(line);
    current.getStore()?.push(line);
  }

  return {
    /** Of this work alone, whatever else runs. */
    async during(work: () => unknown): Promise<string[]> {
      const lines: string[] = [];
      await current.run(lines, async () => work());
      return lines;
    },
    /** Of the whole process meanwhile: for requests that arrive over a connection. */
    async meanwhile(work: () => unknown): Promise<string[]> {
      const from = everything.length;
      await work();
      return everything.slice(from);
    },
    /** The same database, which is traced. */
    traced: (pool: SqlPool): SqlPool => ({
      close: pool.close,
      async connect() {
        const { client, release } = await pool.connect();
        const query: typeof client.query = (text, values) => {
          note(`sql ${text}`);
          return client.query(text, values);
        };
        return { client: { ...client, query }, release };
      },
    }),
  };
}

/** Notes each call of a module with its path, or its program and what that is given. Returns how to end it. */
function traceAll(module: Record<string, unknown>, note: (line: string) => void): () => void {
  const names = Object.keys(module).filter(
    (name) => typeof module[name] === 'function' && /^[a-z]/.test(name) && name !== 'promises',
  );
  const own = names.map((name) => [name, module[name] as Call] as const);
  for (const [name, call] of own)
    module[name] = Object.assign((...given: unknown[]) => {
      const [first, second] = given;
      if (typeof first === 'string') note([name, first, ...(Array.isArray(second) ? second : [])].join(' '));
      return call(...given);
    }, call);
  return () => {
    for (const [name, call] of own) module[name] = call;
  };
}
