import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answerText, readHookInput } from './client-json.js';

const ID = '6f0ce3d1-0f4b-4f0e-8a52-0f3a5a0c7d11';

describe('the input of a hook', () => {
  it('is read from Cursor’s editor, its command line and its windows without a folder', () => {
    const common = {
      conversation_id: ID,
      generation_id: 'g',
      model: 'm',
      cursor_version: '3.24.18',
      workspace_roots: ['/home/a/my.app'],
      user_email: null,
    };
    const editor = { ...common, hook_event_name: 'stop', status: 'completed', transcript_path: '/t.jsonl' };
    expect(readHookInput(JSON.stringify(editor), 'cursor')).toEqual({
      client: 'cursor',
      session: ID,
      directory: '/home/a/my.app',
      transcript: '/t.jsonl',
      source: 'startup',
    });
    const line = { ...common, hook_event_name: 'sessionEnd', session_id: ID, transcript_path: null };
    // Also if Cursor runs the hooks of Claude Code.
    expect(readHookInput(JSON.stringify(line), undefined)).toMatchObject({
      client: 'cursor',
      transcript: join(homedir(), '.cursor/projects/home-a-my-app/agent-transcripts', `${ID}.jsonl`),
    });
    const bare = { ...common, workspace_roots: [], transcript_path: null };
    expect(readHookInput(JSON.stringify(bare), 'cursor').directory).toBe(homedir());
  });

  it('is read from Gemini CLI', () => {
    const input = {
      session_id: ID,
      transcript_path: '/home/a/.gemini/tmp/work/chats/session.jsonl',
      cwd: '/work',
      hook_event_name: 'SessionStart',
      timestamp: '2026-11-16T18:36:06.102Z',
      source: 'resume',
    };
    expect(readHookInput(JSON.stringify(input), 'gemini')).toEqual({
      client: 'gemini',
      session: ID,
      directory: '/work',
      transcript: input.transcript_path,
      source: 'resume',
    });
  });

  it.each(['', '[]', '{"session_id":"x"}'])('is refused if it is %s', (text) => {
    expect(() => readHookInput(text, 'gemini')).toThrow('names no session');
  });
});

describe('the answer of a hook', () => {
  it('has the form that its client reads', () => {
    expect(JSON.parse(answerText('gemini', 'prompt', 'x')!)).toEqual({
      hookSpecificOutput: { hookEventName: 'BeforeAgent', additionalContext: 'x' },
    });
    expect(answerText('cursor', 'session-start', 'x')).toBe('{"additional_context":"x"}');
    expect(answerText('cursor', 'prompt', '')).toBe('{"continue":true}');
    expect(answerText('cursor', 'session-start', '')).toBeNull();
    expect(JSON.parse(answerText('codex', 'session-start', 'x')!).hookSpecificOutput.hookEventName).toBe(
      'SessionStart',
    );
  });
});
