import { createChangeRecord } from '../service/change-record.js';
import type { Service } from '../service/create-service.js';
import type { UpdateStatus } from '../service/queue.js';
import { watchChanges } from '../service/watch-changes.js';
import { type FileChange, isFinished, type MemoryApp } from './memory-app.js';

/** The memory behind `/mcp`: the service of this process. */
export function createServiceApp(service: Service): MemoryApp {
  const { vault, engine, queue, events } = service;
  return {
    vault,
    find: (request) => engine.search(request),
    answer: (question, options) => service.search(question, options),
    update: (input, id) => service.update(input, id),
    updateStatus: (id) => queue.find(id),
    follow(id, tell, signal) {
      return new Promise((resolve) => {
        const finish = (status: UpdateStatus) => {
          unsubscribe();
          signal.removeEventListener('abort', stop);
          resolve(status);
        };
        const look = (status: UpdateStatus) => {
          tell(status);
          if (isFinished(status)) finish(status);
        };
        const stop = () => finish(queue.find(id));
        const unsubscribe = events.subscribe(({ type, data }) => {
          if (type === 'update' && (data as UpdateStatus).id === id) look(data as UpdateStatus);
        });
        signal.addEventListener('abort', stop);
        look(queue.find(id));
      });
    },
    async change(session, work, why) {
      const record = createChangeRecord(vault);
      const watched = watchChanges(vault, record.tell);
      const result = await work({ vault: watched, session, engine: async () => engine });
      for (const path of record.paths) service.tree.refresh(path);
      const entry = await service.afterChanges(record.paths, {
        source: 'tool',
        reason: why(result),
        before: record.before,
      });
      if (entry !== null) events.publish('history', entry);
      return result;
    },
    async watch(tell) {
      return events.subscribe(({ type, data }) => {
        if (type === 'file') tell(data as FileChange);
      });
    },
  };
}
