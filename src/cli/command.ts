import { type AboutError, RappelError } from '../shared/errors.js';
import type { Reason } from '../words/message.js';
import type { Say } from '../words/say.js';
import type { Doors } from './doors.js';
import type { Settings } from './settings.js';

/** A flag of a command, as it is parsed and as help and completion show it. */
export interface Option {
  /** `true` for a switch, otherwise what its value is called in help: `N`, `TEXT`, `DIR`. */
  value: string | true;
  summary: string;
  /** The values it takes; any other is wrong usage. */
  choices?: readonly string[];
  /** The smallest and the largest number it takes, if its value is `N`. */
  least?: number;
  most?: number;
  /** The parameter that it fills, where that has another name: errors about it name the option. */
  parameter?: string;
}

export const PORT = { value: 'N', least: 0, most: 65_535 } as const;

/** What a command is called is in `COMMANDS`. */
export interface Command {
  summary: string;
  /** The arguments as help shows them: `PATH...`. */
  usage: string;
  /** How many arguments it takes. */
  arguments: { least: number; most: number };
  options?: Record<string, Option>;
  examples: string[];
  /** What an argument completes to in a shell. */
  completes?: 'paths' | 'tools' | readonly string[];
  /** True if it runs until it is stopped, and handles signals itself. */
  stays?: true;
  run(invocation: Invocation): Promise<void>;
}

/** One call of a command, with everything it may use of the outside. */
export interface Invocation {
  arguments: string[];
  /** The value of a flag that takes one; the last, if it is given several times. */
  text(option: string): string | undefined;
  /** All values of a flag that may be given several times. */
  texts(option: string): string[];
  /** The same as a whole number. */
  number(option: string): number | undefined;
  flag(option: string): boolean;
  /** Prints facts as JSON if a program asked for that; otherwise `show` prints them for a person. */
  report(facts: object, show: () => void): void;
  settings(): Settings;
  terminal: Terminal;
  doors: Doors;
}

/** The streams of a process. On a terminal, control characters in a text are shown, never obeyed. */
export interface Terminal {
  /** Puts a sentence into the language of the person. */
  say: Say;
  out(text: string): void;
  err(text: string): void;
  /** Says what takes long, in one line that the next call replaces; prints nothing if the output is not a terminal. */
  status(line: string): void;
  /** Whether a person sees that line. */
  showsStatus: boolean;
  /** The command waits for others from now on: silence needs no such line. */
  rest(): void;
  /** Everything on standard input; throws if it is not text in a known encoding. */
  input(): Promise<string>;
  /** The same, whatever it is. */
  inputBytes(): Promise<Buffer>;
  /** Its lines as they come, for a program that asks and waits for answers. */
  lines(): AsyncIterable<string>;
  /** True if a person reads standard output, with colours unless they said no. */
  interactive: boolean;
  colour: boolean;
  columns: number;
  rows: number;
  fail(code: 1 | 2 | 130): void;
}

/** The command was called wrongly: exit code 2. */
export class UsageError<R extends Reason = Reason> extends RappelError<R> {
  override readonly name = 'UsageError';

  constructor(reason: R, ...about: AboutError<R>) {
    super('invalid_input', reason, ...about);
  }
}
