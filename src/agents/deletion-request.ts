import { readdirSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { localDate } from '../shared/clock.js';
import { RappelError } from '../shared/errors.js';
import { fold } from '../shared/fold.js';
import { readBytes } from '../vault/files.js';
import { listInboxItems } from '../vault/inbox-items.js';
import { shownLines } from '../vault/lines.js';
import { joinPath, parsePath, ROOT, showPath, type VaultPath } from '../vault/paths.js';
import type { Place } from '../vault/resolve.js';
import { versionOfBytes } from '../vault/stamp.js';
import { changeState, readState } from '../vault/state-database.js';
import { stateOf } from '../vault/state-folder.js';
import { trashBatch, type Vault } from '../vault/vault.js';
import type { Language } from '../words/language.js';
import { freeName } from './clerk/filing.js';
import { readInboxMaterial } from './clerk/inbox-material.js';
import { languageOf } from './language.js';
import type { UpdateOutcome, UpdateRun } from './update.js';

/** What a run asks to delete: the files and folders it named, and the version of every file in them. */
export interface DeletionRequest {
  targets: string[];
  files: Record<string, string>;
}

/**
 * Asks in the inbox whether files may be deleted; returns the name of the item. The request is stored where
 * no agent can write, so changing the review later can't change what gets deleted.
 */
export function askToDelete(vault: Vault, request: DeletionRequest, language: Language): string {
  const inbox = joinPath(ROOT, 'inbox');
  const paths = Object.keys(request.files);
  const item = freeName(vault, inbox, `${localDate(vault.clock.now())}-delete-${paths.length}-files`);
  const { question, choices, heading, files } = SAY[language];
  const review = [
    `# ${question(paths.length)}`,
    `## ${heading}`,
    choices.map((choice, index) => `${index + 1}. ${choice}`).join('\n'),
    `## ${files}`,
    paths.map(listed).join('\n'),
  ];
  storeRequest(vault, item, request);
  vault.save(vault.locate(joinPath(joinPath(inbox, item), 'review.md')), () => `${review.join('\n\n')}\n`);
  return item;
}

/** Carries out the answer to a deletion request; null if the inbox item asks something else. */
export function answerDeletion({ context, input }: UpdateRun, fallback: Language): UpdateOutcome | null {
  const { vault } = context;
  if (input.inbox_ref === null) return null;
  const { folder, review } = readInboxMaterial(vault, input.inbox_ref);
  const request = readRequest(vault, folder.slice(folder.indexOf('/') + 1));
  if (request === null) return null;
  const { choices, kept, done } = SAY[languageOf(review, fallback)];
  const answer = fold(input.text.trim());
  const isChoice = (index: number) =>
    [String(index + 1), fold(choices[index]!), ...ANSWERS[index]!].includes(answer);
  if (!isChoice(0) && !isChoice(1)) {
    const labels = choices.map((choice, index) => `${index + 1}. ${choice}`).join('; ');
    throw new RappelError('invalid_input', 'answer.no_choice', {
      given: input.text.trim().slice(0, 80),
      choices: labels,
    });
  }
  const left = isChoice(0) ? carryOut(vault, request, new Set(shownLines(review))) : [];
  vault.remove(vault.locate(folder));
  const summary = isChoice(1) ? kept : done(Object.keys(request.files).length - left.length, left.map(show));
  return { state: 'done', summary, inbox: null };
}

/**
 * Deletes the files of the request that have not changed since the user was asked. Returns the files that
 * stay.
 */
function carryOut(vault: Vault, request: DeletionRequest, shown: ReadonlySet<string>): VaultPath[] {
  const batch = trashBatch(vault.clock.now());
  const mayGo = (path: VaultPath) => {
    const place = vault.locate(path);
    if (place.kind !== 'file' || !shown.has(listed(path))) return false;
    return versionOfBytes(readBytes(place)) === request.files[path];
  };
  for (const target of request.targets.map((path) => parsePath(path))) {
    const place = vault.locate(target);
    if (place.kind === 'missing') continue;
    const files = filesOf(place);
    const going = files.filter((path) => path !== null).filter(mayGo);
    if (going.length === files.length) vault.remove(place, batch);
    else for (const path of going) vault.remove(vault.locate(path), batch);
  }
  return Object.keys(request.files)
    .map((path) => parsePath(path))
    .filter((path) => vault.locate(path).kind !== 'missing');
}

/** In the whole vault: a question from behind a wall may be answered by the user, who is not. A request stays until its item is gone for good, because an interrupted run starts again. */
function storeRequest(vault: Vault, item: string, request: DeletionRequest): void {
  const whole = vault.behind?.vault ?? vault;
  const open = new Set(listInboxItems(whole));
  changeState(whole.root, (database) => {
    const remove = database.prepare('DELETE FROM deletions WHERE item = ?');
    for (const { item: known } of database.prepare('SELECT item FROM deletions').all())
      if (!open.has(String(known))) remove.run(known!);
    database
      .prepare('INSERT OR REPLACE INTO deletions (item, request) VALUES (?, ?)')
      .run(item, JSON.stringify(request));
  });
}

/** Null for an item that asks something else. */
function readRequest(vault: Vault, item: string): DeletionRequest | null {
  return readState(stateOf(vault.root).root, null, (database) => {
    const row = database.prepare('SELECT request FROM deletions WHERE item = ?').get(item);
    return row === undefined ? null : JSON.parse(String(row.request));
  });
}

function listed(path: string): string {
  return `- ${showPath(path)}`;
}

function show(path: VaultPath): string {
  return showPath(path);
}

const ANSWERS = [
  ['yes', 'y', 'oui', 'o'],
  ['no', 'n', 'non'],
];

const SAY = {
  en: {
    question: (count: number) => `Delete ${count} files?`,
    heading: 'Choices',
    choices: ['Delete them', 'Keep them'],
    files: 'Files',
    kept: 'No files were deleted.',
    done: (count: number, left: string[]) =>
      `Deleted ${count} files.${left.length === 0 ? '' : ` Not deleted, because they changed since: ${left.join(', ')}`}`,
  },
  fr: {
    question: (count: number) => `Supprimer ${count} fichiers ?`,
    heading: 'Choix',
    choices: ['Les supprimer', 'Les conserver'],
    files: 'Fichiers',
    kept: "Aucun fichier n'a été supprimé.",
    done: (count: number, left: string[]) =>
      `${count} fichiers supprimés.${left.length === 0 ? '' : ` Conservés, car modifiés entre-temps : ${left.join(', ')}`}`,
  },
} as const;

/** Every file below a place, hidden ones included; null for a place that no tool can name. */
export function filesOf(place: Place): (VaultPath | null)[] {
  if (place.kind !== 'folder' || place.entry !== place.target) return [place.path];
  return readdirSync(place.target, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => {
      const below = relative(place.target, entry.parentPath);
      const names = [...(below === '' ? [] : below.split(sep)), entry.name];
      return names.some((name) => name.startsWith('.')) ? null : parsePath([place.path, ...names].join('/'));
    });
}
