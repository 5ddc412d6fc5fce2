import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assistant, opened, text, user } from '../../../test/support/captured.js';
import { setCaptureMode } from './capture-setting.js';
import { newSince } from './hook-events.js';
import { pickUpAll } from './pick-up.js';

describe('the start of a session', () => {
  const FILES = { 'profile.md': 'Likes tea.\n', 'overview.md': 'Two boats.\n' };

  it('shows the memory once, then what is new, and all of it after a compaction', () => {
    const made = opened(FILES);
    const first = made.start();
    expect(first).toContain('Likes tea.');
    expect(made.start()).toBe('');
    expect(made.start({ source: 'resume' })).toBe('');
    made.put('profile.md', 'Likes tea.\nLikes rain.\n');
    const second = made.start({ source: 'resume' });
    expect(second).toContain('Likes rain.');
    expect(second).not.toContain('Likes tea.');
    expect(made.start({ source: 'resume' })).toBe('');
    expect(made.start({ session: 'fork', source: 'fork' })).toBe('');
    expect(made.start({ source: 'compact' })).toContain('Likes tea.');
    expect(made.start({ session: 'cleared', source: 'clear' })).toContain('Likes tea.');
    expect(made.failures).toEqual([]);
  });

  it('shows nothing of an empty memory, and nothing where capture is off', () => {
    expect(opened().start()).toBe('');
    const made = opened(FILES);
    setCaptureMode(made.root, null, 'off');
    expect(made.start()).toBe('');
    made.say(user('a', 'x'));
    made.end();
    expect(made.stored()).toEqual([]);
  });

  it('shows the memory even if nothing can be written', () => {
    const made = opened(FILES);
    made.put('.rappel/captured', 'a file in the way');
    expect(made.start()).toContain('Likes tea.');
    expect(made.start({ source: 'resume' })).toBe('');
    expect(made.failures).toHaveLength(2);
  });
});

describe('what is shown', () => {
  const FILES = { 'profile.md': 'Likes tea.\n' };

  it('never exceeds its budget, is the same for the same memory, and holds only new lines on resume', () => {
    const line = fc.oneof(
      fc.string({ maxLength: 120 }),
      fc.constantFrom('</rappel-memory>', '# A', '## B', '- x', '…', '😀'.repeat(40), 'New in the memory'),
    );
    const note = fc.array(line, { maxLength: 20 }).map((lines) => lines.join('\n'));
    const memory = fc.record({
      'profile.md': note,
      'overview.md': note,
      'tasks.md': note,
      'changelog.md': note,
    });
    const [first, second] = [opened(), opened()];
    let conversations = 0;
    fc.assert(
      fc.property(
        fc.array(memory, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 100, max: 400 }),
        (memories, tokens) => {
          const session = `s${conversations++}`;
          const known = new Set<string>();
          for (const [at, files] of memories.entries()) {
            for (const made of [first, second])
              for (const [path, content] of Object.entries(files)) made.put(path, content);
            const source = at === 0 ? 'startup' : 'resume';
            const [one, other] = [first, second].map((made) => made.start({ session, source }, tokens));
            expect(one).toBe(other);
            expect(one!.length).toBeLessThanOrEqual(4 * tokens);
            const said = one!
              .split('\n')
              .filter((shown) => !/^$|^# |^<|^From |^New in the memory since/.test(shown));
            if (at > 0) for (const shown of said) expect(known).not.toContain(shown);
            for (const shown of said) known.add(shown);
            expect(first.start({ session, source: 'resume' }, tokens)).toBe('');
          }
        },
      ),
      { numRuns: 12 },
    );
  });

  it('is known from the log of the client where no state is left', () => {
    const made = opened(FILES);
    const shown = made.start();
    made.say(
      JSON.stringify({
        type: 'attachment',
        attachment: { type: 'hook_additional_context', content: [shown] },
      }),
    );
    rmSync(join(made.root, '.rappel', 'captured'), { recursive: true });
    expect(made.start({ source: 'resume' })).toBe('');
    made.put('profile.md', 'Likes tea.\nLikes rain.\n');
    expect(made.start({ source: 'resume' })).toMatch(/Likes rain/);
  });

  it('is what the original of a fork was not shown, where the log names it', () => {
    const made = opened(FILES);
    made.start({ session: 'original' });
    made.put('profile.md', 'Likes tea.\nLikes rain.\n');
    made.start({ session: 'other' });
    const fork = join(made.folder, 'fork.jsonl');
    const meta = { type: 'session_meta', payload: { id: 'fork', forked_from_id: 'original' } };
    writeFileSync(fork, `${JSON.stringify(meta)}\n`);
    const shown = made.start({ session: 'fork', transcript: fork, source: 'fork' });
    expect(shown).toContain('Likes rain.');
    expect(shown).not.toContain('Likes tea.');
  });

  it('is all of it again after the context was cleared', () => {
    const made = opened(FILES);
    const shown = made.start();
    expect(made.start({ source: 'clear' })).toBe(shown);
    expect(newSince(shown, shown)).toBe('');
  });
});

