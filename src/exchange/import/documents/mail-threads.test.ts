import { describe, expect, it } from 'vitest';
import { type MessageHead, threadsOf } from './mail-threads.js';

function head(id: string, day: number, parts: Partial<MessageHead> = {}): MessageHead {
  return { id, references: [], subject: 'Toit', date: new Date(2024, 2, day), thread: '', ...parts };
}

const grouped = (heads: MessageHead[]) =>
  threadsOf(heads).map(({ id, messages }) => [id, messages.map((message) => message.id).join(' ')]);

describe('the conversations of a mailbox', () => {
  it('are those of messages that answer each other, oldest first', () => {
    const heads = [
      head('c', 3, { references: ['a', 'b'] }),
      head('x', 1, { subject: 'Autre' }),
      head('a', 1),
      head('b', 2, { references: ['a'] }),
    ];
    expect(grouped(heads)).toEqual([
      ['a', 'a b c'],
      ['x', 'x'],
    ]);
  });

  it('keep their id when the first message is missing, and when more arrive', () => {
    const [later, latest] = [head('b', 2, { references: ['a'] }), head('c', 3, { references: ['a', 'b'] })];
    expect(grouped([later])).toEqual([['a', 'b']]);
    expect(grouped([latest, later])).toEqual([['a', 'b c']]);
    expect(grouped([head('a', 1), later, latest])).toEqual([['a', 'a b c']]);
  });

  it('join an answer that names no message by its subject, in the languages of mail programs', () => {
    const heads = [
      head('a', 1),
      head('b', 2, { subject: 'RE : toit' }),
      head('c', 3, { subject: 'TR: Re: Toit' }),
    ];
    expect(grouped(heads)).toEqual([['a', 'a b c']]);
    expect(grouped([head('a', 1), head('b', 2)])).toHaveLength(2);
  });

  it('follow the numbers of Gmail, and hold a message once', () => {
    const heads = [
      head('a', 1, { thread: '7' }),
      head('b', 2, { thread: '7', subject: 'Autre' }),
      head('a', 1, { thread: '7' }),
    ];
    expect(grouped(heads)).toEqual([['thread:7', 'a b']]);
  });

  it('end where messages answer each other in a circle', () => {
    const heads = [head('a', 1, { references: ['b'] }), head('b', 2, { references: ['a'] })];
    expect(threadsOf(heads)).toHaveLength(1);
  });
});
