import { RappelError } from '../shared/errors.js';
import { append } from '../tools/append.js';
import type { ToolContext, ToolResult } from '../tools/define-tool.js';
import { deletePath } from '../tools/delete.js';
import { edit } from '../tools/edit.js';
import {
  createInputFiles,
  INPUT_FOLDER,
  INPUT_TEXT,
  type InputFiles,
  inputImagePath,
} from '../tools/input-files.js';
import { keep, keepImages } from '../tools/keep.js';
import { move } from '../tools/move.js';
import { read } from '../tools/read.js';
import { search } from '../tools/search.js';
import { tree } from '../tools/tree.js';
import { write } from '../tools/write.js';
import { isText, readBytes } from '../vault/files.js';
import { listInboxItems } from '../vault/inbox-items.js';
import { isMarkdown, kindOf } from '../vault/kinds.js';
import { block, numberLines, shownLines, trimLineEnds } from '../vault/lines.js';
import { firstSegments, joinPath, parsePath, ROOT, showPath, type VaultPath } from '../vault/paths.js';
import type { Place } from '../vault/resolve.js';
import { tryLocate } from '../vault/resolve.js';
import { versionOfBytes } from '../vault/stamp.js';
import type { Vault } from '../vault/vault.js';
import type { Language } from '../words/language.js';
import type { DataMark } from './as-data.js';
import { askWhere } from './clerk/clerk.js';
import { freeName, log } from './clerk/filing.js';
import { readInboxMaterial } from './clerk/inbox-material.js';
import { knownCopy } from './clerk/known-copy.js';
import { fillItem } from './clerk/offers.js';
import { withoutRecalled } from './clerk/recalled.js';
import { answerDeletion, askToDelete, type DeletionRequest, filesOf } from './deletion-request.js';
import { fileBeside } from './file-beside.js';
import { languageOf } from './language.js';
import { notEnded, runLoop } from './loop.js';
import type { AgentModel } from './search-agent.js';
import { prompt, shownAtStart, startTexts, systemPrompt } from './start-context.js';
import { unfiledText } from './unfiled-text.js';
import type { UpdateHandler, UpdateInput, UpdateOutcome, UpdateRun } from './update.js';
import { type RunChanges, watchRun } from './watch-run.js';

/**
 * Files updates with a model. It has no tools for what it must not do; every change is recorded and can be
 * undone.
 */
export function createUpdateAgent(agent: AgentModel): UpdateHandler {
  return async (run) => {
    const { context, input, onEvent, signal } = run;
    const answered = answerDeletion(run, agent.fallbackLanguage);
    if (answered !== null) return answered;
    const text = input.inbox_ref === null ? withoutRecalled(input.text) : input.text;
    if (text.trim() === '' && input.images.length === 0) {
      return {
        state: 'done',
        summary: 'Nothing to file: this text came from the memory itself.',
        inbox: null,
      };
    }
    const known =
      input.inbox_ref === null && input.images.length === 0 ? await knownCopy(context, text) : null;
    if (known !== null) {
      return {
        state: 'done',
        summary: `Already saved: ${showPath(known)} contains the same text.`,
        inbox: null,
      };
    }
    const before = listInboxItems(context.vault);
    const watched = watchRun(context.vault);
    const deletions = guardDeletions({ ...context, vault: watched.vault });
    const language = languageOf(text, agent.fallbackLanguage);
    const files = createInputFiles(text, input.images);
    const seen: string[] = [];
    const {
      text: said,
      usage,
      reachedLimit,
    } = await runLoop({
      ...agent,
      system: systemPrompt(agent.asData, context.vault, { role: 'update', language }),
      prompt: promptOf(agent.asData, run, files),
      images: input.images,
      tools: [tree, read, search, keep, write, edit, append, move, deletePath],
      context: {
        ...context,
        vault: deletions.vault,
        input: files,
        isAgent: true,
        inContext: shownAtStart(context.vault, context.session),
      },
      onResult(tool, given, result) {
        deletions.sawImages(result);
        if (tool.hints.readOnly && !JSON.stringify(given).includes(INPUT_FOLDER)) seen.push(result.text);
      },
      lastStep: {
        request: 'This is your last step: file what is left now, and call done.',
        withTools: true,
      },
      onEvent,
      signal,
    });
    // Nothing was filed, and the model did not decide so: the input must not count as done.
    if (reachedLimit && !watched.changes.isChanged) throw notEnded('limit', agent.settings);
    const own = { ...run, context: { ...context, vault: watched.vault } };
    const end = {
      before,
      files,
      changes: watched.changes,
      deletions: deletions.wanted,
      known: [...seen, ...startTexts(context.vault)].join('\n'),
      said,
    };
    return { ...(await settleRun(own, end, language)), usage };
  };
}