describe('a client that was killed', () => {
  it('is looked at again at each start, also before it has a log, however many there are', async () => {
    const made = opened();
    const logs = Array.from({ length: 40 }, (_, at) => join(made.folder, `log-${at}.jsonl`));
    for (const [at, transcript] of logs.entries()) made.start({ session: `killed ${at}`, transcript });
    for (const [at, log] of logs.entries()) writeFileSync(log, `${user(`u${at}`, `turn ${at}`)}\n`);
    made.start({ session: 'next' });
    await pickUpAll(made.root);
    expect(
      made
        .stored()
        .map((line) => JSON.parse(line).uuid)
        .sort(),
    ).toEqual(logs.map((_, at) => `u${at}`).sort());
  });

  it('has ended when its log is a day old', async () => {
    const made = opened();
    made.say(user('a', 'one'));
    made.stop();
    await pickUpAll(made.root);
    expect(made.store.openIds()).toEqual(['session-1']);
    utimesSync(made.log, 0, 0);
    await pickUpAll(made.root);
    expect(made.store.openIds()).toEqual([]);
  });

  it('in the middle of a call leaves no answer of Rappel behind', () => {
    const made = opened();
    made.say(assistant('a', { type: 'tool_use', id: 't1', name: 'mcp__rappel__search', input: {} }));
    made.start({ session: 'other', transcript: null });
    const content = [{ type: 'tool_result', tool_use_id: 't1', content: 'RECALLED' }];
    made.say(JSON.stringify({ type: 'user', uuid: 'b', message: { content }, toolUseResult: 'RECALLED' }));
    made.stop();
    expect(made.stored()).toHaveLength(2);
    expect(made.stored().join()).not.toContain('RECALLED');
  });
});

describe('a session that leaves no trace', () => {
  /** Every file below the vault with its content. */
  function everything(root: string): Record<string, string> {
    const names = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    return Object.fromEntries(
      names.map(({ parentPath, name }) => {
        const path = join(parentPath, name);
        return [path, readFileSync(path, 'utf8')];
      }),
    );
  }

  it('runs with RAPPEL_OFF: nothing is written at any event', () => {
    const made = opened({ 'profile.md': 'Likes tea.\n' });
    const before = everything(made.root);
    made.off('start');
    made.say(user('a', 'hidden'));
    made.off('turn');
    made.off('end');
    expect(everything(made.root)).toEqual(before);
    made.start({ session: 'another', transcript: null });
    expect(made.stored()).toEqual([]);
  });

  it('goes on with RAPPEL_OFF: what is said meanwhile is never stored, also if it is killed', () => {
    const made = opened();
    made.start();
    made.say(user('a', 'shown'));
    made.off('start', { source: 'resume' });
    made.say(user('b', 'hidden'));
    made.off('turn');
    made.say(user('c', 'hidden too'));
    made.start({ session: 'another', transcript: null });
    made.start({ source: 'resume' });
    made.say(user('d', 'shown again'));
    made.end();
    expect(made.stored()).toEqual([user('a', 'shown'), user('d', 'shown again')]);
  });

  it('is not told of when it goes on without RAPPEL_OFF, nor by a fork', () => {
    const made = opened();
    made.say(user('a', 'hidden'), JSON.stringify({ type: 'ai-title', aiTitle: 'hidden' }));
    const later = (uuid: string, said: string) =>
      user(uuid, said).replace(/"timestamp":"[^"]*"/, '"timestamp":"9999-01-01T00:00:00.000Z"');
    const fork = join(made.folder, 'fork.jsonl');
    writeFileSync(fork, readFileSync(made.log));
    made.start({ source: 'resume' });
    made.start({ session: 'fork', transcript: fork, source: 'fork' });
    made.say(later('b', 'shown'));
    made.end();
    made.end({ session: 'fork', transcript: fork });
    expect(made.stored()).toEqual([later('b', 'shown')]);
  });

  it('asks for it in a prompt: nothing from there on, nor in a fork', () => {
    const made = opened();
    made.start();
    made.say(user('a', 'before'), user('b', 'secret plan #privé'), assistant('c', text('hidden')));
    made.stop();
    made.say(user('d', 'hidden'));
    for (const close of [made.stop, made.end]) close();
    const fork = join(made.folder, 'fork.jsonl');
    writeFileSync(fork, readFileSync(made.log));
    made.start({ session: 'fork', transcript: fork, source: 'fork' });
    made.end({ session: 'fork', transcript: fork });
    expect(made.stored()).toEqual([user('a', 'before')]);
    const state = Object.values(everything(join(made.root, '.rappel'))).join('\n');
    expect(state).not.toMatch(/secret|hidden/);
  });
});
