import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fileQuery } from '../api/queries.js';
import { run } from '../api/run.js';
import { saveNote } from '../api/save-note.js';
import { useError } from '../api/use-error.js';
import { boxLabel, headingText, type Tick, toggled } from '../markdown/tick.js';
import { useMay } from '../session/role.js';

/** Checkboxes of a file that can be ticked; the error is that of the last one. */
export function useTick(path: string, text: string | undefined): [Tick | null, unknown] {
  const queries = useQueryClient();
  const [error, setError] = useError();
  const may = useMay();
  const tick = useMemo(() => {
    if (text === undefined || path === 'tree.md' || !may.write) return null;
    const { queryKey } = fileQuery(path);
    return {
      labelOf: (line: number) => boxLabel(text, line),
      titleOf: (line: number) => headingText(text, line),
      async finish(line: number, title: string) {
        setError(null);
        try {
          await run('files/finish', { path, title, line });
        } catch (failed) {
          setError(failed);
        }
        await queries.invalidateQueries({ queryKey });
      },
      async toggle(line: number) {
        const next = toggled(text, line);
        if (next === null) return;
        setError(null);
        queries.setQueryData(queryKey, next);
        try {
          queries.setQueryData(queryKey, await saveNote(path, { base: text, text: next }));
        } catch (failed) {
          setError(failed);
          await queries.invalidateQueries({ queryKey });
        }
      },
    };
  }, [path, text, queries, setError, may.write]);
  return [tick, error];
}
