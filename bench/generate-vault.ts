import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENGLISH_STOP_WORDS, FRENCH_STOP_WORDS } from '../src/search/text/stop-words.js';

/** A stream of numbers from 0 to 1 that is the same in every run. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export interface GeneratedVault {
  files: number;
  /** Questions of eight words and of two, made of words that stand together in some chunk. */
  long: string[];
  short: string[];
}

/**
 * A vault of projects, half French, half English, ten files each: a changelog of 30 days, 21 tasks, a state, a
 * description and six notes. Words follow Zipf's law, and nearly every second one is a stop word, as in real prose.
 */
export function generateVault(root: string, projects: number, seed = 1): GeneratedVault {
  const random = createRandom(seed);
  const languages = [
    createWriter([...FRENCH_STOP_WORDS], ['tion', 'eur', 'ment', 'age', 'ette', 'oir', 'ique', 'ée'], random),
    createWriter([...ENGLISH_STOP_WORDS], ['ing', 'er', 'ness', 'ship', 'ed', 'ly', 'ment', 'ist'], random),
  ];
  let files = 0;
  const long: string[] = [];
  const short: string[] = [];
  for (let project = 0; project < projects; project++) {
    const writer = languages[project % 2]!;
    const folder = join(root, 'projects', `p-${String(project).padStart(4, '0')}-${writer.rareWord()}`);
    mkdirSync(join(folder, 'bucket'), { recursive: true });
    const save = (name: string, body: string) => {
      files++;
      const stamps = `created: 2025-01-01T09:00:00\nupdated: 2025-07-14T18:30:00\ntokens: ${Math.ceil(body.length / 4)}`;
      writeFileSync(join(folder, name), `---\n${stamps}\n---\n\n${body}`);
    };
    const days = Array.from({ length: 30 }, (_, day) => {
      const date = new Date(Date.UTC(2025, 6, 14 - day)).toISOString().slice(0, 10);
      return `# ${date}\n\n## ${writer.sentence(5)}\n${writer.paragraph(45)}\n\n## ${writer.sentence(4)}\n${writer.paragraph(30)}\n`;
    });
    save('changelog.md', days.join('\n'));
    const tasks = Array.from(
      { length: 21 },
      () => `# ${writer.sentence(6)}\nstatus: en-cours | prio: haute\n${writer.paragraph(35)}\n`,
    );
    save('tasks.md', tasks.join('\n'));
    save('state.md', `## Status\n${writer.paragraph(80)}\n\n## Focus\n${writer.paragraph(60)}\n`);
    save('description.md', `# ${writer.sentence(4)}\n\n${writer.paragraph(150)}\n`);
    for (let note = 0; note < 6; note++) {
      const sections = Array.from(
        { length: 3 },
        () => `## ${writer.sentence(4)}\n\n${writer.paragraph(60)}\n\n${writer.paragraph(50)}\n`,
      );
      save(`bucket/note-${note}.md`, `# ${writer.sentence(5)}\n\n${sections.join('\n')}`);
    }
    if (long.length < 200) {
      long.push(writer.question(8));
      short.push(writer.question(2));
    }
  }
  return { files, long, short };
}

interface Writer {
  sentence(words: number): string;
  paragraph(words: number): string;
  rareWord(): string;
  /** Words of the last paragraph that was written. */
  question(words: number): string;
}

function createWriter(stopWords: string[], endings: string[], random: () => number): Writer {
  const vocabulary = makeVocabulary(20_000, endings, random);
  let last: string[] = [];
  // Rank 1 is twice as frequent as rank 2, three times as frequent as rank 3 …
  const zipf = (size: number) => Math.min(size - 1, Math.floor(size ** random()) - 1);
  const word = () =>
    random() < 0.45
      ? stopWords[Math.floor(random() * stopWords.length)]!
      : vocabulary[zipf(vocabulary.length)]!;
  const words = (count: number) => Array.from({ length: count }, word);
  return {
    sentence: (count) => words(count).join(' '),
    paragraph(count) {
      last = words(count);
      const lines: string[] = [];
      for (let at = 0; at < last.length; at += 14) lines.push(`${last.slice(at, at + 14).join(' ')}.`);
      return lines.join('\n');
    },
    rareWord: () => vocabulary[Math.floor(vocabulary.length * (0.5 + random() / 2))]!,
    question(count) {
      const telling = last.filter((candidate) => !stopWords.includes(candidate));
      const small = last.filter((candidate) => stopWords.includes(candidate));
      const wanted = count > 2 ? Math.ceil(count / 2) : count;
      return [...small.slice(0, count - wanted), ...telling.slice(0, wanted)].join(' ');
    },
  };
}

function makeVocabulary(size: number, endings: string[], random: () => number): string[] {
  const syllables =
    'ba be bi bo ca co da de di do fa fe fi ga go la le li lo ma me mi mo na ne no pa pe pi po ra re ri ro sa se si so ta te ti to va ve vi vo'.split(
      ' ',
    );
  const pick = (list: string[]) => list[Math.floor(random() * list.length)]!;
  const words = new Set<string>();
  while (words.size < size) {
    const length = 1 + Math.floor(random() * 3);
    words.add(Array.from({ length }, () => pick(syllables)).join('') + pick(endings));
  }
  return [...words];
}
