import { appendFileSync, existsSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileInBackground } from '../../service/capture/file-in-background.js';
import {
  announceSession,
  captureTurns,
  meetAtPrompt,
  passOverTurns,
  showWithPrompt,
  startSession,
} from '../../service/capture/hook-events.js';
import type { HookContext, HookInput } from '../../service/capture/new-session.js';
import { readMemoriesInBackground } from '../../service/capture/read-in-background.js';
import { sessionFiles } from '../../service/capture/session-files.js';
import { vaultOfHook } from '../../service/settings/vault-setting.js';
import { localTimestamp } from '../../shared/clock.js';
import { errorMessage } from '../../shared/errors.js';
import { answerText, readHookInput } from './client-json.js';
import { HOOK_EVENTS, type HookEvent } from './events.js';

/** A client waits for its hooks. */
const LONGEST_MS = 5_000;
const MOST_LOG_BYTES = 256 * 1024;
/** A session that goes on for long is filed in between. */
const MOST_WAITING = 50;

/**
 * Runs one hook of an assistant: `hook EVENT [--vault DIR] [--client NAME] [--max-tokens N]`, with the client's JSON on standard input. It never
 * breaks its client: whatever happens, the exit code is 0, and a failure is a line in `.rappel/hooks.log`. A program of its
 * own, because the rest of the command line takes longer to load than a hook may take.
 */
export async function main(words: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<void> {
  setTimeout(() => process.exit(0), LONGEST_MS).unref();
  process.on('uncaughtException', () => process.exit(0));
  process.stdout.on('error', () => {});
  const options = readOptions(words);
  const event = HOOK_EVENTS.find((name) => name === options.event);
  const root = vaultOfHook(options.vault, env);
  // A hook never creates a vault.
  if (!existsSync(root)) return;
  const log = (error: unknown) => {
    if (!isOff(env)) writeLog(root, `${options.event} ${errorMessage(error)}`);
  };
  try {
    if (event === undefined) throw new Error(`is no event; the events are ${HOOK_EVENTS.join(', ')}`);
    const { client, ...input } = readHookInput(await standardInput(), options.client);
    const tokens = options.tokens > 0 && { tokens: options.tokens };
    const context: HookContext = { root, client, ...tokens, log };
    const text = isOff(env) ? passOver(event, context, input) : answerTo(event, context, input);
    const answer = answerText(client, event, text);
    if (answer !== null) process.stdout.write(`${answer}\n`);
  } catch (error) {
    log(error);
  }
}

/** `RAPPEL_OFF=1`: this session leaves no trace. */
function isOff({ RAPPEL_OFF: value }: NodeJS.ProcessEnv): boolean {
  return value !== undefined && !['', '0', 'false'].includes(value);
}

function answerTo(event: HookEvent, context: HookContext, input: HookInput): string {
  if (event === 'prompt') return answerToPrompt(context, input);
  if (event === 'session-start') {
    // What Gemini CLI is told at its start is left out of the conversation when that is resumed.
    const { text, hasMore } =
      context.client === 'gemini'
        ? { text: '', hasMore: announceSession(context, input) }
        : startSession(context, input);
    fileInBackground(context.root, { hasMore });
    readMemoriesInBackground(context.root, input.directory);
    return text;
  }
  captureTurns(context, input, event === 'session-end');
  if (event !== 'stop' || sessionFiles(context.root).countWaiting() >= MOST_WAITING)
    fileInBackground(context.root);
  if (event === 'session-end') readMemoriesInBackground(context.root, input.directory);
  return '';
}

function answerToPrompt(context: HookContext, input: HookInput): string {
  if (context.client === 'gemini') return showWithPrompt(context, input);
  meetAtPrompt(context, input);
  return '';
}

function passOver(event: HookEvent, context: HookContext, input: HookInput): string {
  passOverTurns(
    context,
    input,
    event === 'session-start' ? 'start' : event === 'session-end' ? 'end' : 'turn',
  );
  return '';
}

function readOptions(words: readonly string[]) {
  const value = (name: string) => {
    const at = words.indexOf(name);
    return at === -1
      ? words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1)
      : words[at + 1];
  };
  return {
    event: words[0] ?? '',
    vault: value('--vault'),
    client: value('--client'),
    tokens: Number(value('--max-tokens') ?? 0) || 0,
  };
}

async function standardInput(): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

/** Never throws: a disk may be full or read-only. */
function writeLog(root: string, line: string): void {
  try {
    const file = join(root, '.rappel', 'hooks.log');
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MOST_LOG_BYTES)
      renameSync(file, `${file}.1`);
    appendFileSync(file, `${localTimestamp(new Date())} ${line.replaceAll(/\s+/g, ' ')}\n`, { mode: 0o600 });
  } catch {
    // There is no place to report it.
  }
}
