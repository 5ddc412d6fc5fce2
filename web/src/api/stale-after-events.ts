import type { StreamEvents } from '../../../src/http/event-stream.js';

interface Marks {
  mark(...keys: string[]): void;
  markTree(...paths: string[]): void;
  /** A file or a folder changed on the disk. */
  touch(path: string): void;
}

type Handlers = { [Type in keyof StreamEvents]?: (data: StreamEvents[Type]) => void };

/** What each event of the service makes out of date. */
export function staleAfterEvents({ mark, markTree, touch }: Marks) {
  /** What the lists showed last of each activity. */
  const shown = new Map<string, string>();

  /** Lists show no steps, and are asked for again only when what they show changes. */
  function onActivity(id: string, shows: string): void {
    mark(`activity ${id}`);
    if (shown.get(id) !== shows) mark('activities');
    shown.set(id, shows);
  }

  return {
    file({ path }) {
      const inVault = withoutVault(path);
      touch(inVault);
      markTree(inVault);
      mark(`file ${inVault}`, 'links', 'aliases', 'verified');
      if (/(?:^|\/)(?:state|tasks|changelog|description)\.md$/.test(inVault)) mark('home');
      if (/(?:^|\/)bucket\/session-/.test(inVault)) mark('capture');
      // An update that asked something is answered once its item is gone.
      if (/^inbox(?:\/|$)/.test(inVault)) mark('inbox', 'activities', 'activity');
    },
    update(update) {
      onActivity(update.id, `${update.state} ${update.history}`);
      if (!isOver(update)) return;
      mark('inbox', 'history', 'capture');
      markTree(...update.files.map(withoutVault));
    },
    question: ({ id, state }) => onActivity(id, state),
    step: ({ id }) => mark(`activity ${id}`),
    history: () => mark('history', 'findings', 'sync'),
    import: ({ id }) => mark(`import ${id}`),
  } satisfies Handlers;
}

function withoutVault(path: string): string {
  return path.replace(/^vault\//, '');
}

export function isOver({ state }: { state: StreamEvents['update']['state'] }): boolean {
  return state === 'done' || state === 'needs_answer' || state === 'failed';
}
