import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { MAX_TOKENS } from '../../src/agents/answer.js';
import { answerByRule } from '../../src/agents/librarian/answer-question.js';
import { ANSWER } from '../../src/search/ranking/parameters.js';
import { tempFolder, tempVault } from '../support/temp-vault.js';
import questions from './questions.json' with { type: 'json' };

/**
 * What a person or an assistant asks of the example memory on the day after its last entry, and the lines that the answer
 * must show: `path:lines`, with ` | ` between alternatives. `leads` is the place of the line that the overview begins with.
 */
const ASKED_ON = '2025-07-12';
const EXAMPLE = fileURLToPath(new URL('../../examples/vault', import.meta.url));
const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));
const BULK_CHARACTERS = 2_000_000;

interface GoldenQuestion {
  question: string;
  scopes?: string[];
  shows: string[];
  leads?: string;
}

describe.each([
  ['the example memory', false],
  ['the example memory with 2 MB of imported README files', true],
])('%s', (_, hasBulk) => {
  it('answers its questions with the lines that hold the answer', async () => {
    const { context, root } = exampleVault();
    if (hasBulk) addReadmes(join(root, 'bucket/imported'));
    const missing: string[] = [];
    for (const { question, scopes = null, shows, leads } of questions as GoldenQuestion[]) {
      const asked = { question, scopes, asked_on: ASKED_ON };
      const answer = await answerByRule(context, asked);
      if (answer.verdict === 'may_answer' && answer.text.length / 4 > ANSWER.unsureTokens)
        missing.push(`${question}: ${answer.text.length / 4} tokens though not sure`);
      // An answer that is not sure is short; who needs more asks for more.
      const { text } =
        answer.verdict === 'may_answer'
          ? await answerByRule(context, { ...asked, max_tokens: MAX_TOKENS })
          : answer;
      const lines = shownLines(text);
      if (text.length / 4 > MAX_TOKENS) missing.push(`${question}: ${text.length / 4} tokens`);
      const [lead] = text.split('\n', 1) as [string];
      if (leads !== undefined && !leads.split(' | ').some((place) => lead.includes(`(vault/${place})`)))
        missing.push(`${question} ${leads}: ${lead}`);
      for (const wanted of shows)
        if (!wanted.split(' | ').some((place) => placeLines(place).every((line) => lines.has(line))))
          missing.push(`${question} ${wanted}`);
    }
    expect(missing).toEqual([]);
  });
});

function exampleVault() {
  const root = tempFolder();
  cpSync(EXAMPLE, root, { recursive: true });
  const temp = tempVault({}, root);
  temp.setTime(`${ASKED_ON}T09:00:00`);
  return temp;
}

/** Every line of the blocks, as `path:number`. */
function shownLines(text: string): Set<string> {
  const shown = new Set<string>();
  let path = '';
  for (const line of text.split('\n')) {
    path = /^```vault\/(.+?)(?: \(lines .*\))?$/.exec(line)?.[1] ?? path;
    const number = /^(\d+) *\|/.exec(line)?.[1];
    if (number !== undefined) shown.add(`${path}:${number}`);
  }
  return shown;
}

function placeLines(place: string): string[] {
  const [, path, first, last = first] = /^(.+):(\d+)(?:-(\d+))?$/.exec(place)!;
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => `${path}:${Number(first) + i}`);
}

/**
 * Imported bulk as people have it: README files of packages, 2 MB. Not those of libraries that draw charts: one of the questions
 * asks for a chart library, and they would answer it.
 */
function addReadmes(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const files = readdirSync(MODULES, { recursive: true, encoding: 'utf8' });
  let left = BULK_CHARACTERS;
  const isBulk = (name: string) =>
    /(?:^|[\\/])readme\.md$/i.test(name) && !/^(?:@mermaid-js|mermaid|d3|cytoscape|dagre)/.test(name);
  for (const file of files.filter(isBulk).sort()) {
    if (left <= 0) return;
    const text = readFileSync(join(MODULES, file), 'utf8').slice(0, left);
    writeFileSync(join(folder, file.replaceAll(/[\\/]/g, '-')), text);
    left -= text.length;
  }
}
