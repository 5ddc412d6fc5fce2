import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { count } from '../../../test/support/runs.js';

const FOLDER = dirname(fileURLToPath(import.meta.url));

function patternsIn(file: string): RegExp[] {
  const code = readFileSync(join(FOLDER, file), 'utf8').replaceAll(/^ *(?:\/\/|\/?\*).*$/gm, '');
  const literal = /(?<=[\s(,=:[!&|?])\/(?![*/\s])((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)/g;
  return [...code.matchAll(literal)].map(([, source, flags]) => new RegExp(source!, flags));
}

/** Texts of a length, made of the plain words of a pattern and of characters that its classes may hold, repeated. */
function textsFor({ source }: RegExp): ((length: number) => string)[] {
  const words = source
    .replaceAll(/\\[nrt]/g, ' ')
    .replaceAll(/\\[bBdDsSwWpP](?:\{[^}]*\})?|\(\?(?:<?[=!]|:)|\{\d*,?\d*\}|\[(?:[^\]\\]|\\.)*\]/g, '\0')
    .replaceAll(/\\(.)/g, '$1')
    .split(/[\0()|^$*+?]+/)
    .filter((word) => word !== '');
  const starts = new Set(['', ...words.slice(0, count(1, 6)), words.join('')]);
  const parts = new Set([
    ...words.slice(0, count(5, 50)),
    ...' \na0-`',
    ...(count(0, 1) ? '#A.~/_:@="\\' : ''),
  ]);
  return [...starts].flatMap((start) =>
    [...parts].flatMap((part) => [
      (length: number) => `${start}${repeated(part, length)}\0`,
      (length: number) => repeated(`${start}${part}`, length),
    ]),
  );
}

function repeated(part: string, length: number): string {
  return part.repeat(Math.ceil(length / part.length));
}

/**
 * The beginning of a text on which the time of a pattern grows faster than the text; null where there is none. Four
 * times the text takes a linear pattern four times as long, a quadratic one sixteen times.
 */
function slowTextFor(pattern: RegExp, length = count(40_000, 120_000)): string | null {
  const all = new RegExp(pattern.source, pattern.flags.includes('g') ? pattern.flags : `${pattern.flags}g`);
  // Of the processor: a machine that is busy with something else makes no pattern slow.
  const time = (text: string) => {
    const before = process.cpuUsage();
    text.replace(all, '');
    return process.cpuUsage(before).user / 1000;
  };
  for (const make of textsFor(pattern)) {
    const [short, long] = [make(length / 4), make(length)];
    const isSlow = () => {
      const taken = time(long);
      return taken > count(30, 100) && taken > 8 * time(short);
    };
    // Compiling and collecting garbage count too, but not three times.
    if (isSlow() && isSlow() && isSlow()) return `${JSON.stringify(long.slice(0, 40))}…`;
  }
  return null;
}

const SECRETS = join('..', '..', 'shared', 'secrets.ts');

const files = [
  SECRETS,
  ...readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  ),
];

describe('the regular expressions of the importers', () => {
  it('take no more than linear time on texts made of their own parts', () => {
    const slow = files.flatMap((file) =>
      patternsIn(file).flatMap((pattern) => {
        const text = slowTextFor(pattern);
        return text === null ? [] : [`${file}: ${pattern} on ${text}`];
      }),
    );
    expect(slow).toEqual([]);
  });

  it('are all found, and a slow one is noticed', () => {
    expect(patternsIn(SECRETS).length).toBeGreaterThan(15);
    expect(slowTextFor(/<command-name>([\s\S]*?)<\/command-name>/g, 90_000)).toContain('<command-name>');
    // Built at run time, a pattern would not be found here.
    for (const file of files) expect(readFileSync(join(FOLDER, file), 'utf8')).not.toContain('new RegExp(');
  });
});
