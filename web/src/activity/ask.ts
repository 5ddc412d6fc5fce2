import { api } from '../api/client.js';
import { newId } from '../api/new-id.js';

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
  const json = { id, question, scopes, date_from, date_to };
  return (await (await api.questions.$post({ json })).json()).id;
}

export async function stopQuestion(id: string): Promise<void> {
  await api.questions[':id'].stop.$post({ param: { id } });
}
