import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { decode, decodeAs, decodeName } from './encoding.js';

/** Notes of one or two lines, as people keep them. */
const WESTERN = [
  'Réunion à 14 h – prix : 50 €\nŒuvre “test”',
  'café',
  'Été à Genève',
  'L’idée\n- acheter du pain\n- appeler Hélène',
  'fête',
  '50 €',
  'très',
  'cœur',
  'À FAIRE : RÉVISER L’ÉLÈVE',
  'il a dit «non»',
  'Voilà, c’est prêt…',
  'Paris–Lyon, 12 m², n°3, n° 4',
  'Größe: 42\nÜbermorgen zahlen',
  'Müller anrufen',
  '„Guten Tag“, sagte er',
  'Die Straße ist gesperrt, wir fahren über die Brücke nach Köln.',
  'Mañana voy a España',
  '¿Qué tal?\nCompraré jamón',
  'Köpa mjölk på vägen hem, ring Åsa',
  'Køb mælk på vejen hjem',
  'Não esqueça o pão amanhã',
];

const OTHERS = [
  ...WESTERN,
  'maïs, pâtes, œufs',
  'Ég þarf að kaupa mjólk',
  'Купить молоко и хлеб',
  'Заметка: план на 2024 год – купить билеты',
  'Да',
  '会議メモ',
  '明日は東京で会議があります。資料を準備すること。',
  'Windowsのメモ',
  '내일 회의가 있습니다. 자료를 준비하세요.',
  '明天在北京开会，准备材料。',
  '下週去看牙醫',
  'Zażółć gęślą jaźń',
  'Příliš žluťoučký kůň',
  'Bevásárlólista: vaj, sajt, tojás, jövő héten',
  'Αύριο συνάντηση στην Αθήνα.',
  'Yarın İstanbul’da toplantı var, hazırlık yapılacak.',
];

const ENCODINGS = [
  ...['windows-1250', 'windows-1251', 'windows-1253', 'windows-1254', 'windows-1257', 'iso-8859-2'],
  ...['iso-8859-5', 'iso-8859-15', 'koi8-r', 'macintosh', 'shift_jis', 'euc-jp', 'euc-kr', 'gb18030', 'big5'],
  ...['utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'],
];

/** True if the encoding has every character of the text. */
const canHold = (text: string, encoding: string) =>
  iconv.decode(iconv.encode(text, encoding), encoding) === text;

describe('decoding', () => {
  it.each(WESTERN)('reads a short note in Windows-1252: %s', (text) => {
    expect(decode(iconv.encode(`${text}\n`, 'windows-1252'))?.text).toBe(`${text}\n`);
  });

  it('reads Unicode with a mark, whatever it says, and UTF-8 as it is', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(text, (given) => {
        expect(decode(Buffer.from(given))).toEqual({ text: given, from: null });
        for (const encoding of ['utf-16le', 'utf-16be']) {
          const bytes = iconv.encode(given, encoding, { addBOM: true });
          // A mark says what the bytes are, but a control character is no text.
          expect([given, undefined]).toContain(decode(bytes)?.text);
        }
      }),
    );
  });

  it('reads a text in any other encoding right, or not at all', () => {
    const cases = OTHERS.flatMap((text) =>
      ENCODINGS.filter((encoding) => canHold(text, encoding)).map((encoding) => ({ text, encoding })),
    );
    expect(cases.length).toBeGreaterThan(200);
    const wrong = cases.flatMap(({ text, encoding }) => {
      const read = decode(iconv.encode(text, encoding))?.text ?? text;
      return read === text ? [] : [`${encoding}: ${text} as ${read}`];
    });
    expect(wrong).toEqual([]);
  });

  it.each([
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48])],
    ['bytes without a meaning', Buffer.from([0xe9, 0xff, 0x81, 0xfe, 0x8d, 0xc0, 0x90, 0xf8])],
    ['UTF-8 that was cut inside a character', Buffer.from('Rendez-vous à l’hôtel').subarray(0, -4)],
    ['UTF-16 cut off', iconv.encode('Réunion', 'utf-16le', { addBOM: true }).subarray(0, -1)],
    ['accents that stand elsewhere in another encoding', Buffer.from('R\x82union \x85 Gen\x8ave', 'latin1')],
    ['an escape to another character set', Buffer.from('\x1b$B2q5D\x1b(B\n', 'latin1')],
  ])('refuses %s', (_, bytes) => {
    expect(decode(bytes)).toBeNull();
  });

  it('names what it read, and reads what a file declares', () => {
    expect(decode(iconv.encode('Prix : 50 € – “œuf”', 'windows-1252'))?.from).toBe('Windows-1252');
    expect(decodeAs('latin1', Buffer.from([0x80, 0x96, 0xe9]))).toBe('€–é');
    expect(decodeAs('unheard-of', Buffer.from('x'))).toBeNull();
    expect(decodeName(Buffer.from('caf\xe9.md', 'latin1'))).toBe('café.md');
    expect(decodeName(Buffer.from('café.md'))).toBe('café.md');
    expect(decodeName(Buffer.from('caf\x82.md', 'latin1'))).toBeNull();
  });
});
