import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../../shared/fold.js';
import { decodeAll, encodeWords } from '../index/word-list.js';
import { partsOf } from './compounds.js';
import { eachRun, hashOfRun } from './word-scanner.js';
import {
  askedWordsOf,
  createWordCache,
  keyFor,
  keysOf,
  stemOf,
  type Word,
  wordFor,
  wordsOf,
} from './words.js';

const stem = (word: string, language: 'fr' | 'en') => stemOf(wordFor(word), language).text;

describe('words', () => {
  it('are letters and digits; elisions and hyphens separate', () => {
    expect(
      wordsOf("L'équipe d'aujourd'hui a dit: « rendez-vous à 14h » !").map(({ folded }) => folded),
    ).toEqual([...['l', 'equipe', 'd', 'aujourd', 'hui', 'a', 'dit', 'rendez', 'vous', 'a', '14h']]);
  });

  it.each([
    ['bloquée', 'bloquer', 'fr'],
    ['bloqué', 'bloquées', 'fr'],
    ['décisions', 'décision', 'fr'],
    ['payments', 'payment', 'en'],
    ['running', 'runs', 'en'],
  ] as const)('%s and %s share a stem in %s', (a, b, language) =>
    expect(stem(a, language)).toBe(stem(b, language)),
  );

  it('fold accents, ligatures and case', () => {
    expect(fold('CŒUR Æther Straße façade ﬁn')).toBe('coeur aether strasse facade fin');
  });

  it.each([
    ['東京都', ['東京', '京都', '都']],
    ['2024年3月のiPhone', ['2024', '年', '3', '月の', 'の', 'iPhone', 'Phone']],
    ['スーパー', ['スー', 'ーパ', 'パー', 'ー']],
    ['학교에서', ['학교', '교에', '에서', '서']],
    ['ไทย', ['ไท', 'ทย', 'ย']],
    ['𠮷野家', ['𠮷野', '野家', '家']],
  ])('of a script without spaces come in pairs, one for each character: %s', (text, words) => {
    expect(wordsOf(text).map(({ raw }) => raw)).toEqual(words);
  });

  it.each([
    ['東京都', ['東京', '京都']],
    ['猫', ['猫']],
    ['3月', ['3', '月']],
  ])('of a question leave out the last character of a pair: %s', (text, words) => {
    expect(askedWordsOf(text).map(({ raw }) => raw)).toEqual(words);
  });

  it.each([
    ['getDefaultHighWaterMark', ['get', 'Default', 'High', 'Water', 'Mark']],
    ['JSONParser', ['JSON', 'Parser']],
    ['GitHub', ['Git', 'Hub']],
    ['iPhone', ['Phone']],
    ['high_water_mark', []],
    ['PDFs', []],
    ['Rappel', []],
    ['TVA', []],
  ])('that are compounds are followed by their parts: %s', (word, parts) => {
    expect(partsOf(word)).toEqual(parts);
  });

  it('keep the marks that make other letters', () => {
    expect(['がく', 'ไม้', 'हिंदी', '학교'].map(fold)).toEqual(['がく', 'ไม้', 'हिंदी', '학교']);
  });

  it.each(
    `abandonnée accélérée accès activité affichée âgé année annulée appelée après arrivée août autorité bientôt bloquée budgété
    café caméra capacité carrière chargée communiqué complété congrès contrôlée créée décès décidée déjà dépassé
    dernière détaillée différent donnée données durée échéance école économie élève employé entrée envoyé équipe été étude
    évaluée fermée fête financière forêt fréquente généré gérée hôpital idée impôt intérêt journée légère lumière marché
    matière médecin mère méthode métier moitié musée numéro opéra payé père posée possibilité première prévue priorité
    problème procès progrès propriété publiée qualité rangée réalité régulièrement réglée réponse réunion réussite santé
    sécurité séjour située société soirée succès système téléphone terminée tournée trésorerie université utilisée
    validée vérifiée vidéo zéro`.split(/\s+/),
  )('are found without their accents: %s', (accented) => {
    const plain = fold(accented);
    const asked = (word: string) => keysOf(wordFor(word)).map(({ text }) => text);
    expect(asked(plain)).toContain(wordFor(accented).fr.text);
    expect(asked(accented)).toContain(wordFor(plain).fr.text);
    expect(asked(accented)).toContain(wordFor(plain).en.text);
  });

  it('are the runs of letters, marks and digits of every text, as Unicode has them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const runs: [string, number][] = [];
        eachRun(text, (from, to, hash) => runs.push([text.slice(from, to), hash]));
        const wanted = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
        expect(runs).toEqual(wanted.map((run) => [run, hashOfRun(run)]));
      }),
    );
  });

  it('are told from signs as Unicode has it, character by character', () => {
    const isWord = (character: string) => {
      let found = false;
      eachRun(character, () => {
        found = true;
      });
      return found;
    };
    const wrong = Array.from({ length: 0x3400 }, (_, code) => String.fromCharCode(code)).filter(
      (character) => isWord(character) !== /[\p{L}\p{M}\p{N}]/u.test(character),
    );
    expect(wrong).toEqual([]);
  });

  it('stay themselves when the vocabulary forgets', () => {
    const vocabulary = createWordCache(3, (raw) => ({ raw }));
    const find = (raw: string) => vocabulary.find(raw, 0, raw.length, hashOfRun(raw));
    const kept = find('kept');
    for (let round = 0; round < 50; round++) {
      expect(find(`word${round % 7}`).raw).toBe(`word${round % 7}`);
      // Asked for again and again, it is never among the forgotten.
      expect(find('kept')).toBe(kept);
    }
    // Two words with one hash are still two.
    expect(vocabulary.find('one', 0, 3, 42)).toEqual({ raw: 'one' });
    expect(vocabulary.find('a two', 2, 5, 42)).toEqual({ raw: 'two' });
  });

  it('survive every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const { folded, fr, en } of wordsOf(text)) {
          expect(folded.length * fr.text.length * en.text.length).toBeGreaterThan(0);
        }
      }),
    );
  });
});

