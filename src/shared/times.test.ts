import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { TimeContext } from './times/point.js';
import { daysMeant, readTimes, type Time } from './times.js';

/** A Thursday. */
const TODAY = '2026-11-19';

describe.each(['times.table.txt', 'times.aside.txt'])('the times of %s', (name) => {
  const rows = readFileSync(new URL(name, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(' | ') as [TimeContext['towards'], string, string]);

  it.each(rows)('towards the %s, %s: %s', (towards, text, expected) => {
    const times = readTimes(text, { today: TODAY, towards });
    for (const time of times) expect(text.slice(time.index).startsWith(time.text)).toBe(true);
    expect(times.map(shown).join(', ') || '-').toBe(expected);
  });
});

describe('a time', () => {
  const read = (text: string, towards: TimeContext['towards']) => readTimes(text, { today: TODAY, towards });

  it('has its words as they are written, with what leads to them and the time of day', () => {
    const text = 'Envoyer le plan\u00a0avant   le 3\u00a0DÉCEMBRE à 9 h, puis dormir';
    expect(read(text, 'future')).toMatchObject([
      {
        index: 16,
        text: 'avant   le 3\u00a0DÉCEMBRE à 9 h',
        lead: 'before',
        from: '2026-12-03',
        at: '09:00',
      },
    ]);
    const composed = 'Réunion en février'.normalize('NFD');
    expect(read(composed, 'future')[0]!.text).toBe('en février'.normalize('NFD'));
  });

  it('has another reading where its year or week is left out', () => {
    const last = { from: '2026-03-01', to: '2026-03-31' };
    const next = { from: '2027-03-01', to: '2027-03-31' };
    expect(read('in March', 'past')).toMatchObject([{ ...last, others: [next], precision: 'month' }]);
    expect(read('in March', 'future')).toMatchObject([{ ...next, others: [last], isRelative: false }]);
    expect(read('on Monday', 'past')).toMatchObject([{ from: '2026-11-16', isRelative: true }]);
  });

  it('means an open span where words lead to it', () => {
    const meant = (text: string) => daysMeant(read(text, 'past')[0]!, TODAY);
    expect(meant('since March')).toEqual({ from: '2026-03-01', to: TODAY });
    expect(meant('avant juin 2025')).toEqual({ from: '0000-01-01', to: '2025-05-31' });
    expect(meant('after 2026-06-30')).toEqual({ from: '2026-07-01', to: '9999-12-31' });
  });

  it('is about a day where it is counted or part of more', () => {
    expect(read('two weeks ago', 'past')).toMatchObject([{ isAbout: true, precision: 'week' }]);
    expect(read('mid-March', 'past')).toMatchObject([{ isAbout: true, precision: 'month' }]);
    expect(read('yesterday', 'past')).toMatchObject([{ isAbout: false, precision: 'day' }]);
  });

  it('has the time of day beside it, not that of another sentence', () => {
    const clocks = (text: string) => read(text, 'future').map(({ at }) => at);
    expect(clocks('demain à 9h et après-demain à 10h30')).toEqual(['09:00', '10:30']);
    expect(clocks('8pm tomorrow')).toEqual(['20:00']);
    expect(clocks('Rendu demain. Fermeture de la salle habituelle. Dîner à 20h.')).toEqual([null]);
    expect(clocks('mercredi après-midi')).toEqual([null]);
  });
});

function shown({ lead, from, to, at, until }: Time): string {
  const days = from === to ? from : `${from}..${to}`;
  const clock = at === null ? '' : ` ${at}${until === null ? '' : `-${until}`}`;
  return `${lead === null ? '' : `${lead} `}${days}${clock}`;
}
