import { openTasks } from '../../../agents/librarian/orientation/tasks.js';
import { showPath, type VaultPath } from '../../../vault/paths.js';
import type { Check, Examined } from '../check.js';
import type { FileFacts } from '../file-facts.js';
import type { Found } from '../finding.js';

/**
 * Open tasks where neither Home nor an answer about tasks looks: in notes, and in tasks files outside of the projects. A
 * vault without any task in its tasks files keeps them elsewhere, and that is no fault.
 */
export const findHomelessTasks: Check = async (examined) => {
  const { vault, facts, yieldToEventLoop } = examined;
  let usesTasks = false;
  const found: Found[] = [];
  for (const file of facts.values()) {
    await yieldToEventLoop();
    const folder = file.path.slice(0, Math.max(0, file.path.lastIndexOf('/'))) as VaultPath;
    if (file.kind === 'tasks') {
      const isHome = isWorkFolder(folder);
      if (isHome && usesTasks) continue;
      const count = openTasks(vault, [folder]).length;
      if (isHome) usesTasks = count > 0;
      else if (count > 0) found.push(lostFile(file, count));
    } else if (isNote(file) && file.boxes.count > 0) found.push(lostBoxes(file, examined));
  }
  return usesTasks ? found : [];
};

/** The vault itself, or a project. */
function isWorkFolder(folder: VaultPath): boolean {
  return folder === '' || /^projects\/[^/]+$/.test(folder);
}

/** The boxes of a template, and of what waits for an answer, are not yet anyone's. */
function isNote({ path, kind }: FileFacts): boolean {
  return (kind === 'bucket' || kind === 'other') && !/(?:^|\/)(?:templates?|mod[eè]les?)\//i.test(path);
}

function lostFile({ path }: FileFacts, count: number): Found {
  return {
    kind: 'task',
    says:
      count === 1
        ? `One open task is in ${showPath(path)}, which belongs to no project. Move it to a tasks file of a project, or to vault/tasks.md.`
        : `${count} open tasks are in ${showPath(path)}, which belongs to no project. Move them to a tasks file of a project, or to vault/tasks.md.`,
    places: [{ path, line: 1 }],
    about: [path, String(count)],
  };
}

function lostBoxes({ path, boxes: { count, first } }: FileFacts, { vault }: Examined): Found {
  const project = /^projects\/[^/]+(?=\/)/.exec(path)?.[0] ?? '';
  const home = vault.locate((project === '' ? 'tasks.md' : `${project}/tasks.md`) as VaultPath).shown;
  return {
    kind: 'task',
    says:
      count === 1
        ? `One open task is in a note, where no list of tasks shows it. Add it to ${home}, or tick it.`
        : `${count} open tasks are in a note, where no list of tasks shows them. Add them to ${home}, or tick them.`,
    places: first.map(({ line, text }) => ({ path, line, text })),
  };
}