function promptOf(asData: DataMark, { input, context }: UpdateRun, files: InputFiles): string {
  const given = showInput(asData, files);
  if (input.inbox_ref === null) return [given, ...knownOf(asData, input)].join('\n');
  const { folder } = readInboxMaterial(context.vault, input.inbox_ref);
  const item = asData('inbox item', showPath(folder, 'folder'));
  return `${prompt('inbox')}\n${item}\nThe answer:\n${given}`;
}

/** What the caller knows of the input. */
function knownOf(asData: DataMark, { project, kind, title, due, replaces }: UpdateInput): string[] {
  return [
    ...(project == null || project === ''
      ? []
      : [`The sender says which project it belongs to:\n${asData('project', project)}`]),
    ...(project === '' ? ['The sender says that it belongs to no project.'] : []),
    ...(kind == null ? [] : [`The sender says what it is: ${kind}.`]),
    ...(title == null ? [] : [`The sender gives it a heading:\n${asData('title', title)}`]),
    ...(due == null ? [] : [`The sender says when it is due:\n${asData('due', due)}`]),
    ...(replaces == null
      ? []
      : [`The sender says which line it corrects or which task it ends:\n${asData('replaces', replaces)}`]),
  ];
}

/** Longer texts are shown with line numbers, so that the agent can keep a part of them. */
const MOST_PLAIN = 1_500;
/** Of longer texts the agent sees the beginning. */
const MOST_SHOWN = 8_000;
const BEGINNING = 2_000;

/** The input as the prompt shows it: of a long text the beginning, its size and its path. */
function showInput(asData: DataMark, input: InputFiles): string {
  const { text, images } = input;
  const parts: string[] = [];
  if (text.length <= MOST_PLAIN) parts.push(asData('input', text));
  else {
    const lines = shownLines(text);
    const shown = text.length <= MOST_SHOWN ? lines.length : linesWithin(lines, BEGINNING);
    const range = shown === lines.length ? '' : ` (lines 1-${shown})`;
    parts.push(asData('input', block(INPUT_TEXT + range, numberLines(lines.slice(0, shown).map(cut)))));
    if (range !== '') {
      input.beginning = lines.slice(0, shown).some((line) => line !== cut(line)) ? 0 : shown;
      parts.push(
        `${INPUT_TEXT} has ${lines.length} lines, ${text.length} characters; read "${INPUT_TEXT} (lines ${shown + 1}-${Math.min(lines.length, shown + 200)})" continues.`,
      );
    }
  }
  if (images.length > 0)
    parts.push(`Images: ${images.map((image) => inputImagePath(input, image)).join(', ')}`);
  return parts.join('\n');
}

/** Some texts have no line ends. */
function cut(line: string): string {
  return line.length <= MOST_SHOWN ? line : `${line.slice(0, BEGINNING)}… (${line.length} characters)`;
}

/** How many lines fit; at least one. */
function linesWithin(lines: readonly string[], most: number): number {
  let room = most;
  let count = 0;
  while (count < lines.length && room >= lines[count]!.length) room -= lines[count++]!.length + 1;
  return Math.max(1, count);
}

/** The most files a run may delete without asking. */
const MOST_DELETIONS = 20;
const MOST_NAMED = 20;

/**
 * The vault as an agent's run sees it: the run can delete only files it has read, inside folders too, and at
 * most `MOST_DELETIONS` of them. Deletions beyond that are collected for the user to decide.
 */
function guardDeletions({ vault, session }: ToolContext) {
  const images = new Map<VaultPath, string>();
  const wanted: DeletionRequest = { targets: [], files: {} };
  let deleted = 0;

  function isRead(path: VaultPath): boolean {
    const place = tryLocate(vault.root, path);
    if (place?.kind !== 'file') return false;
    const bytes = readBytes(place);
    if (!isText(bytes)) return images.get(path) === versionOfBytes(bytes);
    return session.check(path, bytes.toString('utf8')) === 'current';
  }

  const guarded: Vault = {
    ...vault,
    remove(place, batch) {
      const files = filesOf(place);
      const unread = files.filter((path) => path === null || !isRead(path));
      if (unread.length > 0) throw notRead(place, unread);
      if (deleted + files.length > MOST_DELETIONS) {
        wanted.targets.push(place.path);
        for (const path of files.filter((path) => path !== null))
          wanted.files[path] = versionOfBytes(readBytes(vault.locate(path)));
        throw tooMany(place);
      }
      vault.remove(place, batch);
      deleted += files.length;
    },
  };
  return {
    vault: guarded,
    /** Called after every successful call: an image that was shown counts as read. */
    sawImages({ images: shown }: ToolResult): void {
      for (const { path, bytes } of shown) images.set(parsePath(path), versionOfBytes(bytes));
    },
    /** The deletions beyond the limit; null if there are none. */
    get wanted(): DeletionRequest | null {
      return wanted.targets.length === 0 ? null : wanted;
    },
  };
}

