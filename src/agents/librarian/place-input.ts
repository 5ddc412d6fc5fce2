import { fold } from '../../search/text/fold.js';
import type { ToolContext } from '../../tools/define-tool.js';
import { joinPath, ROOT, showPath } from '../../vault/paths.js';
import type { Language } from '../../vault/starter.js';
import { allOpenTasks, type Task } from '../../vault/tasks.js';
import type { Target } from './choices.js';
import { correctedLines } from './corrected-lines.js';
import { fileAppointment } from './file-as/appointment.js';
import { changesProfile, fileFact, PROFILE } from './file-as/fact.js';
import { type Filed, type Job, readingDay } from './file-as/job.js';
import { fileDecision, fileNote, fileRaw, linkFrom } from './file-as/note.js';
import { fileTasks } from './file-as/task.js';
import { log, type Material, openProject } from './filing.js';
import { correctionOf } from './implied-correction.js';
import { appointmentDay } from './kinds/appointment.js';
import { dayIn } from './kinds/day-in.js';
import { isCompletion, matchingTasks } from './kinds/done.js';
import type { Kind } from './kinds/kind.js';
import { recognise, type VaultFacts } from './kinds/recognise.js';
import { capitalised, titleOf } from './kinds/sentences.js';
import { type LineEdit, linesIn } from './line-edits.js';
import { addToOverview } from './overview-file.js';
import { listProjects, withoutAnnouncement } from './projects.js';
import { withoutLabel, withPlainNames } from './routing/names.js';

/** The kind of a text, as the vault and its words say; the names of projects say nothing of it. */
export function kindIn(
  context: ToolContext,
  material: Material,
  project: string | null,
  closes: readonly Task[] = closedBy(context, material),
): Kind {
  const projects = listProjects(context.vault);
  const text = withPlainNames(withoutLabel(material.text, projects), projects);
  return recognise(text, factsOf(context, material, project, closes));
}

function closedBy({ vault }: ToolContext, { text }: Material): Task[] {
  return isCompletion(text) ? matchingTasks(text, allOpenTasks(vault, listProjects(vault))) : [];
}

function factsOf(
  context: ToolContext,
  material: Material,
  project: string | null,
  closes: readonly Task[],
): VaultFacts {
  const { vault } = context;
  const today = readingDay({ context, material });
  return {
    today,
    isOwnPerson: (name) => linesIn(vault, [PROFILE]).some(({ before }) => namesOf(before).includes(name)),
    closesTask: () => closes.length > 0,
    corrects: () => correctionsIn(context, material, project).length > 0,
  };
}

/** The lines that a text corrects, as it should make them read. */
export function correctionsIn(context: ToolContext, material: Material, project: string | null): LineEdit[] {
  const { vault } = context;
  const correction = correctionOf(vault, material.text, project);
  if (correction === null) return [];
  return correctedLines(vault, material.text, correction, project, readingDay({ context, material }));
}

/** The words of a line that begin with a capital, folded. */
function namesOf(line: string): string[] {
  return (line.match(/(?<!\p{L})\p{Lu}[\p{L}-]+/gu) ?? []).map(fold);
}

/** Adds a text as a kind, in its project; one without its day, and one that would change what is there, becomes a note. */
export async function fileAs(job: Job, kind: Kind): Promise<Filed> {
  const { material } = job;
  const today = readingDay(job);
  const { text } = material;
  if (text.trim() === '') return fileRaw(job);
  switch (kind) {
    case 'task':
      return fileTasks(job);
    case 'decision':
      return fileDecision(job);
    case 'fact':
      return fileFact(job);
    case 'raw':
      return fileRaw(job);
    case 'appointment': {
      const day = appointmentDay(text, today) ?? dayIn(text, today);
      return day === null ? fileNote(job) : fileAppointment(job, day);
    }
    default:
      return job.project === null && changesProfile(job) ? fileFact(job) : fileNote(job);
  }
}

/** Files a text in full in the first project, and links to it from the others. */
export async function fileInAll(
  job: Omit<Job, 'project'>,
  projects: readonly string[],
  kind: Kind,
): Promise<Filed> {
  const [first = null, ...others] = projects;
  const filed = await fileAs({ ...job, project: first }, kind);
  for (const project of others) linkFrom({ ...job, project }, project, filed);
  const also = others.length === 0 ? '' : `\n${SAY[job.language].linked(others.join(', '))}`;
  return { ...filed, summary: filed.summary + also };
}

/** Puts an input where an answer says. The kind is the one that the answer names, else the text's own. */
export async function fileAtTarget(
  context: ToolContext,
  material: Material,
  target: Target,
  { kind, language }: { kind: Kind | null; language: Language },
): Promise<string> {
  const job: Job = { context, material, project: null, language };
  const title = titleOf(withoutAnnouncement(material.text)) || (material.images[0]?.name ?? 'image');
  if (target.kind === 'discard') {
    log(context.vault, joinPath(ROOT, 'changelog.md'), SAY[language].discarded(title), []);
    return SAY[language].discarded(title);
  }
  if (target.kind === 'bucket') return fileRaw(job).summary;
  if (target.kind === 'profile') return fileFact(job).summary;
  if (target.kind === 'task') return (await fileTasks(job)).summary;
  const { project } = target;
  if (target.kind === 'new-project') {
    const description = capitalised(withoutLabel(title, [project]));
    openProject(context.vault, project, description);
    addToOverview(context.vault, project, description, language);
  }
  const own = kindIn(context, material, project);
  const chosen = kind ?? (own === 'question' || own === 'fact' ? 'note' : own);
  const { summary } = await fileAs({ ...job, project }, chosen);
  return target.kind === 'new-project'
    ? `${SAY[language].opened(showPath(`projects/${project}`, 'folder'))}\n${summary}`
    : summary;
}

const SAY = {
  en: {
    discarded: (title: string) => `Deleted: ${title}`,
    opened: (path: string) => `New project: ${path}`,
    linked: (projects: string) => `Linked from: ${projects}`,
  },
  fr: {
    discarded: (title: string) => `Supprimé : ${title}`,
    opened: (path: string) => `Nouveau projet : ${path}`,
    linked: (projects: string) => `Lien ajouté dans : ${projects}`,
  },
} as const;
