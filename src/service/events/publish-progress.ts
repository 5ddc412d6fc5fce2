import type { OnProgress, Progress, Work } from '../../shared/progress.js';
import type { Publisher } from './events.js';

/** Publishes `progress` a few times a second; nothing about work that is over in a moment. */
export function publishProgress(events: Publisher<{ progress: Progress }>): OnProgress {
  let work: Work | null = null;
  let [seen, told] = [0, 0];
  return (progress) => {
    const now = performance.now();
    const isNew = progress.work !== work || now - seen > FORGOTTEN_MS;
    work = progress.work;
    seen = now;
    if (isNew) told = now;
    if (now - told < PAUSE_MS) return;
    told = now;
    events.publish('progress', progress);
  };
}

const PAUSE_MS = 250;
const FORGOTTEN_MS = 1_000;
