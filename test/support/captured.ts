import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CaptureClient, CapturedSession } from '../../src/service/capture/captured-session.js';
import { fileSessions } from '../../src/service/capture/file-sessions.js';
import {
  announceSession,
  captureTurns,
  meetAtPrompt,
  passOverTurns,
  showWithPrompt,
  startSession,
} from '../../src/service/capture/hook-events.js';
import type { HookInput } from '../../src/service/capture/new-session.js';
import { sessionFiles } from '../../src/service/capture/session-files.js';
import { tempFolder, tempVault } from './temp-vault.js';

export const user = (uuid: string, text: string) =>
  JSON.stringify({ type: 'user', uuid, message: { role: 'user', content: text }, timestamp: TIME });
export const assistant = (uuid: string, ...content: object[]) =>
  JSON.stringify({ type: 'assistant', uuid, message: { role: 'assistant', content }, timestamp: TIME });
export const text = (words: string) => ({ type: 'text', text: words });
const TIME = '2025-07-14T10:00:00.000Z';

/** A vault, a log of a client, and hooks that read it. */
export function opened(
  files: Record<string, string> = {},
  id = 'session-1',
  client: CaptureClient = 'claude-code',
) {
  const made = tempVault(files);
  const folder = tempFolder();
  const log = join(folder, `${id}.jsonl`);
  writeFileSync(log, '');
  const failures: unknown[] = [];
  const context = {
    root: made.root,
    client,
    log: (error: unknown) => failures.push(error),
  };
  const input = (given: Partial<HookInput> = {}): HookInput => ({
    session: id,
    directory: folder,
    transcript: log,
    source: 'startup',
    ...given,
  });
  const store = sessionFiles(made.root);
  const core = {
    vault: made.vault,
    afterChanges: async () => null,
    recover: async () => {},
    withWriter: <Result>(work: (announce: () => void) => Promise<Result>) => work(() => {}),
  };
  return {
    ...made,
    folder,
    log,
    store,
    failures,
    start: (given?: Partial<HookInput>, tokens = 1_000) =>
      startSession({ ...context, tokens }, input(given)).text,
    announce: (given?: Partial<HookInput>) => announceSession(context, input(given)),
    prompt: (given?: Partial<HookInput>) => showWithPrompt(context, input(given)),
    meet: (given?: Partial<HookInput>) => meetAtPrompt(context, input(given)),
    stop: (given?: Partial<HookInput>) => captureTurns(context, input(given), false),
    end: (given?: Partial<HookInput>) => captureTurns(context, input(given), true),
    off: (event: 'start' | 'turn' | 'end', given?: Partial<HookInput>) =>
      passOverTurns(context, input(given), event),
    say: (...lines: string[]) => appendFileSync(log, lines.map((line) => `${line}\n`).join('')),
    stored: () => store.parts().flatMap(({ lines }) => lines),
    file: () => fileSessions(core),
  };
}

export const NEW: CapturedSession = {
  id: 'x',
  client: 'claude-code',
  directory: '/',
  project: null,
  transcript: null,
  started: TIME,
  isFresh: true,
  parts: 0,
  offset: 0,
  before: '',
  keys: [],
  isPrivate: false,
  shown: '',
  file: null,
  drawn: 0,
  ownCalls: [],
  isOff: false,
  since: null,
  due: null,
};
