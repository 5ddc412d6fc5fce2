import { describe, expect, it } from 'vitest';
import { subjectOf } from '../../agents/answer.js';
import { closed, type Step, trimmedEvent, withEvent } from './steps.js';

describe('The steps of a run', () => {
  it('join words that come in pieces, and time each call by its result', () => {
    let steps: readonly Step[] = [];
    steps = withEvent(steps, { type: 'thinking', text: 'Let me ' }, 1);
    steps = withEvent(steps, { type: 'thinking', text: 'look.' }, 2);
    steps = withEvent(steps, { type: 'tool-call', id: 'a', tool: 'read', input: { paths: ['x', 'y'] } }, 3);
    steps = withEvent(steps, { type: 'tool-call', id: 'b', tool: 'search', input: { queries: ['q'] } }, 4);
    steps = withEvent(steps, { type: 'tool-result', id: 'a', tool: 'read', ok: false, text: '' }, 9);
    steps = withEvent(steps, { type: 'done' }, 12);
    expect(
      steps.map(({ kind, text, ok, startedAt, endedAt }) => [kind, text, ok, startedAt, endedAt]),
    ).toEqual([
      ['thinking', 'Let me look.', null, 1, 3],
      ['tool', 'x, y', false, 3, 9],
      ['tool', 'q', null, 4, 12],
    ]);
  });

  it('say what a tool was used on', () => {
    expect(subjectOf({ from: 'a', to: 'b' })).toBe('a → b');
    expect(subjectOf({ files: [{ path: 'a', lines: null }] })).toBe('a');
    expect(subjectOf({ files: [null, 'x'] })).toBe('');
    expect(subjectOf({ path: 'x' })).toBe('x');
    expect(subjectOf({ to: 'x', lines: '1-2' })).toBe('x');
    expect(subjectOf(null)).toBe('');
  });

  it('stay small, however much a model says or does', () => {
    let steps: readonly Step[] = [];
    for (let i = 0; i < 50; i++) steps = withEvent(steps, { type: 'text', text: 'x'.repeat(1_000) }, i);
    expect(steps).toHaveLength(1);
    expect(steps[0]!.text).toHaveLength(2_000);
    for (let i = 0; i < 600; i++)
      steps = withEvent(steps, { type: 'tool-call', id: String(i), tool: 'read', input: {} }, i);
    expect(steps).toHaveLength(500);
    expect(closed(steps, 9).every(({ endedAt }) => endedAt !== null)).toBe(true);
  });

  it('are sent without long contents, and say what was cut', () => {
    const long = 'x'.repeat(1_000_000);
    const call = { type: 'tool-call' as const, id: 'a', tool: 'write' };
    const input = { path: 'a.md', content: long, files: Array(1_000).fill({ path: long }), depth: [[long]] };
    expect(JSON.stringify(trimmedEvent({ ...call, input })).length).toBeLessThan(6_000);
    expect(trimmedEvent({ ...call, input: { path: 'a.md', content: long } })).toEqual({
      ...call,
      input: { path: 'a.md', content: `${'x'.repeat(200)}… (999800 more characters)` },
    });
    const result = { type: 'tool-result' as const, id: 'a', tool: 'read', ok: true };
    expect(trimmedEvent({ ...result, text: long })).toEqual({
      ...result,
      text: `${'x'.repeat(200)}… (999800 more characters)`,
    });
    expect(JSON.stringify(trimmedEvent({ type: 'thinking', text: long })).length).toBeLessThan(2_200);
  });
});
