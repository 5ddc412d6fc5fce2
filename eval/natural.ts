import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { answerByRule } from '../src/agents/librarian/answer-question.js';
import { createSession } from '../src/tools/session.js';
import { readText } from '../src/vault/files.js';
import { parseRanges } from '../src/vault/line-ranges.js';
import { shownLines } from '../src/vault/lines.js';
import { type AnswerFigures, measureAnswers } from './metrics.js';
import { type How, openEngine } from './open-engine.js';
import { halfOf, inHalf, readQuestions } from './sets.js';
import type { ShownLines } from './shown-lines.js';

/** A vault as people have them: what the answer document, without a language model, shows of the evidence. */
export async function evaluateNatural(folder: string, name: string, root: string, how: How): Promise<void> {
  cpSync(join(folder, 'vault'), join(root, 'vault'), { recursive: true });
  const questions = inHalf(readQuestions(folder), how.half);
  const { vault, engine } = openEngine(root, how);
  const context = { vault, session: createSession(), engine: async () => engine };
  const lengthOf = (path: string) => shownLines(readText(vault.resolve(path))).length;
  try {
    const { files, chunks } = await engine.refresh();
    console.log(`\n${name}: ${files} files, ${chunks} chunks, ${questions.length} questions`);
    const rows = [];
    for (const { id, text, asked_on, gold, category } of questions) {
      const answer = await answerByRule(context, { question: text, asked_on });
      const shown = answer.files.map(({ path, lines }): ShownLines[] => {
        const ranges = lines === null ? [{ first: 1, last: lengthOf(path) }] : parseRanges(lines)!;
        return ranges.map((range) => ({ path: path.replace(/^vault\//, ''), ...range }));
      });
      rows.push({
        id,
        category,
        gold,
        shown,
        quoted: quotedIn(answer.overview),
        tokens: answer.text.length / 4,
      });
    }
    print('answer', measureAnswers(rows));
    for (const half of [0, 1])
      print(`  half ${half}`, measureAnswers(rows.filter(({ id }) => halfOf(id) === half)));
    for (const category of new Set(rows.flatMap((row) => row.category ?? [])))
      print(`  ${category}`, measureAnswers(rows.filter((row) => row.category === category)));
  } finally {
    engine.close();
  }
}

/** The line that an overview begins with; null where it quotes none. */
function quotedIn(overview: string): ShownLines | null {
  const [, path, line] = /\(vault\/([^()]*?):(\d+)\)\.$/.exec(overview.split('\n', 1)[0]!) ?? [];
  return path === undefined ? null : { path, first: Number(line), last: Number(line) };
}

function print(label: string, { evidence, all, first, line, tokens, questions }: AnswerFigures): void {
  if (questions === 0) return;
  const shares = `evidence ${evidence.toFixed(3)}  all ${all.toFixed(3)}  first ${first.toFixed(3)}  line ${line.toFixed(3)}`;
  console.log(`${label.padEnd(28)} ${shares}  tokens ${Math.round(tokens)}  (${questions})`);
}
