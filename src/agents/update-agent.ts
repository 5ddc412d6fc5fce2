import { append } from '../tools/append.js';
import { deletePath } from '../tools/delete.js';
import { edit } from '../tools/edit.js';
import { createInputFiles, INPUT_FOLDER, type InputFiles } from '../tools/input-files.js';
import { keep } from '../tools/keep.js';
import { move } from '../tools/move.js';
import { read } from '../tools/read.js';
import { search } from '../tools/search.js';
import { tree } from '../tools/tree.js';
import { write } from '../tools/write.js';
import { listInboxItems } from '../vault/inbox-items.js';
import { showPath } from '../vault/paths.js';
import type { DataMark } from './as-data.js';
import { readInboxMaterial } from './clerk/inbox-material.js';
import { knownCopy } from './clerk/known-copy.js';
import { withoutRecalled } from './clerk/recalled.js';
import { answerDeletion } from './deletion-request.js';
import { guardDeletions } from './guard-deletions.js';
import { languageOf } from './language.js';
import { notEnded, runLoop } from './loop.js';
import type { AgentModel } from './search-agent.js';
import { settleRun } from './settle-run.js';
import { showInput } from './show-input.js';
import { prompt, shownAtStart, startTexts, systemPrompt } from './start-context.js';
import type { UpdateHandler, UpdateInput, UpdateRun } from './update.js';
import { watchRun } from './watch-run.js';

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
