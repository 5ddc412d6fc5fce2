import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { followSoon } from '../../memory/memory.js';
import type { StepEvent } from '../../operations/operation.js';
import { updateRequest } from '../../operations/updates.js';
import type { UpdateStatus } from '../../service/updates/update-status.js';
import { RappelError } from '../../shared/errors.js';
import { optional, parseInput, text } from '../../tools/parse-input.js';
import type { McpTool } from '../mcp-tool.js';

const TEXT = 'the text to remember; it may be empty where there are images';

// The origin is that of the process that serves the client, which also decides whether a model files.
const updateInput = updateRequest.omit({ origin: true, session: true, model: true }).extend({
  text: optional(text(TEXT), ''),
  refile: optional(z.string('the id of an update'), null),
  wait: optional(z.boolean('true or false'), false),
});

const statusInput = z.strictObject({ id: z.string('the id that update answered with') });

export const updateTool: McpTool = {
  name: 'update',
  title: 'Remember',
  hints: { readOnly: false, destructive: false, idempotent: false },
  alwaysLoad: true,
  input: updateInput,
  description: `Store something in the user's memory: a decision and its reason, a fact, a task or its end, a preference, notes of a meeting, what was done. It is saved at once, then filed where it belongs; you need not know where.

- \`text\`: all that is needed to understand it later: who, what, why, when, which project, in the user's own words where they matter. One subject a call. Never what \`search\` just returned.
- \`images\`: \`data\` in base64.
- \`inbox_ref\`: the inbox item that \`text\` answers, with the number or words of a choice, or a sentence.
- \`kind\`: what it is, whenever you know. It is believed; without it Rappel may have to ask. \`task\`: to do. \`done\`: a task is finished (with \`replaces\`). \`decision\`: with its reason. \`correction\`: a line is wrong or out of date (with \`replaces\`). \`appointment\`: happens on a day. \`preference\`: how the user wants things. \`fact\`: true of someone or something. \`note\`: anything else. \`question\`: answered, not kept.
- \`project\`: the one it belongs to, as \`orient\` or \`search\` names it; \`""\` for none.
- \`title\`: a heading of a few words; else the first sentence is the heading.
- \`due\`: the day of a task or an appointment, worked out by you: \`2025-07-14\` or \`2025-07-14 09:30\`.
- \`replaces\`: which line a \`correction\` makes wrong, or which task is \`done\`: its words, or \`path:line\` as \`search\` shows them. That line alone is changed, and its old value logged; if several fit, Rappel asks.
- \`refile\`: the id of an update filed in the wrong place; it moves to \`project\`. Without \`text\`.
- \`id\`: a name of your own, so that a repeated call stores it once.
- \`wait\`: true waits until it is filed, however long that takes; otherwise two seconds.

State \`needs_answer\`: it is saved, and the result has a question. Ask the user, then call \`update\` with \`inbox_ref\` and their answer.`,
  async call(raw, { memory, signal, progress }) {
    const { refile, wait, ...stored } = parseInput('update', updateInput, raw);
    const { id } = await (refile === null
      ? memory.run('update', stored)
      : memory.run('updates/refile', { id: refile, project: placeIn(stored) }));
    if (!wait) return statusResult(await followSoon(memory, id, signal));
    let told = 0;
    const onEvent = (event: StepEvent) => {
      if (event.type === 'update')
        for (const { steps } = event.status; told < steps.length; told++) progress(steps[told]!);
    };
    return statusResult(await memory.run('updates/follow', { id }, { onEvent, signal }));
  },
};

/** Where to move an update. Throws `invalid_input` where the call does not say. */
function placeIn({ project }: { project: string | null }): string {
  if (project !== null) return project;
  throw new RappelError('invalid_input', 'refile.no_project');
}

export const updateStatusTool: McpTool = {
  name: 'update_status',
  title: 'Follow an update',
  hints: { readOnly: true, destructive: false, idempotent: true },
  input: statusInput,
  description: `Say whether an update is filed yet, and where; with its question if it has one.

- \`id\`: as \`update\` answered.`,
  async call(raw, { memory }) {
    const { id } = parseInput('update_status', statusInput, raw);
    return statusResult(await memory.run('updates/find', { id }));
  },
};

/** The facts in lines for a model; programs find them in `_meta`. */
function statusResult(update: UpdateStatus): CallToolResult {
  const { id, state, summary, inbox } = update;
  const reason = update.reason ?? waitReason(update);
  const files = update.files.slice(0, MOST_LISTED);
  const steps = update.steps.slice(-MOST_LISTED);
  const lines = [
    `status: accepted`,
    `id: ${id}`,
    `state: ${state}`,
    ...(summary === null ? [] : [`summary: ${summary}`]),
    ...(files.length === 0 ? [] : [`files: ${files.join(', ')}`]),
    ...(inbox === null ? [] : [`inbox: ${inbox}`]),
    ...questionLines(update),
    ...(reason === null ? [] : [`reason: ${reason}`]),
    ...(steps.length === 0 ? [] : [`steps: ${steps.join('; ')}`]),
  ];
  const question =
    update.question === undefined ? null : { ...update.question, answer: howToAnswer(inbox ?? '') };
  const facts = { status: 'accepted', id, state, summary, files, inbox, question, reason, steps };
  return { content: [{ type: 'text', text: lines.join('\n') }], _meta: { 'rappel/update': facts } };
}

function waitReason({ retry }: UpdateStatus): string | null {
  if (retry === undefined) return null;
  return `waits for the model and is tried again (${retry.reason}); nothing to do, the input is saved`;
}

function questionLines({ question, inbox }: UpdateStatus): string[] {
  if (question === undefined) return [];
  const choices = question.choices.map(({ id, label }) => `${id}. ${label}`).join('; ');
  return [`question: ${question.text}`, `choices: ${choices}`, `answer: ${howToAnswer(inbox ?? '')}`];
}

function howToAnswer(item: string): string {
  return `ask the user, then call update with inbox_ref "${item}" and text "1" (the number of a choice) or the user's own words`;
}

const MOST_LISTED = 60;
