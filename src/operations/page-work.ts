import { bucketOf, fileDone } from '../agents/clerk/entries.js';
import { fileImages } from '../agents/clerk/filing.js';
import { Mandate } from '../agents/clerk/mandate.js';
import { languageOf } from '../agents/language.js';
import type { UpdateImage } from '../agents/update.js';
import { recordChanges } from '../service/changes/record-changes.js';
import type { Service } from '../service/create-service.js';
import { RappelError } from '../shared/errors.js';
import { createSession } from '../tools/session.js';
import { projectOf, showPath } from '../vault/paths.js';
import { openTasksIn } from '../vault/tasks.js';

/** A task of a tasks file, as the page shows it. */
export interface ShownTask {
  path: string;
  title: string;
  /** The line of its heading. */
  line: number;
}

/** Closes a task as the clerk does: it leaves its file, and the changelog has it. Throws `stale` for one that is gone. */
export async function finishTask(service: Service, { path, title, line }: ShownTask): Promise<void> {
  const place = service.vault.resolve(path);
  let reason = '';
  await recordChanges(service, { source: 'page', reason: () => reason }, async (vault) => {
    const [task] = openTasksIn(vault, place.path)
      .filter((open) => open.title === title)
      .sort((a, b) => Math.abs(a.first - line) - Math.abs(b.first - line));
    if (task === undefined) throw new RappelError('stale', 'task.gone', { path: place.shown });
    const context = { vault, session: createSession(), engine: service.engine };
    const language = languageOf(`${task.title}\n${task.body}`, 'en');
    reason = fileDone(
      { context, material: { text: title, images: [] }, project: task.project, language },
      task,
      Mandate.ofClick(vault),
    ).title;
  });
}

/** Puts a picture into the bucket of the note that it belongs to. Returns its path. */
export async function attachImage(
  service: Service,
  note: string,
  image: UpdateImage,
): Promise<{ path: string }> {
  const { path } = service.vault.resolve(note);
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  let shown = '';
  await recordChanges(service, { source: 'page', reason: () => `attached ${shown}` }, async (vault) => {
    const [filed] = fileImages(vault, bucketOf(projectOf(path)), { text: name, images: [image] });
    shown = showPath(filed!);
  });
  return { path: shown };
}
