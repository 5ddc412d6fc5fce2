import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../search/query/parse-query.js';
import { chooseQuote, factOf, type QuestionReading } from './quote.js';

/** Without a model that reads, and with all words alike. */
function readingOf(question: string): QuestionReading {
  const terms = parseQuery(question).terms.filter(({ isStopWord }) => !isStopWord);
  return {
    read: null,
    weighed: terms.map(({ label }) => ({ label, weight: 1 / terms.length, isStopWord: false })),
  };
}

/** From one unit, by its words alone. */
function quoteOf(first: number, text: string, question: string) {
  const { quote, line } = chooseQuote(
    question,
    [{ first, text, aboveText: '', score: 0 }],
    readingOf(question),
  )!;
  return { quote, line };
}

describe('what an answer quotes', () => {
  it('is what is around the words of the question where its sentence is long', () => {
    const text = `${'lorem '.repeat(90)}the ferry leaves at seven ${'ipsum '.repeat(90)}`;
    const { quote } = quoteOf(1, text, 'When does the ferry leave?');
    expect(quote).toMatch(/^… .*the ferry leaves.* …$/);
    expect(quote.length).toBeLessThanOrEqual(160);
  });

  it('is a short line as a whole where more of its sentences hold what is asked for', () => {
    const text = 'La facture sort en double. Corrigé avec un verrou sur la commande. Rien d’autre.';
    expect(quoteOf(1, text, 'Comment a-t-on corrigé la facture ?').quote).toBe(text);
    expect(quoteOf(1, text, 'Que fait la facture ?').quote).toBe('La facture sort en double.');
  });

  it('is what holds since a change, not what held before', () => {
    const text =
      '## Engineering is now Sam\n- Product: Priya. Engineering: Tom. → - Product: Priya. Engineering: Sam.';
    expect(quoteOf(9, text, 'Who does the engineering?')).toEqual({
      quote: 'Engineering: Sam.',
      line: 10,
    });
  });

  it('is the decision, not its reason', () => {
    const text = '## [décision] On reste sur Postgres 15\nTrop risqué avant le lancement.';
    expect(quoteOf(9, text, 'qu’a-t-on décidé pour Postgres ?')).toEqual({
      quote: '[décision] On reste sur Postgres 15',
      line: 9,
    });
    expect(quoteOf(9, text, 'Quel risque avant le lancement ?').line).toBe(10);
  });

  it('is what a mail says, not who sent it', () => {
    const text = 'From: Priya Nair <priya@tidewater.example>\nThe harbours are ready for the launch.';
    expect(quoteOf(9, text, 'When does Tidewater launch?').quote).toBe(
      'The harbours are ready for the launch.',
    );
  });

  it('is the task, not its line of fields', () => {
    const text = '# Dire à Marie que le devis est prêt\nstatus: à-faire | prio: — | ajoutée: 2026-11-15';
    expect(quoteOf(7, text, 'que dire à Marie ?')).toEqual({
      quote: 'Dire à Marie que le devis est prêt',
      line: 7,
    });
    const explained = `${text}\nElle attend depuis mardi, Marie.`;
    expect(quoteOf(7, explained, 'que dire à Marie ?')).toEqual({
      quote: 'Elle attend depuis mardi, Marie.',
      line: 9,
    });
  });
});

describe('among several units', () => {
  const likely = {
    first: 1,
    aboveText: '',
    text: 'The ferry to Houat leaves the pier at Quiberon.',
    score: 3,
  };
  const choose = (question: string, ...units: { first: number; text: string; score: number }[]) =>
    chooseQuote(
      question,
      [likely, ...units.map((unit) => ({ aboveText: '', ...unit }))],
      readingOf(question),
    )!.line;

  it('what holds more of the question is quoted, unless its unit is much less likely', () => {
    const said = { first: 5, text: 'The ferry to Houat leaves at seven in winter.' };
    const question = 'When does the ferry to Houat leave in winter?';
    expect(choose(question, { ...said, score: 2.1 })).toBe(5);
    expect(choose(question, { ...said, score: 1.9 })).toBe(1);
  });

  it('a time is quoted where one is asked for, unless its unit is less likely', () => {
    const timed = { first: 5, text: 'The ferry to Houat leaves at 7h.' };
    expect(choose('When does the ferry to Houat leave?', { ...timed, score: 2.8 })).toBe(5);
    expect(choose('When does the ferry to Houat leave?', { ...timed, score: 2.7 })).toBe(1);
  });

  it('a question is quoted only where nothing answers', () => {
    const asks = { first: 5, text: 'When does the ferry to Houat leave?' };
    expect(choose('When does the ferry to Houat leave?', { ...asks, score: 4.1 })).toBe(1);
    expect(choose('When does the ferry to Houat leave?', { ...asks, score: 5 })).toBe(5);
  });

  it('a heading, a field and what leads to a list are quoted only where there is nothing else', () => {
    for (const text of [
      '# Ferry to Houat',
      'source_id: ferry-to-houat',
      'The ferry to Houat:',
      '[[Ferry to Houat]]',
    ])
      expect(choose('ferry to Houat', { first: 5, text, score: 9 })).toBe(1);
    const alone = [{ first: 5, aboveText: '', text: '# Ferry to Houat', score: 1 }];
    expect(chooseQuote('ferry to Houat', alone, readingOf('ferry to Houat'))!.quote).toBe('Ferry to Houat');
  });
});

it('a quote has no marks of Markdown', () => {
  expect(
    quoteOf(1, '> [!tip] See [[Plans|the **plans**]] and [prices](https://a.example/b).', 'prices').quote,
  ).toBe('See the plans and prices.');
  expect(quoteOf(1, '- [ ] Ask __Marie__', 'Marie').quote).toBe('Ask Marie');
});

describe('a deadline that is quoted', () => {
  it('is said in words, with what is due', () => {
    expect(factOf('deadline: 2026-11-24', 'Call the plumber', 'en')).toBe(
      'Due Tuesday 24 November 2026 (Call the plumber)',
    );
    expect(factOf('deadline: 2026-11-24 14:30', 'Appeler le plombier', 'fr')).toBe(
      'Pour le mardi 24 novembre 2026 à 14:30 (Appeler le plombier)',
    );
  });

  it('is quoted as it is written where it is no day', () => {
    expect(factOf('deadline: soon', 'Call the plumber', 'en')).toBeNull();
    expect(factOf('The deadline: 2026-11-24', 'Call the plumber', 'en')).toBeNull();
  });
});
