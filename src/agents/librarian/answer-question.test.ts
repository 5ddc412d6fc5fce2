import { describe, expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { answerByRule } from './answer-question.js';

describe('the name of a passage', () => {
  const overviewOf = async (path: string, text: string, question: string) =>
    (await answerByRule(tempVault({ [path]: text }).context, { question })).overview;

  it('has the date of the heading above the line that is quoted, whatever else the passage shows', async () => {
    const text =
      '# 2025-07-14\n\n## Ferry\nThe ferry to Houat leaves at seven.\n\n# 2025-07-11\n\n## Boats\nThe old ferry was sold.\n\n# 2025-07-09\n\n## Pier\nThe pier is closed.\n';
    const day = async (question: string) =>
      / (\d{4}-\d\d-\d\d) \(vault\/changelog\.md:(\d+)\)/
        .exec(await overviewOf('changelog.md', text, question))
        ?.slice(1);
    expect(await day('When does the ferry to Houat leave?')).toEqual(['2025-07-14', '4']);
    expect(await day('Was the old ferry sold?')).toEqual(['2025-07-11', '9']);
    expect(await day('Is the pier closed?')).toEqual(['2025-07-09', '14']);
  });

  it('is left out where its quote holds it', async () => {
    const text = '# Ferry\n\nThe Ferry to Houat leaves at seven.\n';
    expect(await overviewOf('notes/boats.md', text, 'When does the ferry to Houat leave?')).toContain(
      'leaves at seven.” (vault/notes/boats.md:3).',
    );
    const long = `## The ferry to Houat leaves at seven ${'and calls at Hoëdic '.repeat(3)}\n`;
    expect(await overviewOf('notes/boats.md', long, 'When does the ferry to Houat leave?')).toMatch(
      /Hoëdic” \(vault/,
    );
  });

  it('is the inbox for what is not filed yet', async () => {
    const text = 'The ferry to Houat leaves at seven.\n';
    const overview = await overviewOf(
      'inbox/2026-11-17-ferry/input.md',
      text,
      'When does the ferry to Houat leave?',
    );
    expect(overview).toContain('” — inbox (vault/inbox/');
  });

  it('has no date of its file in a list of tasks', async () => {
    const text =
      '---\nupdated: 2026-11-17T09:00:00\n---\n\n# Dentiste à 9h\nstatus: à-faire | prio: —\ndeadline: 2026-12-03\n';
    const overview = await overviewOf('tasks.md', text, 'quand est le dentiste ?');
    expect(overview).toContain('Pour le jeudi 3 décembre 2026 (Dentiste à 9h) (');
    expect(overview).not.toContain('2026-11-17');
    expect(await overviewOf('tasks.md', text, 'que faire chez le dentiste ?')).toContain(
      '« Dentiste à 9h » (',
    );
  });
});
