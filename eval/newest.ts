import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerByRule } from '../src/agents/librarian/answer-question.js';
import type { SearchResult } from '../src/search/engine.js';
import { createSession } from '../src/tools/session.js';
import { type How, openEngine } from './open-engine.js';
import { halfOf } from './sets.js';

/** Facts in order of time, and questions with their current answers. */
interface Facts {
  facts: string[];
  questions: { text: string; answers: string[] }[];
}

/** Whether the newest of several statements comes first: each fact is a day of one changelog. */
export async function evaluateNewest(folder: string, name: string, root: string, how: How): Promise<void> {
  const { facts, questions } = JSON.parse(readFileSync(join(folder, 'facts.json'), 'utf8')) as Facts;
  writeVault(root, facts);
  const { vault, engine } = openEngine(root, how);
  const asked = questions.filter(({ text }) => how.half === null || halfOf(text) === how.half);
  console.log(`\n${name}: ${facts.length} facts, ${asked.length} questions`);
  try {
    for (const mode of how.modes) {
      const counts = { first: 0, three: 0 };
      for (const { text, answers } of asked) {
        const { results } = await engine.search({ queries: [text], mode });
        const holds = ({ chunk_with_context }: SearchResult) =>
          answers.some((answer) => chunk_with_context.includes(answer));
        if (results.slice(0, 1).some(holds)) counts.first++;
        if (results.slice(0, 3).some(holds)) counts.three++;
      }
      console.log(
        `  ${mode}: current first ${share(counts.first, asked)}, in the first three ${share(counts.three, asked)}`,
      );
    }
    const context = { vault, session: createSession(), engine: async () => engine };
    let leads = 0;
    for (const { text, answers } of asked) {
      const { overview } = await answerByRule(context, { question: text });
      if (answers.some((answer) => overview.split('\n')[0]!.includes(answer))) leads++;
    }
    console.log(`  answer: leads with the current one ${share(leads, asked)}`);
  } finally {
    engine.close();
  }
}

function writeVault(root: string, facts: readonly string[]): void {
  mkdirSync(join(root, 'vault'), { recursive: true });
  const days = facts.map((fact, index) => {
    const day = new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10);
    return `# ${day}\n\n${fact}\n`;
  });
  writeFileSync(join(root, 'vault', 'changelog.md'), days.toReversed().join('\n'));
}

function share(count: number, asked: readonly unknown[]): string {
  return (count / asked.length).toFixed(2).replace(/^0/, '');
}
