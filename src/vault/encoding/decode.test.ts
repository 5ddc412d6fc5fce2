import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { decode, decodeName } from './decode.js';
import { decodeAs } from './encodings.js';

/** Notes of one or two lines, as people keep them, in the encodings that their programs wrote. */
const NOTES: { encodings: string[]; texts: string[] }[] = [
  {
    encodings: ['windows-1252', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'],
    texts: [
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
      'Größe: 42\nÜbermorgen zahlen',
      'Müller anrufen',
      '„Guten Tag“, sagte er',
      'Die Straße ist gesperrt, wir fahren über die Brücke nach Köln.',
      'Mañana voy a España',
      '¿Qué tal?\nCompraré jamón',
      'Köpa mjölk på vägen hem, ring Åsa',
      'Køb mælk på vejen hjem',
      'Ég þarf að kaupa mjólk',
      'Não esqueça o pão amanhã',
    ],
  },
  {
    encodings: ['iso-8859-15', 'macintosh'],
    texts: [
      'Conférence “Données & société” – 12 €',
      'maïs, pâtes, œufs',
      'Käse, Brötchen, Öl',
      'ÉTÉ À GENÈVE',
    ],
  },
  {
    encodings: ['cp850', 'cp437'],
    texts: [
      'Réunion à 14 h',
      'café',
      "L'été à Genève : acheter du pain, appeler Hélène",
      'Facture n° 12 : déjà payée',
      'Größe: 42, über die Brücke',
      'Mañana voy a España',
      'À FAIRE : RÉVISER',
    ],
  },
  {
    encodings: ['windows-1251', 'koi8-r', 'iso-8859-5', 'cp866', 'utf-16le'],
    texts: [
      'Купить молоко и хлеб',
      'Встреча с Анной в пятницу, обсудить договор и сроки поставки.',
      'Заметка: план на 2024 год – купить билеты',
    ],
  },
  {
    encodings: ['shift_jis', 'euc-jp', 'utf-16le', 'utf-16be'],
    texts: [
      '会議メモ',
      '明日は東京で会議があります。資料を準備すること。',
      '買い物\n- 牛乳\n- パン',
      'Windowsのメモ',
    ],
  },
  { encodings: ['euc-kr', 'utf-16le'], texts: ['안녕하세요', '내일 회의가 있습니다. 자료를 준비하세요.'] },
  {
    encodings: ['gb18030', 'utf-16le'],
    texts: ['明天在北京开会，准备材料。', '下周去看牙医', '给妈妈打电话'],
  },
  { encodings: ['big5', 'utf-16le'], texts: ['明天在台北開會，準備資料。', '下週去看牙醫'] },
  {
    encodings: ['windows-1250', 'iso-8859-2'],
    texts: ['Zażółć gęślą jaźń', 'Příliš žluťoučký kůň', 'Bevásárlólista: vaj, sajt, tojás, jövő héten'],
  },
  { encodings: ['windows-1253'], texts: ['Αύριο συνάντηση στην Αθήνα.'] },
  { encodings: ['windows-1254'], texts: ['Yarın İstanbul’da toplantı var, hazırlık yapılacak.'] },
];

/** True if the encoding has every character of the text. */
const canHold = (text: string, encoding: string) =>
  iconv.decode(iconv.encode(text, encoding), encoding) === text;

const CASES = NOTES.flatMap(({ encodings, texts }) =>
  encodings.flatMap((encoding) =>
    texts.filter((text) => canHold(text, encoding)).map((text) => ({ encoding, text: `${text}\n` })),
  ),
);

describe('decoding', () => {
  it.each(CASES)('reads a short note in $encoding: $text', ({ encoding, text }) => {
    expect(decode(iconv.encode(text, encoding))?.text).toBe(text);
  });

  it('reads Unicode with a mark, whatever it says, and UTF-8 as it is', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(text, (given) => {
        expect(decode(Buffer.from(given))).toEqual({ text: given, from: null });
        for (const encoding of ['utf-16le', 'utf-16be', 'utf-32le', 'utf-32be']) {
          const bytes = iconv.encode(given, encoding, { addBOM: true });
          // A mark says what the bytes are, but a control character is no text.
          expect([given, undefined]).toContain(decode(bytes)?.text);
        }
      }),
    );
  });

  it('reads text in an encoding from before Unicode right, or not at all', () => {
    const legacy = CASES.filter(({ encoding }) => !encoding.startsWith('utf'));
    const prose = fc.constantFrom(...legacy).chain(({ encoding, text }) => {
      const words = text.trim().split(/\s+/);
      return fc.record({
        encoding: fc.constant(encoding),
        words: fc.shuffledSubarray(words, { minLength: words.length }),
      });
    });
    fc.assert(
      fc.property(prose, ({ encoding, words }) => {
        const text = words.join(' ');
        const read = decode(iconv.encode(text, encoding));
        if (read !== null) expect(read.text).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48])],
    ['bytes without a meaning', Buffer.from([0xe9, 0xff, 0x81, 0xfe, 0x8d, 0xc0, 0x90, 0xf8])],
    ['UTF-8 that was cut inside a character', Buffer.from('Rendez-vous à l’hôtel').subarray(0, -4)],
    ['two characters that could be any', iconv.encode('Да', 'koi8-r')],
    ['UTF-32 cut off', iconv.encode('Réunion', 'utf-32le', { addBOM: true }).subarray(0, -2)],
  ])('refuses %s', (_, bytes) => {
    expect(decode(bytes)).toBeNull();
  });

  it('names what it read, and reads what a file declares', () => {
    expect(decode(iconv.encode('Prix : 50 € – “œuf”', 'windows-1252'))?.from).toBe('Windows-1252');
    const jis = Buffer.from('\x1b$B2q5D\x1b(B\n', 'latin1');
    expect(decode(jis)).toEqual({ text: '会議\n', from: 'ISO-2022-JP' });
    expect(decodeAs('latin1', Buffer.from([0x80, 0x96, 0xe9]))).toBe('€–é');
    expect(decodeAs('unheard-of', Buffer.from('x'))).toBeNull();
    expect(decodeName(Buffer.from('caf\xe9.md', 'latin1'))).toBe('café.md');
    expect(decodeName(Buffer.from('café.md'))).toBe('café.md');
  });
});