function notRead(place: Place, unread: readonly (VaultPath | null)[]): RappelError {
  if (place.kind === 'file') {
    return new RappelError('not_read', 'delete.not_read', { path: place.shown });
  }
  const visible = unread.filter((path) => path !== null);
  const hidden = unread.length - visible.length;
  const names = visible.slice(0, MOST_NAMED).map((path) => showPath(path));
  if (visible.length > MOST_NAMED) names.push(`and ${visible.length - MOST_NAMED} more`);
  if (hidden > 0) names.push(`${hidden} hidden, which only the user can delete`);
  return new RappelError('not_read', 'delete.folder_not_read', {
    files: names.join(', '),
    path: showPath(place.path, 'folder'),
  });
}

function tooMany(place: Place): RappelError {
  return new RappelError('protected', 'delete.too_many', { most: MOST_DELETIONS, path: place.shown });
}

/** An agent's run when the model has stopped. */
interface RunEnd {
  /** The inbox items before it. */
  before: readonly string[];
  files: InputFiles;
  changes: RunChanges;
  /** What it wants to delete beyond the limit. */
  deletions: DeletionRequest | null;
  /** What it saw of the vault. */
  known: string;
  /** The model's last words. */
  said: string;
}

/** The bookkeeping that no model does: old values, the questions that wait, and an input of which nothing is lost. */
async function settleRun(run: UpdateRun, end: RunEnd, language: Language): Promise<UpdateOutcome> {
  const { vault } = run.context;
  const logged = keepOldValues(vault, end.changes, language);
  const summary = [end.said, ...logged].filter(Boolean).join('\n') || SAY[language].unchanged;
  const items = listInboxItems(vault);
  const opened = items.filter((item) => !end.before.includes(item));
  for (const item of opened) completeItem(vault, item, end.files);
  if (end.deletions !== null) opened.push(askToDelete(vault, end.deletions, language));
  const answered =
    run.input.inbox_ref === null ? null : parsePath(run.input.inbox_ref).replace(/^inbox\//, '');
  const left = items.find((item) => item === answered);
  if (left !== undefined) noteAnswer(vault, left, end, language);
  const inbox = opened[0] ?? left;
  if (inbox !== undefined) return { state: 'needs_answer', summary, inbox };
  return answered === null
    ? settleText(run, end, summary, language)
    : { state: 'done', summary, inbox: null };
}

/**
 * An answer that did not settle its question leaves the item open. The item keeps the answer, its images and what the
 * agent said to it: the next answer may refer to them.
 */
function noteAnswer(vault: Vault, item: string, { files, changes, said }: RunEnd, language: Language): void {
  const { folder } = readInboxMaterial(vault, item);
  const stem = joinPath(folder, freeName(vault, folder, 'answer'));
  const images = files.images.filter(
    ({ bytes }) => ![...changes.created.values()].some((other) => bytes.equals(other)),
  );
  const names = keepImages(vault, stem, images).map((path) => path.slice(folder.length + 1));
  const quoted = shownLines(files.text.trim()).map((line) => `> ${line}`.trimEnd());
  const section = [`## ${SAY[language].answer}`, quoted.join('\n'), names.join(', '), said];
  vault.save(vault.locate(joinPath(folder, 'review.md')), (current) =>
    [trimLineEnds(current ?? '', 'end'), ...section]
      .filter((part) => part !== '')
      .join('\n\n')
      .concat('\n'),
  );
}

/** An inbox item that the agent opened holds the original input, whatever the agent put there. */
function completeItem(vault: Vault, item: string, { text, images }: InputFiles): void {
  const { folder, material } = readInboxMaterial(vault, item);
  const hasText = material.text.includes(text.trim());
  const missing = images.filter(({ bytes }) => !material.images.some((other) => other.bytes.equals(bytes)));
  const copy = vault.locate(joinPath(folder, 'input.md'));
  if (!hasText && copy.kind === 'file') vault.remove(copy);
  fillItem(vault, folder, { text: hasText ? '' : text, images: missing });
}

/** Keeps a text that the run left out, or asks about it. */
async function settleText(
  run: UpdateRun,
  { files, changes, known }: RunEnd,
  summary: string,
  language: Language,
): Promise<UpdateOutcome> {
  const done: UpdateOutcome = { state: 'done', summary, inbox: null };
  const left = unfiledText(files.text, changes, files.kept.has('text'), known);
  if (left === 'none') return done;
  if (left === 'keep') {
    const [path] = fileBeside(run.context.vault, changes, { text: files.text, images: [] }, '');
    return { ...done, summary: `${summary}\n${SAY[language].kept} ${showPath(path!)}` };
  }
  const material = { text: files.text, images: [...files.images] };
  const asked = await askWhere(run, material, language, [[SAY[language].said, summary]]);
  return { ...asked, summary: `${summary}\n${asked.summary}` };
}

const SAY = {
  en: {
    unchanged: 'Nothing was changed.',
    kept: 'Original text:',
    said: 'What the agent said',
    answer: 'Earlier answer',
  },
  fr: {
    unchanged: "Rien n'a été modifié.",
    kept: 'Texte original :',
    said: "Réponse de l'agent",
    answer: 'Réponse précédente',
  },
} as const;

/**
 * No keyed value (`status: actif`, `deadline: 2025-07-18`) is replaced silently: if a run changes one and names neither
 * value in a changelog or a review, Rappel logs the change when the run ends. Returns these changes in sentences.
 */
function keepOldValues(vault: Vault, { texts }: RunChanges, language: Language): string[] {
  const changed = [...texts].filter(([path]) => isMarkdown(path));
  const told = changed
    .filter(([path]) => isRecord(path))
    .map(([, { before, after }]) => added(before ?? '', after))
    .join('\n');
  const sentences = new Set<string>();
  for (const [path, { before, after }] of changed) {
    if (isRecord(path)) continue;
    const lines = replacedValues(before ?? '', after)
      .filter(({ old, next }) => !names(told, old) && !names(told, next))
      .map(({ heading, key, old, next }) => `${heading === '' ? '' : `${heading}, `}${key}: ${old} → ${next}`)
      .filter((line) => !sentences.has(line));
    if (lines.length === 0) continue;
    log(vault, changelogFor(path), `${language === 'fr' ? 'Modifié dans' : 'Changed in'} ${showPath(path)}`, [
      ...new Set(lines),
    ]);
    for (const line of lines) sentences.add(line);
  }
  return [...sentences];
}

/** Whether a text contains a value, not as a part of a longer word or number. */
function names(text: string, value: string): boolean {
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1))
    if (!/[\p{L}\p{N}]$/u.test(text.slice(0, at)) && !/^[\p{L}\p{N}]/u.test(text.slice(at + value.length)))
      return true;
  return false;
}

