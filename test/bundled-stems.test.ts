import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importModules } from '../scripts/bundle.js';
import { englishStem, frenchStem } from '../src/search/text/words.js';

test('the stemmers of the built program, which the build makes faster, stem as those of the package do', async () => {
  const [built] = await importModules('search/text/words');
  const words = wordsOf('examples/vault');
  expect(words.length).toBeGreaterThan(1_000);
  expect(words.map(built.frenchStem)).toEqual(words.map(frenchStem));
  expect(words.map(built.englishStem)).toEqual(words.map(englishStem));
});

function wordsOf(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  );
  const texts = files.map((name) => readFileSync(join(folder, name), 'utf8').toLowerCase());
  return [...new Set(texts.flatMap((text) => text.match(/\p{L}+/gu) ?? []))];
}
