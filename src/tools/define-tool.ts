import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import type { z } from 'zod';
import type { SearchEngine } from '../search/engine.js';
import { type ItemError, ioError, RappelError, sizeError } from '../shared/errors.js';
import { once } from '../shared/once.js';
import type { Quotation } from '../vault/citation.js';
import { showPath } from '../vault/paths.js';
import type { Vault } from '../vault/vault.js';
import type { InputFiles } from './input-files.js';
import { parseInput } from './parse-input.js';
import type { Session } from './session.js';

/** What a tool works with. */
export interface ToolContext {
  vault: Vault;
  session: Session;
  /** The caller is a model that pays for each token: no stamps, and nothing twice. */
  isAgent?: boolean;
  /** Files that the caller was given at the start of its run: a search does not repeat them. */
  inContext?: readonly string[];
  /** What the run was given to file; readable under `input/`, by this run alone. */
  input?: InputFiles;
  /** The day from which a search sees `last week`; today where it is not given. */
  askedOn?: string | null;
  /** Stops a search whose caller has gone. */
  signal?: AbortSignal;
  /** A search waits until every file is indexed. */
  complete?: boolean;
  /** The search engine, loaded at first use: most calls need none. */
  engine(): Promise<SearchEngine>;
}

export interface ToolImage {
  path: string;
  media_type: string;
  bytes: Buffer;
}

export interface ToolResult<Data = object | undefined> {
  text: string;
  images: ToolImage[];
  /** Items of a list that failed while others did not; their error lines are in the text too. */
  errors: ItemError[];
  /** The lines that the text shows, where an answer quotes them. */
  quotations?: Quotation[];
  /** Where a model that knows what it asked for needs less than the text. */
  brief?: string;
  /** Facts for programs, beside the text; undefined if the text says everything. */
  data: Data;
}

export interface ToolHints {
  readOnly: boolean;
  destructive: boolean;
  idempotent: boolean;
}

/** One tool, from which every door makes its own form: a model's tool, an MCP tool, a command. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Data = object | undefined> {
  name: string;
  /** The description for a model, read from the Markdown file beside the tool at first use. */
  readonly description: string;
  readonly input: Input;
  hints: ToolHints;
  /** Checks the parameters, then runs. Throws `RappelError`. */
  call(input: unknown, context: ToolContext): Promise<ToolResult<Data>>;
  /** The same for calls from Rappel itself, without a check: the first check costs zod milliseconds. */
  run(input: z.output<Input>, context: ToolContext): Promise<ToolResult<Data>>;
}

interface ToolDeclaration<Input extends z.ZodObject, Data> {
  name: string;
  /** Made when the tool is first called: a command knows more tools than it calls. */
  input(): Input;
  hints: ToolHints;
  run(input: z.output<Input>, context: ToolContext): ToolResult<Data> | Promise<ToolResult<Data>>;
}

export function defineTool<Input extends z.ZodObject, Data>(
  declaration: ToolDeclaration<Input, Data>,
): Tool<Input, Data> {
  const { name, hints } = declaration;
  const input = once(declaration.input);
  return {
    name,
    get input() {
      return input();
    },
    hints,
    get description() {
      return readFileSync(new URL(`./${name}.md`, import.meta.url), 'utf8').trim();
    },
    call: async (raw, context) => run(parseInput(name, input(), raw), context),
    run,
  };

  async function run(parameters: z.output<Input>, context: ToolContext): Promise<ToolResult<Data>> {
    try {
      return await declaration.run(parameters, context);
    } catch (error) {
      throw inWords(error, context);
    }
  }
}

/** Turns system errors from below (a vanished file, a missing permission) into a `RappelError`. */
function inWords(error: unknown, { vault }: ToolContext): unknown {
  const { path, syscall } = error as NodeJS.ErrnoException;
  if (error instanceof RappelError || syscall === undefined) return sizeError(error);
  const way = relative(vault.root, path ?? vault.root);
  return ioError(error, showPath(way.startsWith('..') ? '' : way.split(sep).join('/')));
}

/** The result of a tool that returns only text. */
export function textResult(text: string): ToolResult<undefined> {
  return { text, images: [], errors: [], data: undefined };
}

export const READS: ToolHints = { readOnly: true, destructive: false, idempotent: true };
