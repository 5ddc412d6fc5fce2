import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../src/cli/commands.js';
import { commandHelp, generalHelp } from '../src/cli/help.js';
import { COMMON_OPTIONS } from '../src/cli/parse-arguments.js';
import { french, messages } from '../src/words/french/french.js';
import type { MessageEntry } from '../src/words/message.js';
import { englishMessages } from '../src/words/messages/english.js';
import { frenchMessages } from '../src/words/messages/french.js';
import { createSay, isRecognisable } from '../src/words/say.js';
import { sentencesIn, unsaidIn } from './support/sentences.js';

const SRC = join(import.meta.dirname, '..', 'src');

/** Read by models, or written in the language of a note. */
const NOT_FOR_PEOPLE = /^(?:mcp\/|agents\/(?:guard-deletions|seen-lines)\.ts)/;

const say = createSay(french, messages);

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/\.(?:test|contract)\.ts$/.test(name))
  .map((name) => ({ path: name.replaceAll(sep, '/'), text: readFileSync(join(SRC, name), 'utf8') }))
  .filter(({ path }) => !path.startsWith('words/french/'));

const sentences = sources
  .filter(({ path }) => !NOT_FOR_PEOPLE.test(path))
  .flatMap(({ path, text }) => sentencesIn(path, text).map((sentence) => ({ path, ...sentence })));

describe('a sentence for people', () => {
  it('has its French in src/words/french', () => {
    const missing = sentences.filter(({ template, isTagged }) =>
      isTagged ? !Object.hasOwn(french, template) : !isSaid(template),
    );
    expect(missing.map(({ path, template }) => `${path}: ${template}`)).toEqual([]);
  });

  it('is never printed by a command without say', () => {
    const commands = sources.filter(({ path }) => path.startsWith('cli/'));
    expect(commands.flatMap(({ path, text }) => unsaidIn(text).map((words) => `${path}: ${words}`))).toEqual(
      [],
    );
    expect(unsaidIn(`terminal.out(\`Wrote the file \${file}\`)`)).toEqual(['Wrote the file ']);
    expect(unsaidIn('terminal.out(say`Wrote the file`)')).toEqual([]);
  });

  it('is found in the code', () => {
    const templates = (code: string) => sentencesIn('cli/x.ts', code).map(({ template }) => template);
    expect(templates(`terminal.out(terminal.say\`Wrote \${file}\`)`)).toEqual(['Wrote {0}']);
    expect(templates(`terminal.out(\`Wrote \${file}\`)`)).toEqual([]);
  });
});

describe('what an error says', () => {
  const steps = Object.values<MessageEntry>(englishMessages).flatMap((entry) =>
    typeof entry === 'string' ? [] : [entry[1]],
  );

  it('is a shell command to an assistant only where it asks the user to type it', () => {
    const told = steps.map((next) => (typeof next === 'string' ? next : (next.assistant ?? '')));
    const commands = told.filter((text) =>
      /(?:: |\b[Ww]ith |\b[Rr]un )rappel [a-z]|(?<![\w-])--[a-z]/.test(text),
    );
    expect(commands.filter((text) => !/[Aa]sk the user\b/.test(text))).toEqual([]);
  });

  it('names the same fields in French', () => {
    const fields = (entry: MessageEntry) =>
      textsOf(entry).map((text) =>
        [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort(),
      );
    const wrong = Object.entries<MessageEntry>(frenchMessages).filter(([reason, entry]) => {
      const english = fields(englishMessages[reason as keyof typeof englishMessages]);
      return fields(entry).some((names, at) => String(names) !== String(english[at]));
    });
    expect(wrong).toEqual([]);
  });
});

describe('the French of a sentence', () => {
  it('holds the values of the English one', () => {
    const places = (text: string) => [...new Set([...text.matchAll(/\{(\d+)/g)].map(([, at]) => at))].sort();
    const wrong = Object.entries(french).filter(([english, translated]) =>
      places(translated).some((at) => !places(english).includes(at)),
    );
    expect(wrong).toEqual([]);
  });

  it('belongs to a sentence of the code', () => {
    const code = sources.map(({ text }) => text.replaceAll(/\\(['`])/g, '$1')).join('\n');
    const templates = new Set(sentences.map(({ template }) => template));
    // A sentence may be put together: then half of one of its parts is enough.
    const halves = (words: string) => [words.slice(0, words.length / 2), words.slice(words.length / 2)];
    const isInCode = (words: string) => words.trim() !== '' && code.includes(words);
    const isSaidSomewhere = (english: string) =>
      templates.has(english) ||
      english
        .split(/\{\d+\}/)
        .flatMap(halves)
        .some(isInCode);
    expect(Object.keys(french).filter((english) => !isSaidSomewhere(english))).toEqual([]);
  });

  it('is recognised whatever its values are', () => {
    const recognisable = Object.entries(french).filter(([english]) => isRecognisable(english));
    const wrong = recognisable.filter(([english, translated]) => {
      const fill = (text: string) =>
        text.replaceAll(/\{(\d+)(?:\|[^|}]*\|([^|}]*))?\}/g, (_, at, several) => several ?? `7${at}`);
      return say(fill(english)) !== fill(translated);
    });
    expect(wrong).toEqual([]);
  });

  it('follows the typography of French', () => {
    // Code keeps its own: `{"tool": …}`, `--old "- item"`.
    const wrong = [
      ...Object.values(french),
      ...Object.values<MessageEntry>(frenchMessages).flatMap(textsOf),
    ].filter((text) => / [:;?!»](?:\s|$)|\u202f[:»]|\u00a0[;?!]|« |[a-zà-ÿ]'[a-zà-ÿ]/i.test(text));
    expect(wrong).toEqual([]);
  });
});

describe('help', () => {
  it('is in French for every command and option', async () => {
    const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
    const texts = commands.flatMap(({ summary, usage, options }) => [
      summary,
      usage,
      ...Object.values({ ...options, ...COMMON_OPTIONS }).flatMap(({ value, summary }) => [
        ...(value === true ? [] : [value]),
        summary,
      ]),
    ]);
    const same = [...new Set(texts)].filter((text) => say(text) === text);
    // Names and values, which no language changes.
    expect(same.filter((text) => !/^[\p{Lu}[\].|]*$|^[a-z, -]*$|^ID\|last$|^[a-z|]*$/u.test(text))).toEqual(
      [],
    );
  });

  it('keeps the names of commands and options', async () => {
    const { find } = await import('../src/cli/commands/find.js');
    const screen = { say, interactive: false, columns: 80 };
    const text = commandHelp('find', find, screen);
    expect(text).toContain('Utilisation\u00a0: rappel find REQUÊTE...');
    expect(text).toContain('  --min-score X');
    expect(text).toContain('Exemples\u00a0:\n  rappel find ');
    expect(await generalHelp(screen)).toMatch(/^ {2}undo +Annuler /m);
  });
});

/** By its own template, or by a more general one. */
function isSaid(template: string): boolean {
  return Object.hasOwn(french, template) || say(template) !== template;
}

/** What happened, then the next step of every door. */
function textsOf(entry: MessageEntry): string[] {
  if (typeof entry === 'string') return [entry];
  const [says, next] = entry;
  return [says, ...(typeof next === 'string' ? [next] : Object.values(next))];
}
