import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitFrontmatter } from '../../vault/frontmatter.js';
import { shownLines } from '../../vault/lines.js';
import { countTokens } from '../../vault/tokens.js';
import { CHUNKS } from '../ranking/parameters.js';
import { chunkFile } from './chunk-file.js';

const FRONTMATTER = '---\ncreated: 2025-07-01T09:00:00\nupdated: 2025-07-14T18:30:00\ntokens: 10\n---\n';
const PATHS = [
  'tasks.md',
  'changelog.md',
  'projects/x/state.md',
  'projects/x/bucket/note.md',
  'bucket/a.txt',
  'notes.md',
];

const ranges = (path: string, text: string) =>
  chunkFile(path, text).chunks.map(({ first, last }) => `${first}-${last}`);
const words = (count: number) => 'mot '.repeat(count).trim();

const line = fc.oneof(
  { weight: 4, arbitrary: fc.lorem({ maxCount: 12 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      '# Un',
      '## Deux',
      '### Trois',
      '# 2025-07-14',
      '```',
      '~~~',
      '---',
      '- a',
    ),
  },
  { weight: 1, arbitrary: fc.string() },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 1200 }).map(words) },
);
const text = fc
  .tuple(
    fc.constantFrom('', FRONTMATTER, `${FRONTMATTER}\n`),
    fc.array(line, { maxLength: 60 }),
    fc.constantFrom('\n', '\r\n'),
  )
  .map(([head, lines, end]) => head + lines.join(end));

describe('chunks', () => {
  it('tile the lines below the frontmatter, and in a bucket all lines: none lost, none twice', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PATHS), text, (path, content) => {
        const { chunks } = chunkFile(path, content);
        const all = shownLines(content);
        const below = shownLines(splitFrontmatter(content).head).length + 1;
        let next = path.includes('bucket') ? 1 : below;
        if (next > all.length) {
          expect(chunks).toEqual([]);
          return;
        }
        for (const { first, last, lines } of chunks) {
          expect(first).toBe(next);
          expect(lines).toEqual(all.slice(first - 1, last));
          expect(lines.length).toBeGreaterThan(0);
          next = last + 1;
        }
        expect(next).toBe(all.length + 1);
      }),
    );
  });

  it('are never longer than 900 tokens unless they are tasks or one line', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('changelog.md', 'notes.md', 'projects/x/state.md'),
        text,
        (path, content) => {
          for (const { lines } of chunkFile(path, content).chunks) {
            if (countTokens(lines.join('\n')) > CHUNKS.maxTokens) expect(lines.length).toBe(1);
          }
        },
      ),
    );
  });
});

describe('a list of tasks', () => {
  it('is one chunk per task, however short or long', () => {
    const tasks = Array.from({ length: 40 }, (_, i) => `# Task ${i}\nstatus: open\n`).join('\n');
    expect(chunkFile('tasks.md', `${FRONTMATTER}\n${tasks}`).chunks).toHaveLength(40);
    const long = `# One\n${`${words(100)}\n\n`.repeat(20)}# Two\n`;
    expect(chunkFile('projects/x/tasks.md', long).chunks).toHaveLength(2);
  });

  it('joins the text before its first task to that task', () => {
    expect(ranges('tasks.md', 'intro\n\n# One\na\n# Two\nb\n')).toEqual(['1-4', '5-6']);
  });

  it('does not take a heading in a code fence for a task', () => {
    expect(ranges('tasks.md', '# One\n```\n# not a task\n```\n# Two\n')).toEqual(['1-4', '5-5']);
  });
});

