import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assistant, NEW, opened, text, user } from '../../../test/support/captured.js';
import { runs } from '../../../test/support/runs.js';
import { tempFolder } from '../../../test/support/temp-vault.js';
import { captureSession, captureToEnd } from './capture-session.js';
import { setCaptureMode } from './capture-setting.js';
import { sessionFiles } from './session-files.js';

describe('the turns of a session', () => {
  it('are stored verbatim and once, whatever is appended, cut off or written anew in between', () => {
    const step = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({ do: fc.constant('append' as const), count: fc.integer({ min: 1, max: 4 }) }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          do: fc.constantFrom('half' as const, 'rewrite' as const, 'shorten' as const),
        }),
      },
      { weight: 4, arbitrary: fc.record({ do: fc.constant('capture' as const) }) },
    );
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 12 }),
        fc.integer({ min: 60, max: 4_000 }),
        (steps, mostBytes) => {
          const store = sessionFiles(tempFolder());
          store.prepare();
          const log = join(tempFolder(), 'log.jsonl');
          const all: string[] = [];
          let half = '';
          const next = () => user(`u${all.length}`, `turn ${all.length} ${'é'.repeat(all.length % 7)}`);
          const write = (lines: readonly string[], rest = '') =>
            writeFileSync(log, lines.map((line) => `${line}\n`).join('') + rest);
          const capture = () =>
            captureSession(store, { ...NEW, transcript: log }, { mostBytes: Math.max(mostBytes, 400) });
          write([]);
          for (const one of steps) {
            if (one.do === 'append') {
              if (half !== '') all.push(half);
              half = '';
              for (let at = 0; at < one.count; at++) all.push(next());
              write(all);
            } else if (one.do === 'half') {
              half ||= next();
              write(all, half.slice(0, 20));
            } else if (one.do === 'rewrite')
              write([JSON.stringify({ type: 'mode' }), ...all], half.slice(0, 20));
            else if (one.do === 'shorten') write([], '');
            else capture();
            if (one.do === 'shorten') write(all, half.slice(0, 20));
          }
          for (let before = -1, now = 0; before !== now; ) {
            before = now;
            now = capture().offset;
          }
          expect(store.parts().flatMap(({ lines }) => lines)).toEqual(all);
        },
      ),
      { numRuns: runs(60) },
    );
  });

  it('leave out what is no part of the conversation, and what Rappel said', () => {
    const { say, stop, stored } = opened();
    say(
      JSON.stringify({
        type: 'attachment',
        attachment: { type: 'hook_additional_context', content: ['<rappel-memory>'] },
      }),
      assistant('a', { type: 'tool_use', id: 't1', name: 'mcp__rappel__search', input: { question: 'q' } }),
      JSON.stringify({
        type: 'user',
        uuid: 'b',
        message: { content: [{ type: 'tool_result', tool_use_id: 't1', content: 'RECALLED' }] },
        toolUseResult: 'RECALLED',
      }),
      JSON.stringify({ type: 'user', uuid: 'c', isCompactSummary: true, message: { content: 'SUMMARY' } }),
      'not json',
    );
    stop();
    expect(stored()).toHaveLength(2);
    expect(stored().join('\n')).not.toMatch(/RECALLED|SUMMARY|rappel-memory/);
  });

  it('keep a large output of a tool as a reference to the log', () => {
    const { say, stop, stored, log } = opened();
    const output = 'x'.repeat(50_000);
    say(
      user('a', 'go'),
      JSON.stringify({
        type: 'user',
        uuid: 'b',
        message: { content: [{ type: 'tool_result', tool_use_id: 't', content: output }] },
        toolUseResult: { stdout: output },
      }),
    );
    stop();
    const [, second = ''] = stored();
    expect(second.length).toBeLessThan(500);
    const offset = Number(/at byte (\d+)/.exec(second)![1]);
    expect(readFileSync(log, 'utf8').slice(offset, offset + 30)).toContain('"type":"user"');
  });

  it('are stored if one is longer than what is read at once', () => {
    const store = sessionFiles(tempFolder());
    store.prepare();
    const log = join(tempFolder(), 'log.jsonl');
    const lines = [user('a', 'x'.repeat(5_000)), user('b', 'y')];
    writeFileSync(log, `${lines.join('\n')}\n`);
    captureToEnd(store, { ...NEW, transcript: log }, { mostBytes: 500 });
    captureToEnd(store, { ...NEW, transcript: log }, { mostBytes: 500 });
    expect(store.parts().flatMap((part) => part.lines)).toEqual(lines);
  });

  it('are not stored again by a fork, which begins with a copy', () => {
    const first = opened();
    first.say(user('a', 'one'), assistant('b', text('two')));
    first.end();
    const log = join(first.folder, 'fork.jsonl');
    writeFileSync(log, `${[user('a', 'one'), assistant('b', text('two')), user('c', 'three')].join('\n')}\n`);
    first.end({ session: 'fork', transcript: log, source: 'fork' });
    expect(
      first
        .stored()
        .map((line) => JSON.parse(line).uuid)
        .sort(),
    ).toEqual(['a', 'b', 'c']);
  });

  it('are stored with the original where a fork is heard of first', () => {
    const original = opened();
    original.start();
    original.say(user('a', 'one'));
    original.stop();
    // The hook of this turn is killed, and so is that of the fork's start.
    original.say(user('b', 'two'));
    const log = join(original.folder, 'fork.jsonl');
    writeFileSync(log, `${[user('a', 'one'), user('b', 'two'), user('c', 'three')].join('\n')}\n`);
    original.end({ session: 'fork', transcript: log, source: '' });
    original.end();
    const said = original.store.parts().map(({ session, lines }) => [session.id, ...lines]);
    expect(said).toEqual([
      ['fork', user('c', 'three')],
      ['session-1', user('a', 'one')],
      ['session-1', user('b', 'two')],
    ]);
  });

  it('are picked up at the next start if the client was killed', () => {
    const made = opened();
    made.start();
    made.say(user('a', 'lost?'));
    const other = join(made.folder, 'other.jsonl');
    made.start({ session: 'other', transcript: other });
    expect(made.stored()).toEqual([user('a', 'lost?')]);
  });

  it('are passed over for good while capture is paused, and after the word in a prompt', () => {
    const made = opened();
    setCaptureMode(made.root, null, 'paused');
    made.say(user('a', 'not this'));
    made.stop();
    setCaptureMode(made.root, null, 'on');
    made.say(user('b', 'this'), user('c', 'and now #private please'), assistant('d', text('hidden')));
    made.stop();
    made.say(user('e', 'still hidden'));
    made.stop();
    expect(made.stored()).toEqual([user('b', 'this')]);
  });
});

