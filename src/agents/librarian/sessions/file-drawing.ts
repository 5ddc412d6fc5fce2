import { fold } from '../../../search/text/fold.js';
import type { ToolContext } from '../../../tools/define-tool.js';
import { readText } from '../../../vault/files.js';
import { shownLines } from '../../../vault/lines.js';
import { joinPath, showPath, type VaultPath } from '../../../vault/paths.js';
import type { Language } from '../../../vault/starter.js';
import { tasksFile } from '../../../vault/tasks.js';
import { fileFact, PROFILE } from '../file-as/fact.js';
import { changelogOf, type Filed, homeOf, type Job } from '../file-as/job.js';
import { fileFix } from '../file-as/note.js';
import { fileAs, kindIn } from '../place-input.js';
import type { Drawing } from './drawing.js';
import { withoutTalk } from './said.js';

/** A captured session on its way into the vault. */
export interface SessionPlace {
  context: ToolContext;
  transcript: VaultPath;
  /** Null where its transcript lies in the general bucket. */
  project: string | null;
  language: Language;
  /** The day of the session, on which its words about days were said. */
  given: string;
}

/** Files a drawing like a note of its kind, with links to its lines; null where the vault says the same already. */
export async function fileDrawing(
  place: SessionPlace,
  { kind, text, lines }: Drawing,
): Promise<Filed | null> {
  const { context, project, language, given } = place;
  const words = withoutTalk(text);
  if (isKnown(place, words)) return null;
  const sources = lines.map((line) => sourceOf(place, line));
  const job: Job = { context, material: { text: words, images: [], given }, project, language, sources };
  switch (kind) {
    case 'fix':
      return fileFix(job);
    case 'preference':
      // A rule of one project is no preference of the user.
      return project !== null && OF_PROJECT.test(fold(words))
        ? fileAs(job, 'decision')
        : fileFact(job, 'preferences');
    case 'fact': {
      const own = kindIn(context, job.material, project, []);
      return fileAs(job, own === 'appointment' || own === 'fact' ? own : 'note');
    }
    default:
      return fileAs(job, kind);
  }
}

const OF_PROJECT =
  /\b(?:(?:this|the) (?:project|repo|repository|codebase|app|book|novel)|(?:ce|le) (?:projet|depot|roman|livre)|cette appli|ici)\b/u;

/** True where something was filed from these lines before. */
export function isDrawn(place: SessionPlace, { lines }: Drawing): boolean {
  const source = sourceOf(place, lines.at(-1)!);
  return textsOf(place).some((text) => shownLines(text).includes(source));
}

function sourceOf({ transcript }: SessionPlace, line: number): string {
  return `→ ${showPath(transcript)}:${line}`;
}

/** True where the vault holds these words already. */
function isKnown(place: SessionPlace, words: string): boolean {
  const wanted = ` ${plain(words)} `;
  return textsOf(place).some((text) => ` ${plain(text)} `.includes(wanted));
}

/** The files that drawings are filed in. */
function textsOf({ context: { vault }, project }: SessionPlace): string[] {
  const state = joinPath(homeOf(project), 'state.md');
  const paths = [PROFILE, tasksFile(project), state, changelogOf(project), changelogOf(null)];
  return paths
    .map((path) => vault.locate(path))
    .flatMap((found) => (found.kind === 'file' ? [readText(found)] : []));
}

function plain(text: string): string {
  return fold(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