describe('a changelog', () => {
  it('is one chunk per day, dated by its heading, and two equal days are fine', () => {
    const { chunks } = chunkFile(
      'changelog.md',
      `${FRONTMATTER}# 2025-07-14\n\n## B\nb\n\n# 2025-07-14\n\n## A\na\n`,
    );
    expect(chunks.map(({ first, last, date }) => [first, last, date])).toEqual([
      [6, 10, '2025-07-14'],
      [11, 14, '2025-07-14'],
    ]);
  });

  it('is dated by the file where a heading names no day', () => {
    expect(chunkFile('changelog.md', `${FRONTMATTER}# Some day\ntext`).chunks[0]!.date).toBe(
      '2025-07-14T18:30:00',
    );
  });

  it('cuts a long day between entries, never inside one that fits', () => {
    const entry = (name: string) => `## ${name}\n${words(500)}\n\n### Detail\n${words(200)}\n`;
    const text = `# 2025-07-14\n\n${entry('A')}\n${entry('B')}\n${entry('C')}`;
    const { chunks } = chunkFile('changelog.md', text);
    expect(chunks.map(({ headings }) => headings)).toEqual([
      ['2025-07-14'],
      ['2025-07-14', 'B'],
      ['2025-07-14', 'C'],
    ]);
    expect(chunks[1]!.lines[0]).toBe('## B');
  });

  it('cuts an entry by itself only where it alone is too long', () => {
    const huge = `## Huge\n${`${words(300)}\n\n`.repeat(8)}`;
    const { chunks } = chunkFile('changelog.md', `# 2025-07-14\n\n## Small\na\n\n${huge}## After\nb\n`);
    expect(chunks.length).toBeGreaterThan(3);
    expect(chunks[0]!.lines).toContain('## Small');
    expect(chunks.filter(({ lines }) => lines.includes('## After'))).toHaveLength(1);
  });
});

describe('other files', () => {
  it('are one chunk up to 900 tokens, the frontmatter of a bucket item not counted but kept', () => {
    const body = 'x'.repeat(4 * CHUNKS.maxTokens);
    expect(ranges('bucket/note.md', `${FRONTMATTER}${body}\n`)).toEqual(['1-6']);
    expect(ranges('projects/x/state.md', `${FRONTMATTER}\n${words(10)}\n`)).toEqual(['6-7']);
  });

  it('are one chunk where they are one endless line', () => {
    expect(ranges('notes.md', words(5_000))).toEqual(['1-1']);
  });

  it('are cut at the best heading that leaves room, not in the middle of a section', () => {
    const section = (title: string) => `## ${title}\n${`${words(40)}\n\n`.repeat(10)}`;
    const { chunks } = chunkFile('notes.md', `# Title\n\n${['A', 'B', 'C', 'D'].map(section).join('')}`);
    for (const { lines } of chunks.slice(1)) expect(lines[0]).toMatch(/^## [B-D]$/);
  });

  it('keep a code fence whole where there is another place to cut', () => {
    const fence = `\`\`\`\n${'code line\n'.repeat(200)}\`\`\``;
    const { chunks } = chunkFile('notes.md', `${`${words(100)}\n\n`.repeat(8)}${fence}\n\nafter\n`);
    const whole = chunks.filter(({ lines }) => lines.filter((line) => line === '```').length === 2);
    expect(whole).toHaveLength(1);
  });

  it('have no date where the text names none', () => {
    expect(chunkFile('a.txt', 'text').chunks[0]!.date).toBeNull();
  });

  it('know the headings that enclose them', () => {
    expect(chunkFile('notes.md', 'intro\n# T\n## S\ntext\n').chunks[0]!.headings).toEqual(['T']);
    expect(chunkFile('notes.md', '# A\na\n# B\nb\n').chunks[0]!.headings).toEqual([]);
    expect(chunkFile('notes.md', 'no headings\n').chunks[0]!.headings).toEqual([]);
  });
});

describe('the size of a chunk', () => {
  it('is 900 tokens at most where the file can be cut', () => {
    const tokens = (count: number) => `${'x'.repeat(39)}\n`.repeat(count / 10);
    expect(chunkFile('bucket/a.md', tokens(890)).chunks).toHaveLength(1);
    expect(chunkFile('bucket/a.md', tokens(910)).chunks).toHaveLength(2);
  });
});
