import { localDate } from '../../shared/clock.js';
import { RappelError } from '../../shared/errors.js';
import { imageEnding } from '../../vault/kinds.js';
import { joinPath, ROOT, showPath, type VaultPath } from '../../vault/paths.js';
import type { Language } from '../../vault/starter.js';
import { answerDeletion } from '../deletion-request.js';
import { languageOf } from '../language.js';
import type { UpdateHandler, UpdateOutcome, UpdateRun } from '../update.js';
import { findCandidates } from './candidates.js';
import { carryOut } from './carry-out.js';
import { choicesIn, type Decision, decisionFor } from './choices.js';
import { freeName, withLineEnd } from './filing.js';
import { readInboxMaterial } from './inbox-material.js';
import { knownCopy } from './known-copy.js';
import { listProjects, namedProject, slugOf } from './projects.js';
import { withoutRecalled } from './recalled.js';
import { writeReview } from './review.js';

const INBOX = joinPath(ROOT, 'inbox');

/**
 * Files updates without a model, deterministically: files what is certain, asks one question about the rest.
 */
export function createLibrarian(fallback: Language): UpdateHandler {
  return async (run) => {
    const { context, input } = run;
    const language = languageOf(input.text, fallback);
    if (input.inbox_ref !== null)
      return answerDeletion(run, language) ?? answerItem(run, input.inbox_ref, language);

    const text = withoutRecalled(input.text);
    if (text.trim() === '' && input.images.length === 0) return done(SAY[language].recalled);
    const known = input.images.length === 0 ? await knownCopy(context, text) : null;
    if (known !== null) return done(SAY[language].known(showPath(known)));

    const project = namedProject(text, listProjects(context.vault));
    if (project !== null) {
      announce(run, 'append', `projects/${project}/changelog.md`);
      return done(
        await carryOut(context, { text, images: input.images }, { kind: 'project', project }, language),
      );
    }
    return askWhere(run, text, language);
  };
}

/** Opens an inbox item with the untouched input and a review that asks one question. */
async function askWhere(run: UpdateRun, text: string, language: Language): Promise<UpdateOutcome> {
  const { context, input } = run;
  const { vault } = context;
  announce(run, 'search', text.slice(0, 80));
  const { candidates, searched } = await findCandidates(context, text);
  const item = freeName(vault, INBOX, `${localDate(vault.clock.now())}-${slugOf(text)}`);
  const folder = joinPath(INBOX, item);
  announce(run, 'write', showPath(folder, 'folder'));
  const content: string[] = [];
  const add = (name: string): VaultPath => {
    content.push(name);
    return joinPath(folder, name);
  };
  if (text.trim() !== '') vault.save(vault.locate(add('input.md')), () => withLineEnd(text));
  for (const [index, image] of input.images.entries()) {
    vault.create(vault.locate(add(`image-${index + 1}.${imageEnding(image.media_type)}`)), image.bytes);
  }
  const decisions: Decision[] = [
    ...candidates.map(({ project }) => ({ kind: 'project' as const, project })),
    { kind: 'new-project', project: slugOf(text, 3) },
    { kind: 'bucket' },
    { kind: 'task' },
    { kind: 'discard' },
  ];
  const review = writeReview({ text, content, searched, candidates, decisions }, language);
  vault.save(vault.locate(joinPath(folder, 'review.md')), () => review);
  return { state: 'needs_answer', summary: SAY[language].asked, inbox: item };
}

/** Carries out the answer to an inbox item and closes it; an unclear answer leaves it open. */
async function answerItem(run: UpdateRun, item: string, fallback: Language): Promise<UpdateOutcome> {
  const { context, input } = run;
  const { folder, material, review } = readInboxMaterial(context.vault, item);
  const language = languageOf(review, fallback);
  const choices = choicesIn(review);
  const decision = decisionFor(input.text, choices, listProjects(context.vault));
  if (decision === null) {
    const labels = choices.map(({ id, label }) => `${id}. ${label}`).join('; ');
    throw new RappelError(
      'invalid_input',
      SAY[language].notUnderstood(input.text.trim().slice(0, 80), labels),
    );
  }
  announce(run, 'move', showPath(folder, 'folder'));
  const summary = await carryOut(
    context,
    { text: material.text, images: [...material.images, ...input.images] },
    decision,
    language,
  );
  context.vault.remove(context.vault.locate(folder));
  return done(summary);
}

function done(summary: string): UpdateOutcome {
  return { state: 'done', summary, inbox: null };
}

function announce({ onEvent }: UpdateRun, tool: string, path: string): void {
  onEvent({ type: 'tool-call', id: `${tool} ${path}`, tool, input: { path } });
}

const SAY = {
  en: {
    recalled: 'Nothing to file: this text came from the memory itself.',
    known: (path: string) => `Already saved: ${path} contains the same text.`,
    asked: 'Saved. Rappel has one question for you.',
    notUnderstood: (answer: string, choices: string) => `"${answer}" is not one of the choices: ${choices}`,
  },
  fr: {
    recalled: 'Rien à classer : ce texte vient de la mémoire elle-même.',
    known: (path: string) => `Déjà enregistré : ${path} contient le même texte.`,
    asked: 'Enregistré. Rappel a une question à vous poser.',
    notUnderstood: (answer: string, choices: string) =>
      `« ${answer} » ne fait pas partie des choix : ${choices}`,
  },
} as const;
