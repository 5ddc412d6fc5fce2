import { sharedCount, tellingWords } from '../../search/text/shared-words.js';
import { kindOf } from '../../vault/kinds.js';
import { joinPath, parsePath, ROOT, type VaultPath } from '../../vault/paths.js';
import { walk } from '../../vault/scan.js';
import type { Vault } from '../../vault/vault.js';
import { type Correction, isNumber, isOfName } from './kinds/correction.js';
import { type LineEdit, linesIn } from './line-edits.js';
import { listProjects } from './projects.js';
import { replaceInLine } from './values.js';

const MOST_LINES = 5;
const KEYED_FILES = ['description.md', 'state.md', 'tasks.md'];

/** The lines that a correction means: those of the current files, else of the project's records. */
export function correctedLines(
  vault: Vault,
  text: string,
  { old, new: next }: Correction,
  project: string | null,
  today: string,
): LineEdit[] {
  const values = tellingWords(`${old} ${next}`).flat();
  const said = tellingWords(text).filter(([word]) => !values.includes(word!));
  // A number is about what is meant, also one with the thing that it counts: `twelve ports`.
  const isDistinct =
    isNumber(old) || (project !== null && old.split(/\s+/).length === 2 && isNumber(old.split(/\s+/)[0]!));
  const find = (lines: readonly LineUnderHeading[]) =>
    lines.flatMap((line) => {
      const after = replaceInLine(line.before, old, next, today);
      const shared = sharedCount(tellingWords(`${line.heading} ${line.before}`), said);
      // A line about something else may hold the same word.
      const isMeant = shared > 0 || isDistinct || isOfName({ old, new: next });
      return after === null || after === line.before || !isMeant ? [] : [{ ...line, after, shared }];
    });
  let found: ReturnType<typeof find> = [];
  const profile = OWN.test(text) ? [linesUnderHeadings(vault, [joinPath(ROOT, 'profile.md')])] : [];
  for (const lines of [...profile, ...linesToCorrect(vault, project)]) {
    found = find(lines);
    if (found.length > 0) break;
  }
  // Many lines may hold the same number: those about the same thing first.
  return found.sort((a, b) => b.shared - a.shared).slice(0, MOST_LINES);
}

/** The lines that a correction may mean: those of the current files, of the project and then of all, then the project's records. */
export function* linesToCorrect(vault: Vault, project: string | null): Generator<LineUnderHeading[]> {
  yield linesUnderHeadings(vault, currentFiles(vault, project));
  if (project !== null) yield linesUnderHeadings(vault, currentFiles(vault, null));
  yield linesUnderHeadings(vault, recordFiles(vault, project));
}

/** A line, of a task with its title, which says what it is about. */
type LineUnderHeading = Omit<LineEdit, 'after'> & { heading: string };

function linesUnderHeadings(vault: Vault, paths: readonly VaultPath[]): LineUnderHeading[] {
  let [path, heading] = ['', ''];
  return linesIn(vault, paths).map((line) => {
    if (line.path !== path) heading = '';
    path = line.path;
    if (/^#{1,6} /.test(line.before) && path.endsWith('tasks.md')) heading = line.before;
    return { ...line, heading };
  });
}

/** What somebody says of themselves is in the profile. */
const OWN = /^(?:i|i'm|my|je|j'|j’|mon|ma|mes)(?!\p{L})/iu;

/** The files that say what is true now: of a project and the user, or of all projects. */
function currentFiles(vault: Vault, project: string | null): VaultPath[] {
  const projects = project === null ? listProjects(vault) : [project];
  return [
    ...['profile.md', 'tasks.md', 'overview.md'].map((name) => joinPath(ROOT, name)),
    ...projects.flatMap((name) =>
      KEYED_FILES.map((file) => joinPath(joinPath(joinPath(ROOT, 'projects'), name), file)),
    ),
  ];
}

/** Changelogs and raw material of a project: they say what was true once, and change only if the user agrees. */
function recordFiles({ root, ...vault }: Vault, project: string | null): VaultPath[] {
  if (project === null) return [];
  const place = vault.locate(joinPath(joinPath(ROOT, 'projects'), project));
  if (place.kind !== 'folder') return [];
  return [...walk(root, place.target, place.path)]
    .filter(
      ({ kind, path }) =>
        kind === 'file' && ['changelog', 'bucket'].includes(kindOf(path)) && /\.(?:md|txt)$/.test(path),
    )
    .map(({ path }) => parsePath(path));
}
