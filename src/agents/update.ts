import type { ToolContext } from '../tools/define-tool.js';
import type { InputImage } from '../tools/input-files.js';
import type { VaultPath } from '../vault/paths.js';
import type { Wall } from '../vault/wall.js';
import type { AgentEvent, Answer, Usage } from './answer.js';
import type { Kind } from './clerk/kinds.js';
import type { InputOrigin } from './clerk/routing/route.js';

export type UpdateImage = InputImage;

/** A transcript in the vault, and the part of it that is new. */
export interface SessionRange {
  path: string;
  /** The first and the last line to draw from; the lines before are only read to understand them. */
  from: number;
  to: number | null;
}

/** What Rappel was asked to remember. */
export interface UpdateInput {
  text: string;
  images: UpdateImage[];
  /** The inbox item that this answers. */
  inbox_ref: string | null;
  /** The project it belongs to, where the caller knows; `''` for none. */
  project?: string | null | undefined;
  /** What it is, where the caller knows. */
  kind?: Kind | null | undefined;
  /** Its heading, where the caller has one. */
  title?: string | null | undefined;
  /** When it is due: a day, or words for one. */
  due?: string | null | undefined;
  /** What it corrects, or the task that it ends: words, or `path:line`. */
  replaces?: string | null | undefined;
  /** `none`: filed without the model, whatever the settings say. */
  model?: 'none' | null | undefined;
  /** Where it comes from, where the caller knows. */
  origin?: InputOrigin | null | undefined;
  /** The captured session that this draws from; `text` is its title. */
  session?: SessionRange | null | undefined;
  /** What its filing may see and change; everything where it is left out. */
  wall?: Wall | undefined;
  /** The update that this one files anew, in `project`: what that one brought in is taken out first. */
  refiles?: string | null | undefined;
  /** Its secrets are masked; the text as it was given is held until the owner decides. */
  held?: boolean | undefined;
}

/** A text with a suspected secret as it was given, and the files of an import that it stands for. */
export interface HeldText {
  text: string;
  images: UpdateImage[];
  /** Where it belongs, where the caller said so. */
  project: string | null;
  files: { path: VaultPath; masked: string; text: string }[];
}

/** What the owner decided about a text with a suspected secret. */
export interface Decision {
  /** The question in the inbox. */
  item: string;
  /** The id of the text that is held; null for a question that has it itself. */
  held: string | null;
  isKept: boolean;
}

export interface UpdateRun {
  id: string;
  input: UpdateInput;
  /** The day on which it was given (`YYYY-MM-DD`): one that waited or is tried again means the days of then. */
  arrived?: string;
  /** The vault of this run, whose changes can be rolled back, and its session. */
  context: ToolContext;
  /**
   * Takes out what an earlier update brought in. Returns the paths; null where it is not filed, or a later change altered
   * the same lines, and then nothing is changed.
   */
  takeBack(update: string): Promise<VaultPath[] | null>;
  /** The text that is held under this id, for the answer that keeps it; null where it is not here. */
  held?(id: string): HeldText | null;
  /** Reports progress to clients. */
  onEvent(event: AgentEvent): void;
  signal: AbortSignal;
}

export interface UpdateOutcome {
  state: 'done' | 'needs_answer';
  /** What was done, in a few factual lines. */
  summary: string;
  /** The inbox item that waits for an answer. */
  inbox: string | null;
  /** Set where it was a question and was answered instead of filed. */
  answer?: AnsweredQuestion;
  /** The user answered that the inbox item is to be deleted. */
  deleted?: boolean;
  /** The answer to whether a suspected secret is kept: what was held is released once this is recorded. */
  decided?: Decision;
  /** What it cost, if a model did it. */
  usage?: Usage;
}

/** A question that was given to remember, and its answer; the summary holds the answer too. */
export interface AnsweredQuestion extends Pick<Answer, 'text' | 'overview' | 'files'> {
  question: string;
}

/** Files an update: the update agent or the clerk. If it throws, its changes are rolled back. */
export type UpdateHandler = (run: UpdateRun) => Promise<UpdateOutcome>;
