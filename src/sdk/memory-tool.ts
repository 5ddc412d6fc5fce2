import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface MemoryToolOptions {
  /** The vault; that of the settings if left out. */
  vault?: string;
  /** The folder of the vault that the model knows as `/memories`; `memories` if left out. */
  folder?: string;
}

/** A command as a model sends it. */
export interface MemoryToolCommand {
  command: string;
}

type Handler = (command: MemoryToolCommand) => Promise<string>;

/** What `betaMemoryTool` of the Anthropic SDK takes. */
export interface MemoryToolHandlers {
  view: Handler;
  create: Handler;
  str_replace: Handler;
  insert: Handler;
  delete: Handler;
  rename: Handler;
}

export interface MemoryTool {
  handlers: MemoryToolHandlers;
  /** Runs one command, for those who call the API without the helpers of the SDK. */
  run(command: MemoryToolCommand): Promise<string>;
  /** Ends the process behind it. */
  close(): Promise<void>;
}

/**
 * A folder of a Rappel vault for Anthropic's memory tool (`memory_20250818`). Results and errors are the texts that its documentation
 * prescribes; a promise is rejected only if Rappel itself fails. Commands run one after the other, in one process.
 */
export function openMemoryTool({ vault, folder }: MemoryToolOptions = {}): MemoryTool {
  const options = [...named('--vault', vault), ...named('--folder', folder)];
  const child = spawn(process.execPath, [RAPPEL, 'memory-tool', ...options], {
    stdio: ['pipe', 'pipe', 'inherit'],
    windowsHide: true,
  });
  const waiting: Waiting[] = [];
  const ended = endOf(child, waiting);
  createInterface({ input: child.stdout! }).on('line', (line) =>
    waiting.shift()?.resolve((JSON.parse(line) as { content: string }).content),
  );
  child.stdin!.on('error', () => {});

  const run: Handler = (command) =>
    new Promise((resolve, reject) => {
      if (child.exitCode !== null) return reject(new Error('rappel memory-tool has ended'));
      waiting.push({ resolve, reject });
      child.stdin!.write(`${JSON.stringify(command)}\n`);
    });
  return {
    handlers: { view: run, create: run, str_replace: run, insert: run, delete: run, rename: run },
    run,
    async close(): Promise<void> {
      child.stdin!.end();
      await ended;
    },
  };
}

const RAPPEL: string = fileURLToPath(new URL('../../bin/rappel.js', import.meta.url));

interface Waiting {
  resolve(content: string): void;
  reject(error: Error): void;
}

function endOf(child: ChildProcess, waiting: Waiting[]): Promise<void> {
  return new Promise((resolve) => {
    const end = (reason: string) => {
      for (const { reject } of waiting.splice(0)) reject(new Error(reason));
      resolve();
    };
    child.on('error', (error) => end(`rappel memory-tool can't be started: ${error.message}`));
    child.on('close', (code) => end(`rappel memory-tool ended with code ${code}`));
  });
}

function named(name: string, value: string | undefined): string[] {
  return value === undefined ? [] : [name, value];
}
