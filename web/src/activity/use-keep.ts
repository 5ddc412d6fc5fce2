import { useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client.js';
import { KEPT } from '../api/queries.js';
import { useError } from '../api/use-error.js';

/** Keeps an answer as good, or no longer. */
export function useKeep() {
  const queries = useQueryClient();
  const [error, setError] = useError();
  async function keep(id: string, isKept: boolean): Promise<void> {
    setError(null);
    try {
      const { $put, $delete } = api.kept[':id'];
      const answer = await (isKept ? $put : $delete)({ param: { id } });
      queries.setQueryData(KEPT, (await answer.json()).kept);
    } catch (failure) {
      setError(failure);
    }
  }
  return { keep, error };
}
