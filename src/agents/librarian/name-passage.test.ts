import { describe, expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { answerByRule } from './answer-question.js';
import { quoteOf } from './name-passage.js';

describe('the quote of a passage', () => {
  it('is what is around the words of the question where its sentence is long', () => {
    const text = `${'lorem '.repeat(90)}the ferry leaves at seven ${'ipsum '.repeat(90)}`;
    const { quote } = quoteOf({ first: 1, text }, 'When does the ferry leave?');
    expect(quote).toMatch(/^… .*the ferry leaves.* …$/);
    expect(quote.length).toBeLessThanOrEqual(160);
  });

  it('is a short line as a whole where more of its sentences hold what is asked for', () => {
    const text = 'La facture sort en double. Corrigé avec un verrou sur la commande. Rien d’autre.';
    expect(quoteOf({ first: 1, text }, 'Comment a-t-on corrigé la facture ?').quote).toBe(text);
    expect(quoteOf({ first: 1, text }, 'Que fait la facture ?').quote).toBe('La facture sort en double.');
  });

  it('is what holds since a change, not what held before', () => {
    const text =
      '## Engineering is now Sam\n- Product: Priya. Engineering: Tom. → - Product: Priya. Engineering: Sam.';
    expect(quoteOf({ first: 9, text }, 'Who does the engineering?')).toEqual({
      quote: 'Engineering: Sam.',
      line: 10,
    });
  });

  it('is the decision, not its reason', () => {
    const text = '## [décision] On reste sur Postgres 15\nTrop risqué avant le lancement.';
    expect(quoteOf({ first: 9, text }, 'qu’a-t-on décidé pour Postgres ?')).toEqual({
      quote: '[décision] On reste sur Postgres 15',
      line: 9,
    });
    expect(quoteOf({ first: 9, text }, 'Quel risque avant le lancement ?').line).toBe(10);
  });

  it('is what a mail says, not who sent it', () => {
    const text = 'From: Priya Nair <priya@tidewater.example>\nThe harbours are ready for the launch.';
    expect(quoteOf({ first: 9, text }, 'When does Tidewater launch?').quote).toBe(
      'The harbours are ready for the launch.',
    );
  });

  it('is the task, not its line of fields', () => {
    const text = '# Dire à Marie que le devis est prêt\nstatus: à-faire | prio: — | ajoutée: 2026-11-15';
    expect(quoteOf({ first: 7, text }, 'que dire à Marie ?')).toEqual({
      quote: 'Dire à Marie que le devis est prêt',
      line: 7,
    });
    const explained = `${text}\nElle attend depuis mardi, Marie.`;
    expect(quoteOf({ first: 7, text: explained }, 'que dire à Marie ?')).toEqual({
      quote: 'Elle attend depuis mardi, Marie.',
      line: 9,
    });
  });
});

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
    expect(overview).toContain('« deadline: 2026-12-03 » — Dentiste à 9h (');
    expect(overview).not.toContain('2026-11-17');
    expect(await overviewOf('tasks.md', text, 'que faire chez le dentiste ?')).toContain(
      '« Dentiste à 9h » (',
    );
  });
});
