import { describe, expect, it } from 'vitest';
import { bold, dim, paint, rendered } from './paint.js';

describe('what goes to a stream', () => {
  const text = `${bold('name')} \u001b[31mred\u001b[39m`;

  it('is coloured by us and by nothing else where a person reads', () => {
    expect(rendered(text, { person: true, colour: true })).toBe(
      '\u001b[1mname\u001b[22m \\u001b[31mred\\u001b[39m',
    );
    expect(rendered(text, { person: true, colour: false })).toBe('name \\u001b[31mred\\u001b[39m');
  });

  it('is the text as it is where a program reads, without our styles', () => {
    expect(rendered(text, { person: false, colour: false })).toBe('name \u001b[31mred\u001b[39m');
  });

  it('ends a painted line of a file from Windows as any other', () => {
    const painted = rendered(paint('+new\r\n', { colour: true }), { person: true, colour: true });
    expect(painted).toBe(rendered(`${paint('+new', { colour: true })}\n`, { person: true, colour: true }));
    expect(dim('x')).not.toContain('\u001b');
  });
});
