import { openTasks } from '../../../agents/librarian/orientation/tasks.js';
import { shellQuoted } from '../../../shared/shell-quoted.js';
import { ROOT, type VaultPath } from '../../../vault/paths.js';
import type { Check } from '../check.js';
import type { RawFinding } from '../finding.js';

/** Open tasks whose day has passed; paused ones wait. */
export const findOverdue: Check = async ({ vault, today, facts, yieldToEventLoop }) => {
  const found: RawFinding[] = [];
  for (const folder of taskFolders(facts.keys())) {
    await yieldToEventLoop();
    for (const { path, first, title, deadline, state } of openTasks(vault, [folder])) {
      if (deadline === null || deadline >= today || state === 'paused') continue;
      found.push({
        kind: 'overdue',
        says: `This task was due on ${deadline}. Finish it, or give it a new deadline.`,
        places: [{ path, line: first, text: title, day: deadline }],
        about: [path, title, deadline],
        command: `rappel update --kind done ${shellQuoted(title)}`,
      });
    }
  }
  return found;
};

/** The vault itself and every project with a text file. */
function taskFolders(paths: Iterable<VaultPath>): Set<VaultPath> {
  const folders = new Set([ROOT]);
  for (const path of paths) {
    const project = /^projects\/[^/]+(?=\/)/.exec(path)?.[0];
    if (project !== undefined) folders.add(project as VaultPath);
  }
  return folders;
}
