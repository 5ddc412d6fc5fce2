import { newId } from '../api/new-id.js';
import { run } from '../api/run.js';

interface QuestionFilters {
  scopes?: string[] | null;
  date_from?: string | null;
  date_to?: string | null;
}

/** Starts a question and returns its id: the service answers and stores it, even if the page is closed. */
export async function askQuestion(
  question: string,
  { scopes = null, date_from = null, date_to = null }: QuestionFilters = {},
  id = newId(),
): Promise<string> {
  return (await run('questions/ask', { id, question, scopes, date_from, date_to })).id;
}

export async function stopQuestion(id: string): Promise<void> {
  await run('questions/stop', { id });
}
