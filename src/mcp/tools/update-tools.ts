import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { KINDS } from '../../agents/librarian/kinds/kind.js';
import { decodeUpdate, updateRequest } from '../../memory/update-request.js';
import type { UpdateStatus } from '../../service/updates/update-status.js';
import { RappelError } from '../../shared/errors.js';
import { optional, parseInput, text } from '../../tools/parse-input.js';
import type { McpTool } from '../mcp-tool.js';

const TEXT = 'the text to remember; it may be empty where there are images';

// The origin is that of the process that serves the client.
const updateInput = updateRequest.omit({ origin: true }).extend({
  text: optional(text(TEXT), ''),
  refile: optional(z.string('the id of an update'), null),
  wait: optional(z.boolean('true or false'), false),
});

const statusInput = z.strictObject({ id: z.string('the id that update answered with') });

const output = z.object({
  /** The update is stored; `state` says how far it is. */
  status: z.literal('accepted'),
  id: z.string(),
  state: z.enum(['accepted', 'running', 'done', 'needs_answer', 'failed']),
  summary: z.string().nullable(),
  files: z.array(z.string()),
  /** The inbox item that waits for the user. */
  inbox: z.string().nullable(),
  /** What it asks, and how to answer. */
  question: z
    .object({
      text: z.string(),
      choices: z.array(z.object({ id: z.string(), label: z.string() })),
      answer: z.string(),
    })
    .nullable(),
  reason: z.string().nullable(),
  steps: z.array(z.string()),
});

export const updateTool: McpTool = {
  name: 'update',
  title: 'Remember',
  hints: { readOnly: false, destructive: false, idempotent: false },
  alwaysLoad: true,
  input: updateInput,
  output,
  description: `Give the user's memory something to keep: a decision and its reason, a fact, a task or its end, a preference, notes of a meeting, what was done in this session. It is stored at once and filed in its turn where it belongs; you need not know where.

- \`text\`: everything that is needed to understand it later: who, what, why, when, which project. The user's own words where they matter. Several unrelated things: several calls. Never what \`search\` just returned.
- \`images\`: \`[{name, media_type, data}]\`, data in base64.
- \`inbox_ref\`: the inbox item that \`text\` answers: the number or the words of one of its choices, or a sentence.
- \`project\`: the project it belongs to, if you know it; \`""\` for none. \`kind\`: what it is, if you know: ${KINDS.map((kind) => `\`${kind}\``).join(', ')}. Without them the words decide.
- \`refile\`: the id of an update that was filed in the wrong place: it moves to \`project\`, and the memory learns from that. Leave \`text\` out.
- \`id\`: a name of your own; the same id again is stored only once.
- \`wait\`: \`true\` waits until it is filed and tells what was done. Default: answers at once.

Output: \`{status, id, state, summary, files, inbox, question, reason, steps}\`. \`needs_answer\`: it is saved and waits for the user. Ask them \`question.text\` with its choices, then call \`update\` with \`inbox_ref\` and the number of a choice, or the user's own words, as \`text\`.`,
  async call(raw, { memory, signal, progress }) {
    const given = parseInput('update', updateInput, raw);
    const { id } = await (given.refile === null
      ? memory.updates.add(decodeUpdate({ ...given, origin: null }), given.id ?? undefined)
      : memory.updates.refile(given.refile, placeIn(given)));
    if (!given.wait) return statusResult(await memory.updates.find(id));
    let told = 0;
    const tell = ({ steps }: UpdateStatus) => {
      for (; told < steps.length; told++) progress(steps[told]!);
    };
    return statusResult(await memory.updates.follow(id, tell, signal));
  },
};

/** Where to move an update. Throws `invalid_input` where the call does not say. */
function placeIn({ project }: { project: string | null }): string {
  if (project !== null) return project;
  throw new RappelError(
    'invalid_input',
    'project: got null, expected the project to move it to, or "" for none',
  );
}

export const updateStatusTool: McpTool = {
  name: 'update_status',
  title: 'Follow an update',
  hints: { readOnly: true, destructive: false, idempotent: true },
  input: statusInput,
  output,
  description: `Say how far an update is: \`accepted\`, \`running\`, \`done\`, \`needs_answer\`, \`failed\`.

- \`id\`: as \`update\` answered.

Output as of \`update\`: \`summary\` and \`files\` say what was done, \`inbox\` names the item that waits for the user, \`reason\` says why it failed or waits (the input is kept).`,
  async call(raw, { memory }) {
    const { id } = parseInput('update_status', statusInput, raw);
    return statusResult(await memory.updates.find(id));
  },
};

/** The same facts as lines and as structure. */
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
  const structuredContent = { status: 'accepted', id, state, summary, files, inbox, question, reason, steps };
  return { content: [{ type: 'text', text: lines.join('\n') }], structuredContent };
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
