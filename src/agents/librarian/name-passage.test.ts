import { describe, expect, it } from 'vitest';
import { quoteOf } from './name-passage.js';

describe('the quote of a passage', () => {
  it('is what is around the words of the question where its sentence is long', () => {
    const text = `${'lorem '.repeat(90)}the ferry leaves at seven ${'ipsum '.repeat(90)}`;
    const { quote } = quoteOf({ first: 1, text }, 'When does the ferry leave?');
    expect(quote).toMatch(/^… .*the ferry leaves.* …$/);
    expect(quote.length).toBeLessThanOrEqual(160);
  });

  it('is what holds since a change, not what held before', () => {
    const text =
      '## Engineering is now Sam\n- Product: Priya. Engineering: Tom. → - Product: Priya. Engineering: Sam.';
    expect(quoteOf({ first: 9, text }, 'Who does the engineering?')).toEqual({
      quote: 'Engineering: Sam.',
      line: 10,
    });
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
