import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { opened } from '../../../test/support/captured.js';
import { shownIn } from './hook-events.js';

const FILES = { 'profile.md': 'Likes tea.\n' };

/** The log of Gemini CLI 0.61.0. */
const gemini = {
  user: (id: string, ...texts: string[]) =>
    JSON.stringify({ id, timestamp: soon(), type: 'user', content: texts.map((text) => ({ text })) }),
  model: (id: string, content: string, ...toolCalls: object[]) =>
    JSON.stringify({ id, timestamp: soon(), type: 'gemini', content, thoughts: [], toolCalls }),
  set: (values: object) => JSON.stringify({ $set: values }),
};
/** The log of Cursor 3. */
const cursor = {
  user: (text: string) =>
    said('user', {
      type: 'text',
      text: `<timestamp>Monday, Nov 16, 2026</timestamp>\n<user_query>\n${text}\n</user_query>`,
    }),
  assistant: (...content: object[]) => said('assistant', ...content),
  ended: JSON.stringify({ type: 'turn_ended', status: 'success' }),
};

function said(role: string, ...content: object[]): string {
  return JSON.stringify({ role, message: { content } });
}

/** After a session that starts now. */
function soon(): string {
  return new Date(Date.now() + 1_000).toISOString();
}

/** The records without the time of their capture. */
function storedBy(made: ReturnType<typeof opened>): string[] {
  return made.stored().map((line) => {
    const { timestamp, ...record } = JSON.parse(line);
    expect(Date.parse(timestamp)).toBeGreaterThan(0);
    return JSON.stringify(record);
  });
}

async function noteOf(made: ReturnType<typeof opened>): Promise<string> {
  await made.file();
  return readFileSync(join(made.root, 'bucket', readName(made)), 'utf8');
}

