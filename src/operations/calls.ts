import { z } from 'zod';
import { recordChanges } from '../service/changes/record-changes.js';
import type { Core } from '../service/core.js';
import { type ErrorFacts, errorFacts, errorFromFacts, RappelError } from '../shared/errors.js';
import { concat } from '../tools/concat.js';
import type { Tool, ToolContext, ToolImage, ToolResult } from '../tools/define-tool.js';
import { read } from '../tools/read.js';
import { offeredTool, TOOLS } from '../tools/registry.js';
import { createSession, type SeenVersions } from '../tools/session.js';
import { tree } from '../tools/tree.js';
import { recordedPath } from '../vault/paths.js';
import type { Vault } from '../vault/vault.js';
import { operation } from './operation.js';

export interface ToolCall {
  tool: string;
  input?: unknown;
}

export interface CallOptions {
  /** Files that must be these very versions; a version may be shortened. Throws `not_found` for one that is missing. */
  matching?: SeenVersions | undefined;
  /** What the caller has read before, by path: it counts as read in this session too. */
  seen?: SeenVersions | undefined;
  /** Who calls, for the history; a tool if left out. */
  source?: 'page' | 'tool' | undefined;
}

/** What a tool said, with bytes as base64. */
export interface CallResult extends Omit<ToolResult, 'images' | 'brief'> {
  images: (Omit<ToolImage, 'bytes'> & { data: string })[];
}

export type Outcome = { ok: true; result: CallResult } | { ok: false; error: ErrorFacts };

export interface CallReport {
  outcomes: Outcome[];
  /** What the caller has read now, for its next call. */
  seen: SeenVersions;
  /** The files that these calls have shown or written, with their versions. */
  shown: SeenVersions;
  /** Set where the files were changed but the history or the index could not follow. */
  warning: string | null;
}

const VERSIONS = 'an object of versions by path';
const MOST_CALLS = 200;
const CALLS = `a list of at most ${MOST_CALLS} {"tool": NAME, "input": {…}}`;
const versions = z.record(z.string(), z.string(VERSIONS), VERSIONS).optional();

/** The tools by their names: one that reads, or several calls in one session, writing ones included. */
export const callsOperations = {
  /** Runs tools in order; a call that fails does not stop the rest. Everything they change is one entry of the history. */
  calls: operation({
    role: 'reader',
    roleFor: ({ calls }) => (calls.some(isWriting) ? 'editor' : 'reader'),
    about: ({ calls }) => calls.filter(isWriting).map(callDetail).join(', '),
    input: z.strictObject({
      calls: z.array(z.strictObject({ tool: z.string(CALLS), input: z.unknown().optional() }, CALLS), CALLS),
      seen: versions,
      matching: versions,
    }),
    async run(core, { calls, ...options }, { url }) {
      // Others wait for a service; a command is alone.
      if (url != null && calls.length > MOST_CALLS)
        throw new RappelError('invalid_input', 'tool.too_many_calls', {
          count: calls.length,
          expected: CALLS,
        });
      return runCalls(core, calls, options);
    },
  }),
  'tools/read': toolOperation(read),
  'tools/tree': toolOperation(tree),
  'tools/concat': toolOperation(concat),
};

function toolOperation<Input extends z.ZodObject>({ name, input }: Tool<Input>) {
  return operation({
    role: 'reader',
    input,
    async run(core, given) {
      const [outcome] = (await runCalls(core, [{ tool: name, input: given }])).outcomes;
      if (!outcome!.ok) throw errorFromFacts(outcome!.error);
      return outcome!.result;
    },
  });
}

function isWriting({ tool }: ToolCall): boolean {
  return offeredTool(tool)?.hints.readOnly === false;
}

function callDetail({ tool, input }: ToolCall): string {
  const { path, from } = Object(input) as Record<string, unknown>;
  const place = [path, from].find((one) => typeof one === 'string');
  return place === undefined ? tool : `${tool} ${place}`;
}

function encodeResult({ text, images, errors, quotations, data }: ToolResult): CallResult {
  return {
    text,
    images: images.map(encodeImage),
    errors,
    ...(quotations !== undefined && { quotations }),
    data,
  };
}

/** Bytes travel as base64; everything else as it is. */
export function encodeImage<Image extends { bytes: Buffer }>({ bytes, ...about }: Image) {
  return { ...about, data: bytes.toString('base64') };
}

/** Runs tools in one session, and records what they changed as one entry of the history. */
export async function runCalls(
  core: Core,
  calls: readonly ToolCall[],
  { seen, matching = {}, source = 'tool' }: CallOptions = {},
): Promise<CallReport> {
  const tools = calls.map(({ tool }) => toolNamed(tool));
  requireFiles(core.vault, Object.keys(matching));
  const session = createSession({ ...seen, ...matching });
  const outcomes: Outcome[] = [];
  const { warning } = await recordChanges(
    core,
    { source, reason: () => reasonOf(tools, outcomes) },
    (vault) => runAll(calls, tools, { vault, session, engine: core.engine }, outcomes),
  );
  return {
    outcomes,
    warning,
    // Versions cost a hash of every file: computed for the callers that carry them on.
    get seen() {
      return session.seen();
    },
    get shown() {
      return session.shown();
    },
  };
}

function toolNamed(name: string): Tool {
  const tool = offeredTool(name);
  if (tool !== undefined) return tool;
  throw new RappelError('not_found', 'tool.unknown', {
    tool: name,
    known: TOOLS.map((known) => known.name).join(', '),
  });
}

/** A version can only be that of a file that is there. */
function requireFiles(vault: Vault, paths: readonly string[]): void {
  for (const path of paths) {
    const place = vault.locate(recordedPath(path));
    if (place.kind === 'missing') throw vault.missing(place);
  }
}

async function runAll(
  calls: readonly ToolCall[],
  tools: readonly Tool[],
  context: ToolContext,
  outcomes: Outcome[],
): Promise<void> {
  for (const [index, { input }] of calls.entries()) {
    try {
      outcomes.push({ ok: true, result: encodeResult(await tools[index]!.call(input, context)) });
    } catch (error) {
      if (!(error instanceof RappelError)) throw error;
      outcomes.push({ ok: false, error: errorFacts(error) });
    }
  }
}

/** What the history calls this: what the tools said they did. */
function reasonOf(tools: readonly Tool[], outcomes: readonly Outcome[]): string {
  const done = outcomes.flatMap((outcome, index) =>
    outcome.ok && !tools[index]!.hints.readOnly ? [outcome.result.text.split('\n')[0]!] : [],
  );
  return done.length > 3 ? `${done.slice(0, 3).join('; ')}; and ${done.length - 3} more` : done.join('; ');
}