describe('a month', () => {
  it.each([
    ['Maya', 'mai'],
    ['mais', 'mai'],
    ['Marie', 'mars'],
    ['Mara', 'mars'],
    ['Julie', 'July'],
    ['Augusta', 'August'],
    ['marche', 'March'],
  ])('is not %s (%s)', (name, month) => {
    const [word, other] = wordsOf(`${name} ${month}`) as [Word, Word];
    const texts = (keys: readonly { text: string }[]) => keys.map(({ text }) => text);
    expect(texts(keysOf(other))).not.toContain(word.fr.text);
    expect(texts(keysOf(other))).not.toContain(word.en.text);
    expect(texts(keysOf(word))).not.toContain(other.fr.text);
    expect(texts(keysOf(word))).not.toContain(other.en.text);
  });

  it('is the same month in both cases and with or without accents', () => {
    const [a, b] = wordsOf('Février fevrier') as [Word, Word];
    expect(a.fr.text).toBe(b.fr.text);
    expect(a.fr.text).toBe(a.en.text);
  });
});

describe('a list of words', () => {
  it('comes back as it was stored, wherever it starts in memory', () => {
    fc.assert(
      fc.property(fc.array(fc.lorem({ maxCount: 1 })), fc.nat(7), (raws, offset) => {
        const words = raws.map(wordFor);
        const keys = [...words.map(({ fr }) => fr), keyFor('¤202507')];
        const head = { family: 4_000_000_000, place: 3, heads: 1, bodies: raws.length };
        const bytes = encodeWords(head, keys, words);
        const moved = new Uint8Array(bytes.length + offset);
        moved.set(bytes, offset);
        const list = decodeAll(moved.subarray(offset), [bytes.length])[0]!;
        expect(list).toMatchObject(head);
        expect([...list.stems]).toEqual(keys.map(({ hash }) => hash));
        expect([...list.forms]).toEqual([...words.map(({ form }) => form), 0]);
        expect([...list.starts]).toEqual([...words.map(({ start }) => start), 0]);
      }),
    );
  });
});

describe('the first five letters of a word', () => {
  it('are all that it needs to share with another to be like it', () => {
    expect(wordFor('transport').start).toBe(wordFor('translate').start);
    expect(wordFor('harbour').start).not.toBe(wordFor('harbinger').start);
    expect(wordFor('port').start).toBe(0);
  });
});
