import type { ToolContext } from '../../tools/define-tool.js';
import { joinPath, ROOT, showPath, type VaultPath } from '../../vault/paths.js';
import type { Language } from '../../vault/starter.js';
import type { Decision } from './choices.js';
import { addTask, fileInBucket, log, type Material, openProject } from './filing.js';

const CHANGELOG = joinPath(ROOT, 'changelog.md');

/**
 * Files the material as decided and logs it with one entry in the right changelog. Returns what was done.
 */
export async function carryOut(
  context: ToolContext,
  material: Material,
  decision: Decision,
  language: Language,
): Promise<string> {
  const { vault } = context;
  const say = SAY[language];
  const title = titleOf(material);
  if (decision.kind === 'discard') {
    log(vault, CHANGELOG, say.discarded(title), []);
    return say.discarded(title);
  }
  if (decision.kind === 'task') {
    const tasks = joinPath(ROOT, 'tasks.md');
    await addTask(context, tasks, material.text || title, null, language);
    const images = fileInBucket(vault, joinPath(ROOT, 'bucket'), { text: '', images: material.images });
    log(vault, CHANGELOG, say.task(title), links([tasks, ...images]));
    return `${say.task(title)} (${showPath(tasks)})`;
  }
  const home = decision.kind === 'bucket' ? ROOT : joinPath(joinPath(ROOT, 'projects'), decision.project);
  if (decision.kind === 'new-project') openProject(vault, decision.project, title);
  const filed = fileInBucket(vault, joinPath(home, 'bucket'), material);
  log(vault, joinPath(home, 'changelog.md'), say.filed(title), links(filed));
  return `${say.filed(title)} (${filed.map((path) => showPath(path)).join(', ')})`;
}

function titleOf({ text, images }: Material): string {
  const line =
    (text.trim().split('\n')[0] ?? '').replace(/^#+\s*/, '').trim() || (images[0]?.name ?? 'image');
  return line.length > 80 ? `${line.slice(0, 77)}…` : line;
}

function links(paths: readonly VaultPath[]): string[] {
  return paths.map((path) => `→ ${showPath(path)}`);
}

const SAY = {
  en: {
    filed: (title: string) => `Filed: ${title}`,
    task: (title: string) => `Task added: ${title}`,
    discarded: (title: string) => `Deleted: ${title}`,
  },
  fr: {
    filed: (title: string) => `Classé : ${title}`,
    task: (title: string) => `Tâche ajoutée : ${title}`,
    discarded: (title: string) => `Supprimé : ${title}`,
  },
} as const;