function readName(made: ReturnType<typeof opened>): string {
  return made.store.list()[0]!.file!.replace(/^bucket\//, '');
}

describe('a session of Gemini CLI', () => {
  it('is shown the memory with its first prompt, once, then what is new', () => {
    const made = opened(FILES, 'g', 'gemini');
    made.announce();
    expect(made.prompt({ source: '' })).toContain('Likes tea.');
    expect(made.prompt({ source: '' })).toBe('');
    made.put('profile.md', 'Likes tea.\nLikes rain.\n');
    expect(made.prompt({ source: '' })).toBe('');
    made.announce({ source: 'resume' });
    const again = made.prompt({ source: '' });
    expect(again).toContain('Likes rain.');
    expect(again).not.toContain('Likes tea.');
    made.announce({ session: 'cleared', source: 'clear' });
    expect(made.prompt({ session: 'cleared', source: '' })).toContain('Likes tea.');
    expect(made.prompt({ session: 'its start was killed', source: '' })).toContain('Likes tea.');
    expect(made.failures).toEqual([]);
  });

  it('is shown nothing where that can’t be noted', () => {
    const made = opened(FILES, 'g', 'gemini');
    made.put('.rappel/captured', 'a file in the way');
    expect(() => made.prompt()).toThrow();
  });

  it('knows from its log what it was shown', () => {
    const made = opened(FILES, 'g', 'gemini');
    made.say(
      gemini.user(
        '1',
        'hello',
        '<hook_context>&lt;rappel-memory&gt;\nLikes tea.\n&lt;/rappel-memory&gt;</hook_context>',
      ),
    );
    expect(shownIn(made.log)).toBe('<rappel-memory>\nLikes tea.\n</rappel-memory>');
  });

  it('is kept once, though its messages are logged again with each tool', async () => {
    const made = opened({}, 'g', 'gemini');
    made.announce();
    const call = {
      id: 'c1',
      name: 'run_shell_command',
      args: { command: 'ls' },
      status: 'success',
      result: [],
    };
    const own = { id: 'c2', name: 'mcp_rappel_search', args: { query: 'tea' }, result: ['Likes tea.'] };
    made.say(
      JSON.stringify({ sessionId: 'g', projectHash: 'x', kind: 'main' }),
      gemini.set({ messages: [{ id: '0', type: 'user', content: [{ text: '<session_context>…' }] }] }),
      gemini.user('1', 'what is here?', '<hook_context>&lt;rappel-memory&gt; #private</hook_context>'),
      gemini.model('2', 'I look.'),
      gemini.model('2', 'I look.', call),
    );
    made.stop();
    made.say(
      gemini.model('2', 'I look.', call, own),
      gemini.user('3', ''),
      JSON.stringify({ id: '9', timestamp: soon(), type: 'user', content: [{ functionResponse: {} }] }),
      gemini.model('4', 'Three files.'),
      gemini.set({ summary: 'Files here' }),
    );
    made.end();
    expect(made.stored().join('\n')).not.toContain('Likes tea.');
    const note = await noteOf(made);
    expect(note).toContain('# Files here');
    expect(note.slice(note.indexOf('## User')).replaceAll(/ · .*/g, '')).toBe(
      '## User\n\nwhat is here?\n\n## Assistant\n\nI look.\n\n- `run_shell_command ls`\n\n- `mcp_rappel_search tea`\n\nThree files.\n',
    );
  });

  it('is not kept again when the client logs its shortened history', () => {
    const made = opened({}, 'g', 'gemini');
    made.announce();
    const turns = (start: number) => [gemini.user(`${start}`, 'yes'), gemini.model(`${start + 1}`, 'Done.')];
    made.say(...turns(1), ...turns(3));
    made.say(gemini.user('5', '<session_context>\nToday'), ...turns(6), ...turns(8));
    made.say(gemini.set({ messages: [] }), ...turns(10));
    made.end();
    expect(made.stored()).toHaveLength(6);
  });
});

describe('a session of Cursor', () => {
  const turns = [
    cursor.user('yes'),
    cursor.assistant(
      { type: 'text', text: 'I look.\n[REDACTED]' },
      { type: 'tool_use', name: 'Shell', input: { command: 'ls' } },
    ),
    cursor.ended,
    cursor.user('yes'),
    cursor.assistant({ type: 'text', text: 'Done.' }),
  ];

  it('keeps what is said twice in the same words, also if the log is written anew', async () => {
    const made = opened({}, 'c', 'cursor');
    made.start();
    made.say(...turns.slice(0, 4));
    made.stop();
    made.say(...turns.slice(4));
    made.stop();
    writeFileSync(made.log, [cursor.ended, ...turns, ''].join('\n'));
    made.end();
    expect(storedBy(made)).toEqual(turns.filter((line) => line !== cursor.ended));
    const note = await noteOf(made);
    expect(note).toMatch(/^ended: /m);
    expect(note.slice(note.indexOf('## User')).replaceAll(/ · .*/g, '')).toBe(
      '## User\n\nyes\n\n## Assistant\n\nI look.\n\n- `Shell ls`\n\n## User\n\nyes\n\n## Assistant\n\nDone.\n',
    );
  });

  it('is kept from its first prompt on that a hook hears of', () => {
    const made = opened({}, 'c', 'cursor');
    made.say(...turns.slice(0, 3));
    made.meet();
    made.say(...turns.slice(3));
    made.meet();
    made.end();
    expect(storedBy(made)).toEqual(turns.slice(3));
  });
});

describe('what was passed over', () => {
  it('does not come back with a log that is written anew', () => {
    const made = opened({}, 'c', 'cursor');
    made.start();
    made.say(cursor.user('between us'));
    made.off('turn');
    writeFileSync(made.log, `${cursor.ended}\n${cursor.user('between us')}\n`);
    made.start({ source: 'resume' });
    made.say(cursor.user('aloud'));
    made.end();
    expect(storedBy(made)).toEqual([cursor.user('aloud')]);
  });
});
