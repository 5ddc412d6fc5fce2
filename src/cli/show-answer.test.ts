import { describe, expect, it } from 'vitest';
import { NO_USAGE } from '../agents/answer.js';
import type { Quotation } from '../vault/citation.js';
import { sayEnglish } from '../words/say.js';
import type { Terminal } from './command.js';
import { rendered } from './paint.js';
import { placeOf } from './place-of.js';
import { type AnswerView, showAnswer } from './show-answer.js';

/** A quotation: of each part the number of its first line, then its lines. */
function quoted(path: string, ...parts: [number, ...string[]][]): Quotation {
  return {
    path,
    lines: null,
    ref: '',
    parts: parts.map(([firstLine, ...lines]) => ({ firstLine, text: lines.join('\n') })),
  };
}

const STATE = ['---', 'updated: 2025-07-14', '---', '', '# Status', '', 'The launch was moved to July.', ''];

const ANSWER = {
  text: '',
  overview: 'Two passages.',
  verdict: 'answers' as const,
  confidence: 0.8,
  files: [
    quoted('vault/projects/x/state.md', [1, ...STATE]),
    quoted('vault/bucket/a.md', [3, 'one', 'two', 'three', 'four', 'five', 'six', 'launching']),
  ],
  stages: [],
  usage: NO_USAGE,
};

function shown(
  size: { rows: number; columns?: number; colour?: boolean },
  view: Partial<AnswerView> = {},
  answer = ANSWER,
) {
  const terminal = { say: sayEnglish, columns: 80, colour: false, ...size } as Terminal;
  const whole = {
    question: 'when is the launch?',
    full: false,
    place: (path: string) => path.slice(6),
    ...view,
  };
  return rendered(showAnswer(answer, whole, terminal), { person: true, colour: size.colour ?? false });
}

describe('an answer on a terminal', () => {
  it('is the overview, then passages without numbers and frontmatter, each with a place to open', () => {
    expect(shown({ rows: 40 })).toBe(
      [
        'Two passages.',
        '',
        'projects/x/state.md:5',
        '  # Status',
        '',
        '  The launch was moved to July.',
        '',
        'bucket/a.md:3',
        ...['one', 'two', 'three', 'four', 'five', 'six', 'launching'].map((word) => `  ${word}`),
      ].join('\n'),
    );
  });

  it('fits the screen, and says what it left out', () => {
    const text = shown({ rows: 17 });
    expect(text.split('\n').length).toBeLessThanOrEqual(17);
    expect(text).toContain('bucket/a.md:6\n  … 3 more lines\n  four\n  five\n  six\n  launching');
    expect(shown({ rows: 10 })).toMatch(/July\.\n\n1 more passage: --full$/);
    expect(shown({ rows: 3 })).toContain(
      'projects/x/state.md:7\n  # Status\n  The launch was moved to July.',
    );
    expect(shown({ rows: 3 }, { full: true })).toContain('  launching');
    expect(shown({ rows: 40 }, { limit: 1 })).toMatch(/1 more passage: --full$/);
  });

  it('cuts a line that is longer than half of the screen around the words of the question', () => {
    const line = `${'x '.repeat(900)}the launch is in July ${'y '.repeat(900)}`;
    const answer = { ...ANSWER, files: [quoted('vault/projects/x/state.md', [7, line])] };
    const short = shown({ rows: 20 }, {}, answer);
    expect(short).toContain('the launch is in July');
    expect(short).toMatch(/\[\d+ characters\] … /);
    expect(short.length).toBeLessThan(1_000);
    expect(shown({ rows: 20 }, { full: true }, answer)).toContain(line.trim());
  });

  it('marks the words of the question, in any form', () => {
    const text = shown({ rows: 40, colour: true });
    expect(text).toContain('The \u001b[1mlaunch\u001b[22m was');
    expect(text).toContain('\u001b[1mlaunching\u001b[22m');
    expect(text).not.toContain('\u001b[1mThe');
  });

  it('shows where lines are left out between two ranges', () => {
    const answer = { ...ANSWER, files: [quoted('vault/a.md', [1, '# Day'], [9, 'text'])] };
    const terminal = { rows: 40, columns: 80, colour: false } as Terminal;
    const view = { question: 'day', full: false, place: (path: string) => path };
    expect(rendered(showAnswer(answer, view, terminal), { person: true, colour: false })).toContain(
      'vault/a.md:1\n  # Day\n  …\n  text',
    );
  });

  it('names files from the current folder, or from the root', () => {
    expect(placeOf('vault/a/b.md', '/a/notes', '/a/notes')).toBe('a/b.md');
    expect(placeOf('vault/a/b.md', '/a/notes', '/a')).toBe('notes/a/b.md');
    expect(placeOf('vault/a/b.md', '/a/notes', '/srv')).toBe('/a/notes/a/b.md');
  });
});