function isRecord(path: VaultPath): boolean {
  return kindOf(path) === 'changelog' || kindOf(path) === 'inbox';
}

function changelogFor(path: VaultPath): VaultPath {
  const home = path.startsWith('projects/') ? firstSegments(path, 2) : ROOT;
  return joinPath(home, 'changelog.md');
}

function added(before: string, after: string): string {
  const old = new Set(shownLines(before));
  return shownLines(after)
    .filter((line) => !old.has(line))
    .join('\n');
}

interface KeyedValue {
  /** The task or section it belongs to. */
  heading: string;
  key: string;
  value: string;
}

/** Keys that both texts have under the same heading, with different values. */
function replacedValues(before: string, after: string) {
  const next = keyedValues(after);
  return [...keyedValues(before)].flatMap(([place, { heading, key, value }]) => {
    const now = next.get(place);
    return now === undefined || now.value === value ? [] : [{ heading, key, old: value, next: now.value }];
  });
}

function keyedValues(text: string): Map<string, KeyedValue> {
  const found = new Map<string, KeyedValue>();
  let heading = '';
  for (const line of shownLines(text)) {
    if (/^#{1,6} /.test(line)) heading = line.replace(/^#+ +/, '').trim();
    // Several fields may share a line: `status: … | prio: …`.
    for (const field of line.split(' | ')) {
      const match = /^\s*(?:[-*] )?([\p{L}][\p{L} -]{0,30}?)\s?: (.+?)\s*$/u.exec(field);
      if (match && !STAMPS.includes(match[1]!))
        found.set(`${heading}\n${match[1]}`, { heading, key: match[1]!, value: match[2]! });
    }
  }
  return found;
}

const STAMPS = ['created', 'updated', 'tokens', 'inbox'];
