import { localDate } from '../../shared/clock.js';
import { withoutSecrets } from '../../shared/secrets.js';
import { append } from '../../tools/append.js';
import type { ToolContext } from '../../tools/define-tool.js';
import { keepImages, keepText } from '../../tools/keep.js';
import { addEntries } from '../../vault/changelog.js';
import { lineEndOf, trimLineEnds } from '../../vault/lines.js';
import { joinPath, ROOT, showPath, type VaultPath } from '../../vault/paths.js';
import { listFolder } from '../../vault/scan.js';
import type { Task } from '../../vault/tasks.js';
import type { Vault } from '../../vault/vault.js';
import type { Language } from '../../words/language.js';
import type { UpdateInput } from '../update.js';
import type { Mandate } from './mandate.js';
import { slugOf } from './projects.js';

/** Something to file: the input, and its place in the inbox if it waited there. */
export interface Material {
  text: string;
  images: UpdateInput['images'];
  /** The day on which the user gave it, where its words about days are the user's own. */
  given?: string;
}

/** Puts raw material into a bucket, named after the day and its first words. Returns the new paths. */
export function fileInBucket(vault: Vault, folder: VaultPath, { text, images }: Material): VaultPath[] {
  const stem = freeStem(vault, folder, text);
  if (text.trim() === '') return keepImages(vault, stem, images);
  const path = `${stem}.md` as VaultPath;
  keepText(vault, path, text);
  return [path, ...keepImages(vault, stem, images)];
}

/** The same for the images alone, named after the text that they came with. */
export function fileImages(vault: Vault, folder: VaultPath, { text, images }: Material): VaultPath[] {
  return images.length === 0 ? [] : keepImages(vault, freeStem(vault, folder, text), images);
}

function freeStem(vault: Vault, folder: VaultPath, about: string): VaultPath {
  return joinPath(
    folder,
    freeName(vault, folder, `${localDate(vault.clock.now())}-${slugOf(withoutSecrets(about))}`),
  );
}

/** Adds an entry to a changelog, under the heading of today. */
export function log(vault: Vault, changelog: VaultPath, title: string, lines: readonly string[]): void {
  const day = {
    heading: localDate(vault.clock.now()),
    entries: [`## ${title}`, ...lines].join('\n'),
  };
  vault.save(vault.locate(changelog), (current) => addEntries(current ?? '', day));
}

interface NewTask {
  title: string;
  deadline: string | null;
  details: readonly string[];
  project: string | null;
}

/** Adds a task: its title as a heading, its fields, then the rest. */
export async function addTask(
  context: ToolContext,
  tasks: VaultPath,
  { title, deadline, details, project }: NewTask,
  language: Language,
): Promise<void> {
  const today = localDate(context.vault.clock.now());
  const fields =
    language === 'fr'
      ? `status: à-faire | prio: — | ajoutée: ${today} | projet: ${project ?? '—'}`
      : `status: to-do | prio: — | added: ${today} | project: ${project ?? '—'}`;
  const due = deadline === null ? [] : [`deadline: ${deadline}`];
  // A heading among the details would look like the next task.
  const below = details.map((line) => line.replace(/^# /, '## '));
  await append.call(
    { path: showPath(tasks), content: [`# ${title}`, fields, ...due, ...below].join('\n') },
    context,
  );
}

/** Takes a task out of its file, as somebody asked; nothing if its first line is no longer what it was. */
export function removeTask({ vault }: Mandate, { path, title, first, last }: Task): void {
  vault.save(vault.locate(path), (current) => {
    const lines = (current ?? '').split('\n');
    if (!lines[first - 1]?.includes(title)) return current ?? '';
    // With the empty lines below it.
    const next = lines.findIndex((line, index) => index >= last && line.trim() !== '');
    lines.splice(first - 1, (next === -1 ? lines.length : next) - first + 1);
    return `${trimLineEnds(lines.join('\n'), 'end')}${lineEndOf(current ?? '')}`;
  });
}

/** Creates the files of a new project, each with what is known so far. */
export function openProject(vault: Vault, name: string, description: string): VaultPath {
  const folder = joinPath(joinPath(ROOT, 'projects'), name);
  vault.save(
    vault.locate(joinPath(folder, 'description.md')),
    (current) => current ?? `# ${name}\n\n${withLineEnd(description)}`,
  );
  return folder;
}

/** `name`, or `name-2`, `name-3` … if files with that name exist. */
export function freeName(vault: Vault, folder: VaultPath, name: string): string {
  let listed: ReadonlySet<string> | null = null;
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}-${number}`;
    // Hundreds of names may start alike: list the folder once instead of checking each.
    if (ENDINGS.some((ending) => listed?.has(candidate + ending))) continue;
    if (ENDINGS.every((ending) => vault.locate(joinPath(folder, candidate + ending)).kind === 'missing'))
      return candidate;
    listed ??= namesIn(vault, folder);
  }
}

const ENDINGS = ['', '.md', '.png', '.jpg', '.gif', '.webp', '-1.png', '-1.jpg'];

function namesIn(vault: Vault, folder: VaultPath): Set<string> {
  const place = vault.locate(folder);
  if (place.kind !== 'folder') return new Set();
  return new Set(listFolder(vault.root, place.target, folder).map((entry) => entry.name));
}

function withLineEnd(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}
