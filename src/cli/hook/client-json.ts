import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { CAPTURE_CLIENTS, type CaptureClient } from '../../service/capture/captured-session.js';
import type { HookInput } from '../../service/capture/new-session.js';
import { type JsonRecord, listOf, parseRecord, textOf } from '../../shared/loose-json.js';
import type { HookEvent } from './events.js';

/** What a client wrote to its hook. Throws if it names no session and directory. */
export function readHookInput(
  text: string,
  named: string | undefined,
): HookInput & { client: CaptureClient } {
  const given = parseRecord(text.replace(/^\uFEFF/, ''));
  const client = clientOf(given ?? {}, named);
  const session = textOf(given?.conversation_id) || textOf(given?.session_id);
  const directory = directoryOf(given ?? {}, client);
  if (given === null || session === '' || directory === '')
    throw new Error('the input names no session and directory');
  const source = textOf(given.source);
  if (client !== 'cursor')
    return { client, session, directory, transcript: textOf(given.transcript_path) || null, source };
  const transcript = textOf(given.transcript_path) || cursorTranscript(directory, session);
  return { client, session, directory, transcript, source: source || 'startup' };
}

/** What a hook answers: `text` is for the model, and may be empty. Null for nothing at all. */
export function answerText(client: CaptureClient, event: HookEvent, text: string): string | null {
  // Cursor waits for a word on each prompt.
  if (client === 'cursor' && event === 'prompt') return '{"continue":true}';
  if (text === '') return null;
  if (client === 'cursor') return JSON.stringify({ additional_context: text });
  const hookEventName = event === 'prompt' ? 'BeforeAgent' : 'SessionStart';
  return JSON.stringify({ hookSpecificOutput: { hookEventName, additionalContext: text } });
}

/** Cursor also runs the hooks of Claude Code, if its user wants that. */
function clientOf(given: JsonRecord, named: string | undefined): CaptureClient {
  if (textOf(given.cursor_version) !== '') return 'cursor';
  return CAPTURE_CLIENTS.find((client) => client === named) ?? 'claude-code';
}

/** A window of Cursor without a folder belongs to no project, as the home folder does. */
function directoryOf(given: JsonRecord, client: CaptureClient): string {
  if (client !== 'cursor') return textOf(given.cwd);
  return textOf(listOf(given.workspace_roots)[0]) || textOf(given.cwd) || homedir();
}

/** Where Cursor keeps the log of a conversation: its command line does not say. */
function cursorTranscript(directory: string, session: string): string | null {
  if (!/^[\w-]+$/.test(session)) return null;
  const project = directory.replace(/^[\\/]+/, '').replaceAll(/[^A-Za-z0-9]/g, '-');
  const folder = join(homedir(), '.cursor', 'projects', project, 'agent-transcripts');
  const nested = join(folder, session, `${session}.jsonl`);
  return existsSync(nested) ? nested : join(folder, `${session}.jsonl`);
}