describe('the note of a session', () => {
  it('grows with its turns, and holds each once, even if the queue was not emptied', async () => {
    const made = opened();
    made.say(user('a', '# Plan\n\nBuild it'), assistant('b', text('Half')));
    made.stop();
    const parts = made.store.parts();
    const [filed] = await made.file();
    made.say(
      assistant('c', text('done.')),
      user('d', 'Thanks, sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCD'),
    );
    // Killed after the note was written and before the queue was emptied.
    for (const { session, lines } of parts) made.store.addPart(session, lines);
    made.stop();
    await made.file();
    const note = made.get(filed!.path);
    expect(note.match(/^(?:#.*|Build.*|Half|done\.)$/gm)).toEqual([
      '# Plan Build it',
      expect.stringMatching(/^## User · 2025-07-14/),
      '### Plan',
      'Build it',
      expect.stringMatching(/^## Assistant/),
      'Half',
      'done.',
      expect.stringMatching(/^## User/),
    ]);
    expect(note).toContain('masked]');
    expect(note).toMatch(/\ncaptured: 2\n/);
    expect(made.store.isWaiting()).toBe(false);
    expect(await made.file()).toEqual([]);
  });

  it('keeps what a person wrote into it', async () => {
    const made = opened();
    made.say(user('a', 'one'));
    made.stop();
    const [filed] = await made.file();
    made.put(filed!.path, `${made.get(filed!.path)}\nMy remark.\n`);
    made.say(assistant('b', text('two')));
    made.stop();
    await made.file();
    expect(made.get(filed!.path)).toMatch(/My remark\.\n\n## Assistant.*\n\ntwo\n$/);
  });
});
