import type { InputFiles } from '../tools/input-files.js';
import { keepImages } from '../tools/keep.js';
import { listInboxItems } from '../vault/inbox-items.js';
import { shownLines, trimLineEnds } from '../vault/lines.js';
import { joinPath, parsePath, showPath } from '../vault/paths.js';
import type { Vault } from '../vault/vault.js';
import type { Language } from '../words/language.js';
import { askWhere } from './clerk/clerk.js';
import { freeName } from './clerk/filing.js';
import { readInboxMaterial } from './clerk/inbox-material.js';
import { fillItem } from './clerk/offers.js';
import { askToDelete, type DeletionRequest } from './deletion-request.js';
import { fileBeside } from './file-beside.js';
import { keepOldValues } from './keep-old-values.js';
import { unfiledText } from './unfiled-text.js';
import type { UpdateOutcome, UpdateRun } from './update.js';
import type { RunChanges } from './watch-run.js';

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
export async function settleRun(run: UpdateRun, end: RunEnd, language: Language): Promise<UpdateOutcome> {
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
