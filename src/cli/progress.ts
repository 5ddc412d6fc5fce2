import type { OnProgress, Work } from '../shared/progress.js';
import type { Say } from '../words/say.js';
import type { Terminal } from './command.js';

/** Shows how far work is, on a terminal; the line appears if the work takes more than a moment. */
export function showProgress(terminal: Terminal): OnProgress {
  const labels = labelsIn(terminal.say);
  return ({ work, done, total }) => {
    if (total === null) terminal.status(done === 0 ? `${labels[work]}…` : `${labels[work]} ${done}`);
    else showBar(labels[work], terminal)(done, total);
  };
}

export function showIndexing(terminal: Terminal): (done: number, total: number) => void {
  return showBar(labelsIn(terminal.say).indexing, terminal);
}

/** A bar for work whose length is known. */
function showBar(label: string, terminal: Terminal): (done: number, total: number) => void {
  return (done, total) => {
    const start = `${label} `;
    const end = ` ${done}/${total}`;
    const room = terminal.columns - start.length - end.length - ROOM_FOR_SECONDS;
    const width = Math.max(0, Math.min(WIDEST_BAR, room));
    const filled = Math.round((width * done) / Math.max(1, total));
    const bar = '█'.repeat(filled) + '░'.repeat(width - filled);
    terminal.status(done >= total ? '' : start + bar + end);
  };
}

function labelsIn(say: Say): Record<Work, string> {
  return {
    reading: say`Reading`,
    importing: say`Importing`,
    exporting: say`Exporting`,
    recording: say`Recording in the history`,
    undoing: say`Changing files`,
    linking: say`Updating links`,
    indexing: say`Indexing`,
  };
}

const WIDEST_BAR = 24;
const ROOM_FOR_SECONDS = 8;
