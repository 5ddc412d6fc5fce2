import type { OnProgress, Progress } from '../../shared/progress.js';
import type { Publisher } from './events.js';

/** Publishes `progress` a few times a second; nothing about work that is over in a moment. */
export function publishProgress(events: Publisher<{ progress: Progress }>): OnProgress {
  let last: Progress | null = null;
  let told = 0;
  return (progress) => {
    const now = performance.now();
    if (!continues(progress, last)) told = now;
    last = progress;
    if (now - told < PAUSE_MS) return;
    told = now;
    events.publish('progress', progress);
  };
}

const PAUSE_MS = 250;

/** Work goes on where more of the same is done, however long that took, or as much of it while some is left. */
function continues(progress: Progress, last: Progress | null): boolean {
  if (last === null || progress.work !== last.work || progress.total !== last.total) return false;
  return progress.done > last.done || (progress.done === last.done && progress.done !== progress.total);
}
